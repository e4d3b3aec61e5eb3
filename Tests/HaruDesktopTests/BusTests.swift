import Foundation
import HaruDesktop
import HaruSystem
import OwnProcess
import Support
import Testing

@Suite struct BusTests {
  /// At once and in a later turn.
  @Test func callsAreAnsweredAndErrorsKeepTheirName() async {
    await inOwnProcess {
      let scene = try Scene()
      let names = try scene.bus.callAndWait(.ofBus("ListNames")).children
      #expect(names.first?.children.contains { $0.string == "org.freedesktop.DBus" } == true)
      #expect(try scene.call(.ofBus("GetId")).first?.string?.count == 32)
      #expect {
        try scene.call(.ofBus("GetNameOwner"), [.string("no.such.Name")])
      } throws: { error in
        (error as? GLibError)?.busName == "org.freedesktop.DBus.Error.NameHasNoOwner"
      }
      #expect {
        try scene.bus.callAndWait(.ofBus("NoSuchMethod"))
      } throws: { error in
        (error as? GLibError)?.busName == "org.freedesktop.DBus.Error.UnknownMethod"
      }
    }
  }

  @Test func aCallWaitsNoLongerThanItsLimit() async {
    await inOwnProcess {
      let scene = try Scene()
      let console = try scene.console()
      try console.command("hang")
      let mail = Mailbox<Result<Variant, GLibError>>()
      let began = LocalClock.uptimeMilliseconds
      scene.bus.call(capabilities, timeoutMilliseconds: 200) { mail.put($0) }
      #expect(throws: GLibError.self) { try #require(mail.next()).get() }
      #expect((200..<4000).contains(LocalClock.uptimeMilliseconds - began))
    }
  }

  /// Only a request to start it does.
  @Test func neitherACallNorAWatchStartsAService() async {
    await inOwnProcess {
      let trace = Scratch()
      let service = "/bin/sh -c 'echo >\(trace("started")); exit 1'"
      let scene = try Scene(services: ["haru.test.Service": service])
      let bus = scene.bus
      let mail = Mailbox<String>()
      bus.watch(
        name: "haru.test.Service", appeared: { _ in mail.put("there") },
        vanished: { mail.put("gone") })
      #expect(mail.next() == "gone")
      let method = Bus.Method(
        "haru.test.Service", "/", "org.freedesktop.DBus.Peer", "Ping")
      #expect(throws: GLibError.self) { try bus.callAndWait(method) }
      #expect(throws: GLibError.self) { try scene.call(method) }
      #expect(!bus.isOwned("haru.test.Service"))
      #expect(mail.all(within: .milliseconds(200)) == [])
      #expect(!FileManager.default.fileExists(atPath: trace("started")))

      let arguments = [Variant.string("haru.test.Service"), .uint32(0)]
      #expect(throws: GLibError.self) {
        try scene.call(.ofBus("StartServiceByName"), arguments)
      }
      #expect(FileManager.default.fileExists(atPath: trace("started")))
    }
  }

  @Test func aWatchReportsEachOwnerOfAName() async {
    await inOwnProcess {
      let scene = try Scene()
      let mail = Mailbox<String?>()
      scene.bus.watch(
        name: "org.freedesktop.Notifications", appeared: { mail.put($0) },
        vanished: { mail.put(nil) })
      #expect(mail.next() == .some(nil))
      for _ in 1...2 {
        let console = try scene.console()
        #expect(mail.next()??.hasPrefix(":1.") == true)
        #expect(scene.bus.isOwned("org.freedesktop.Notifications"))
        try console.child.kill()
        #expect(mail.next() == .some(nil))
        #expect(try scene.hasOwner("org.freedesktop.Notifications") == false)
      }
    }
  }

  @Test func aNameHasOneOwner() async {
    await inOwnProcess {
      let scene = try Scene()
      #expect(try scene.bus.own("haru.test.Name"))
      #expect(scene.bus.isOwned("haru.test.Name"))
      #expect(try scene.hasOwner("haru.test.Name") == true)
      let console = try scene.console()
      #expect(try !scene.bus.own("org.freedesktop.Notifications"))
      try console.quit()
      #expect(try scene.bus.own("org.freedesktop.Notifications"))
    }
  }

  @Test func aSignalReachesTheMatchingSubscription() async {
    await inOwnProcess {
      let scene = try Scene()
      let bus = scene.bus
      let mail = Mailbox<String>()
      #expect(try bus.own("haru.test.Name"))
      bus.subscribe(
        sender: "haru.test.Name", interface: "haru.test.Face", member: "Said", path: "/here"
      ) { mail.put($0.children.first?.string ?? "nothing") }
      // When the bus answers it has handled everything before.
      _ = try scene.call(.ofBus("GetId"))
      @MainActor func emit(_ path: String, _ member: String, _ text: String) {
        bus.emit(path: path, interface: "haru.test.Face", member: member, [.string(text)])
      }
      emit("/here", "Said", "first")
      emit("/there", "Said", "another path")
      emit("/here", "Whispered", "another member")
      emit("/here", "Said", "second")
      // When the bus answers all signals have arrived.
      _ = try scene.call(.ofBus("GetId"))
      #expect(mail.all() == ["first", "second"])
    }
  }

  @Test func theEndOfTheBusIsReported() async {
    await inOwnProcess {
      let scene = try Scene()
      let mail = Mailbox<Void>()
      scene.bus.onClose { mail.put() }
      try scene.privateBus.stop()
      #expect(mail.hasMail())
      #expect(throws: GLibError.self) { try scene.bus.callAndWait(.ofBus("GetId")) }
    }
  }

  /// No bus is started for the caller either.
  @Test(arguments: [nil, "", "unix:path=/no/such/socket", "autolaunch:", "nonsense"])
  func withoutABusThereIsAnErrorWithinASecond(_ address: String?) async throws {
    await inOwnProcess(given: address) {
      let address = try Given.value(of: String?.self)
      let scratch = Scratch()
      try scratch.write(
        program: "#!/bin/sh\necho >\(scratch("launched"))\n", to: "bin/dbus-launch")
      unsetenv("XDG_RUNTIME_DIR")
      setenv("DISPLAY", ":99", 1)
      setenv("PATH", scratch("bin") + ":/usr/bin:/bin", 1)
      unsetenv("DBUS_SESSION_BUS_ADDRESS")
      if let address { setenv("DBUS_SESSION_BUS_ADDRESS", address, 1) }
      let began = LocalClock.uptimeMilliseconds
      #expect(throws: GLibError.self) { _ = try Bus.session() }
      #expect(LocalClock.uptimeMilliseconds - began < 1000)
      #expect(!FileManager.default.fileExists(atPath: scratch("launched")))
    }
  }

  @Test func withoutAnAddressTheBusIsInTheRuntimeDirectory() async {
    await inOwnProcess {
      let scratch = Scratch()
      let bus = try PrivateBus()
      let socket = String(bus.address.dropFirst("unix:path=".count).prefix { $0 != "," })
      try scratch.link("bus", to: socket)
      unsetenv("DBUS_SESSION_BUS_ADDRESS")
      setenv("XDG_RUNTIME_DIR", scratch.path, 1)
      let session = try Bus.session()
      #expect(try session.callAndWait(.ofBus("GetId")).children.count == 1)
      withExtendedLifetime(bus) {}
    }
  }
}

private var capabilities: Bus.Method {
  let name = "org.freedesktop.Notifications"
  return Bus.Method(name, "/org/freedesktop/Notifications", name, "GetCapabilities")
}
