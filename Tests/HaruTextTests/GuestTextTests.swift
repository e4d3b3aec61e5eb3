import HaruCore
import HaruText
import Testing

/// The page of a guest, made safe.
struct GuestTextTests {
  private func content(_ members: String) throws -> Content {
    let text = #"{"version":1,"notification":{"tag":"t","appears":true,\#(members)}}"#
    return GuestText.content(
      of: try #require(try GuestPage(Array(text.utf8)).notification), from: "example")
  }

  @Test func aPageBecomesContent() throws {
    let content = try content(
      """
      "title":"2 have changed","narrow":"Changes","body":"a\\n\\nb","default":"all","picture":"/p.png",\
      "buttons":[{"key":"open:a","label":"Open a"}],"without_buttons":"All: haru news"
      """)
    #expect(content.title == "2 have changed" && content.lines == ["a", "b"])
    #expect(content.narrow == Content.Narrow(title: "Changes", line: "2 have changed"))
    #expect(content.actions.map(\.intent.actionKey) == ["guest:example:open:a"])
    #expect(content.actions.map(\.label) == ["Open a"])
    #expect(content.bodyClick == .press(GuestButton(of: "example", "all")))
    #expect(content.insteadOfButtons.command == "All: haru news" && content.image == "/p.png")
  }

  @Test func controlsAreReplacedAndLongTextsCut() throws {
    let content = try content(
      #""title":"\u001b[31m\u202ex\ny\u0000","body":"\#(String(repeating: #"\u0007\n"#, count: 40))","#
        + #""buttons":[{"key":"k","label":"\#(String(repeating: "m", count: 5000))"}]"#)
    #expect(content.title == "\u{FFFD}[31m\u{FFFD}x y\u{FFFD}")
    #expect(content.lines == Array(repeating: "\u{FFFD}", count: 10))
    #expect(content.actions.map(\.label.count) == [40])
    let long = try self.content(
      #""title":"\#(String(repeating: "m", count: 9000))","body":"\#(String(repeating: "m", count: 9000))""#
    )
    #expect(long.title.count == 100 && long.lines.map(\.count) == [200])
  }
}
