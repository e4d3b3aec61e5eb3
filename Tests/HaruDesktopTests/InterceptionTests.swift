import HaruDesktop
import OwnProcess
import Support
import Testing

/// Calls of a library that the bus answers in the place of another program.
@Suite struct InterceptionTests {
  @Test func anInterceptedCallGetsTheReplyAndIsNotSent() async {
    await inOwnProcess {
      let scene = try Scene()
      let console = try scene.console()
      try console.command("hang")
      let arguments = Client.arguments(
        "title", body: "body", actions: ["a", "A"], replacing: 0,
        hints: ["resident": .bool(true)])
      var reply: Variant?
      let taken = scene.bus.intercept(["Notify": [.uint32(7)]]) {
        reply = try? scene.bus.callAndWait(
          Client.method("Notify"), arguments, mayStart: true, timeoutMilliseconds: .max)
      }
      #expect(reply?.children.first?.integer == 7)
      #expect(
        taken["Notify"].map { Variant.tuple($0).printed } == Variant.tuple(arguments).printed)
      try console.command("resume")
      try console.settle()
      #expect(!console.history.contains { if case .notify = $0 { true } else { false } })
    }
  }

  @Test func otherCallsAreNotIntercepted() async {
    await inOwnProcess {
      let scene = try Scene()
      let console = try scene.console()
      let arguments = Client.arguments("", body: "", actions: [], replacing: 0, hints: [:])
      let notify = Client.method("Notify")
      let taken = scene.bus.intercept(["Notify": [.uint32(7)]]) {
        let capabilities = try? scene.bus.callAndWait(
          Client.method("GetCapabilities"), mayStart: true)
        #expect(capabilities?.children.first?.children.isEmpty == false)
        let own = try? scene.bus.callAndWait(notify, arguments)
        #expect(own?.children.first?.integer == 1)
      }
      #expect(taken.isEmpty)
      let later = try scene.bus.callAndWait(notify, arguments, mayStart: true)
      #expect(later.children.first?.integer == 2)
      try console.quit()
    }
  }
}
