import HaruCore
import Testing

/// The messages between the agent and a guest, and how a guest is registered.
struct GuestPageTests {
  private func page(_ text: String) throws(MessageError) -> GuestPage {
    try GuestPage(Array(text.utf8))
  }

  private func notification(_ members: String) -> String {
    #"{"version":1,"notification":{"tag":"t","appears":true,"title":"T"\#(members)}}"#
  }

  @Test func aPageMayShowNothing() throws {
    for text in [#"{"version":1}"#, " {\n\"version\" : 1, \"again\":null }\n"] {
      let page = try page(text)
      #expect(page.again == nil && page.notification == nil)
    }
    #expect(try page(#"{"version":1,"again":1764331200}"#).again == Instant(1_764_331_200))
  }

  @Test func aPageHasAllItsMembers() throws {
    let text = notification(
      """
      ,"narrow":"N","body":"a\\nb","buttons":[{"key":"k:1","label":"K"}],"default":"d",\
      "without_buttons":"w","picture":"/p.png"
      """)
    let shown = try #require(try page(text).notification)
    #expect(shown.tag == "t" && shown.appears && shown.title == "T" && shown.narrow == "N")
    #expect(shown.body == "a\nb" && shown.buttons.map(\.key) == ["k:1"])
    #expect(shown.buttons.map(\.label) == ["K"] && shown.bodyKey == "d")
    #expect(shown.withoutButtons == "w" && shown.picture == "/p.png")
  }

  /// The member that is named in the log.
  @Test(arguments: [
    ("", "page"), ("{", "page"), ("[]", "page"), ("{}", "version"), (#"{"version":2}"#, "version"),
    (#"{"version":1,"again":"soon"}"#, "again"), (#"{"version":1,"again":1.5}"#, "again"),
    (#"{"version":1,"notificaton":{}}"#, "notificaton"),
    (#"{"version":1,"notification":[]}"#, "tag"),
    (#"{"version":1,"notification":{"tag":7}}"#, "tag"),
    (#"{"version":1,"notification":{"tag":"t","appears":1}}"#, "appears"),
    (#"{"version":1,"notification":{"tag":"t","appears":true,"title":" "}}"#, "title"),
  ])
  func aWrongPageIsRefused(text: String, member: String) {
    #expect(throws: MessageError(member)) { try page(text) }
  }

  @Test(arguments: [
    (#","icon":"x""#, "icon"), (#","body":["a"]"#, "body"), (#","picture":"p.png""#, "picture"),
    (#","default":"""#, "default"), (#","buttons":{}"#, "buttons"),
    (#","buttons":[{"key":"k"}]"#, "label"), (#","buttons":[{"label":"k"}]"#, "key"),
    (#","buttons":[{"key":"a","label":"A"},{"key":"b","label":"A"}]"#, "buttons"),
    (#","buttons":[{"key":"a","label":"A"},{"key":"a","label":"B"}]"#, "buttons"),
    (#","buttons":[{"key":"a\u0000","label":"A"}]"#, "key"),
    (
      #","buttons":[{"key":"1","label":"1"},{"key":"2","label":"2"},{"key":"3","label":"3"},"#
        + #"{"key":"4","label":"4"}]"#, "buttons"
    ),
  ])
  func aWrongNotificationIsRefused(members: String, member: String) {
    #expect(throws: MessageError(member)) { try page(notification(members)) }
  }

  @Test func aKeyHasAtMostTwoHundredCharacters() throws {
    func text(_ count: Int) -> String {
      notification(#","default":"\#(String(repeating: "a\u{301}", count: count))""#)
    }
    #expect(try page(text(100)).notification?.bodyKey?.count == 100)
    #expect(throws: MessageError("default")) { try page(text(101)) }
  }

  @Test func aQuestionIsALineOfJSON() {
    #expect(GuestQuestion(.start).line == #"{"version":1,"reason":"start"}"#)
    #expect(
      GuestQuestion(.press, key: "a\nb", tag: "t").line
        == #"{"version":1,"reason":"press","key":"a\nb","tag":"t"}"#)
  }

  private func program(_ text: String, name: String = "example") throws -> GuestProgram {
    try GuestProgram(name: name, json: try #require(JSON(text: Array(text.utf8)[...])))
  }

  @Test func aRegistrationNamesAProgram() throws {
    let text = """
      {"program":"haru-repo","settings":"Repositories","subject":"s","secrets":["A"],"new":1}
      """
    let guest = try program(text)
    #expect(guest.program == "haru-repo" && guest.secrets == ["A"])
    #expect(guest.settings == "Repositories" && guest.subject == "s")
    #expect(try program(#"{"program":"/opt/guest"}"#).program == "/opt/guest")
    for text in [#"{"program":"../haru"}"#, #"{"program":""}"#, #"{"program":".."}"#, "{}"] {
      #expect(throws: MessageError("program")) { try program(text) }
    }
    #expect(throws: MessageError("Upper")) { try program(#"{"program":"a"}"#, name: "Upper") }
  }
}
