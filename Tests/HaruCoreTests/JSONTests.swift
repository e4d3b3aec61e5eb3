import HaruCore
import Testing

/// JSON, read and written.
struct JSONTests {
  private func read(_ text: String) -> JSON? { JSON(text: Array(text.utf8)[...]) }

  private func line(_ text: String) -> JSON? { JSON(line: Array(text.utf8)[...]) }

  /// Every kind of value comes back as it was written.
  @Test(arguments: [
    "null", "true", "false", "0", "-1", "\"\"", "[]", "{}", "[null,[true,{}]]",
    #"{"b":1,"a":{"c":[2,3]}}"#, #""\"\\\b\t\n\f\r""#, "\"하루 🦃\"",
    // No digit is lost, wherever a machine's numbers end.
    "123456789012345678901234567890", "-0", "1.10", "1e400", "-2.5E-3",
  ])
  func aValueComesBack(_ text: String) {
    #expect(read(text)?.description == text)
    #expect(line(text)?.description == text)
  }

  @Test func blanksStandBetweenValuesOnly() {
    let text = " {\t\"a\" :\r\n[ 1 , 2 ] } \n"
    #expect(read(text)?.description == #"{"a":[1,2]}"#)
    #expect(line(text) == nil)
    #expect(line("[1, 2]") == nil)
    #expect(line("[1]\r") == nil)
    // Blanks of other standards are none of JSON's.
    #expect(read("\u{a0}1") == nil && read("\u{c}1") == nil && read("\u{feff}1") == nil)
  }

  @Test(arguments: [
    "", " ", "nul", "nulll", "True", "'a'", "a", "[", "]", "[1", "[1,", "[1,]", "[,1]", "[1 2]",
    "{", "{}}",
    "{a:1}", "{'a':1}", #"{"a"}"#, #"{"a":}"#, #"{"a":1,}"#, #"{"a" 1}"#, "{1:2}", "1 2", "{} {}",
    "1\0",
    "01", "-01", "+1", ".5", "1.", "1.e2", "1e", "1e+", "-", "--1", "0x10", "NaN", "Infinity",
    "1_000", "1a",
    "\"", "\"a", "\"\\\"", #""\x""#, #""\u12""#, #""\u12g4""#, #""\u+123""#, "\"a\nb\"", "\"\t\"",
    "\"\0\"",
    "// a\n1", "/* a */1",
  ])
  func whatIsNoJSONIsRefused(_ text: String) {
    #expect(read(text) == nil)
    #expect(line(text) == nil)
  }

  // MARK: Numbers

  @Test(arguments: [
    ("9223372036854775807", Int64.max), ("-9223372036854775808", Int64.min), ("1.0", 1),
    ("1e2", 100),
    ("-0", 0), ("9223372036854775808", nil), ("1.5", nil), ("1e400", nil), ("\"1\"", nil),
    ("true", nil),
  ])
  func aWholeNumberHasNoFraction(_ text: String, _ number: Int64?) {
    #expect(read(text)?.integer == number)
  }

  @Test(arguments: [
    ("0.1", 0.1), ("-2.5E-3", -0.0025), ("7", 7), ("1e-400", 0), ("1e400", nil), ("\"1\"", nil),
    ("123456789012345678901234567890", 1.2345678901234568e29),
  ])
  func anyNumberIsRounded(_ text: String, _ number: Double?) {
    #expect(read(text)?.number == number)
  }

  @Test func aNumberIsWrittenAsShortAsItCanBe() {
    #expect("\(JSON.number(0.125)) \(JSON.number(3)) \(JSON.number(-1e300))" == "0.125 3 -1e+300")
    #expect("\(JSON.number(.nan)) \(JSON.number(.infinity))" == "null null")
    #expect("\(JSON.integer(Int64.min))" == "-9223372036854775808")
  }

  // MARK: Texts

  @Test(arguments: [
    (#""\u0041\u00e9\ud55c\uD83E\uDD83""#, "Aé한🦃"), (#""\/\"\\""#, "/\"\\"), (#""\u0000""#, "\0"),
    (#""a\u0301b""#, "a\u{301}b"),
  ])
  func escapesAreRead(_ text: String, _ value: String) {
    #expect(read(text)?.string == value)
  }

  @Test(arguments: [
    #""\ud83e""#, #""\udd83""#, #""\ud83e\ud83e""#, #""\ud83e\n""#, #""\ud83e\u0041""#,
    #""\ud83ex""#,
  ])
  func halfAPairIsRefused(_ text: String) {
    #expect(read(text) == nil)
  }

  @Test(arguments: [
    [0x22, 0xff, 0x22], [0x22, 0xc0, 0x80, 0x22], [0x22, 0xed, 0xa0, 0xbd, 0x22],
    [0x22, 0xe2, 0x82, 0x22],
    [0x22, 0x5c, 0x6e, 0xff, 0x22], [0xff],
  ])
  func whatIsNotUTF8IsRefused(_ bytes: [UInt8]) {
    #expect(JSON(text: bytes[...]) == nil)
  }

  @Test func aPartOfSomeBytesIsRead() {
    #expect(JSON(text: Array("{[1]}".utf8)[1..<4])?.array?.count == 1)
  }

  @Test func whatATerminalObeysIsEscaped() {
    let text = JSON.string("\u{7f}\u{9b}\u{202e}\u{2066}\u{200f}\u{61c}é")
    #expect("\(text)" == #""\u007f\u009b\u202e\u2066\u200f\u061cé""#)
    #expect(read("\(text)")?.string == text.string)
  }

  /// The name of an entry is the hash of these bytes.
  @Test func aLogEscapesAsItAlwaysDid() {
    let text = JSON.string("\"\\\n\t\u{8}\u{c}\r\u{1b}\u{7f}\u{9b}\u{202e}하/")
    #expect(
      String(decoding: text.logLine, as: UTF8.self)
        == #""\"\\\n\u0009\u0008\u000c\u000d\u001b\u007f"# + "\u{9b}\u{202e}하/\"")
  }

  // MARK: Objects and arrays

  @Test func membersAreWrittenInTheirOrderOrThatOfTheirNames() {
    #expect("\(JSON.object([("b", .integer(1)), ("a", .null)]))" == #"{"b":1,"a":null}"#)
    #expect("\(JSON.object(["b": .integer(1), "a": .bool(true)]))" == #"{"a":true,"b":1}"#)
  }

  @Test func ofTwoMembersTheFirstCounts() {
    let json = read(#"{"a":1,"a":2}"#)
    #expect(json?["a"]?.integer == 1)
    #expect(json?.description == #"{"a":1,"a":2}"#)
  }

  @Test func anythingElseHasNoMembers() {
    #expect(read("[1]")?["a"] == nil)
    #expect(read(#"{"a":1}"#)?["b"] == nil)
    #expect(read("1")?.string == nil && read("{}")?.array == nil && read("[]")?.members == nil)
    #expect(JSON.string(nil).isNull && JSON.bool(nil).isNull && JSON.object(nil).isNull)
  }

  @Test func linesAreIndented() {
    let value = JSON.object(["b": .array([.integer(1), .array([])]), "a": .string("x")])
    #expect(
      value.lines == """
        {
          "a" : "x",
          "b" : [
            1,
            [

            ]
          ]
        }

        """)
    #expect(read(value.lines)?.description == "\(value)")
  }

  /// Nothing overflows the stack.
  @Test func whatIsTooDeepIsRefused() {
    func nested(_ depth: Int, _ part: (String, String) = ("[", "]")) -> String {
      String(repeating: part.0, count: depth) + "1" + String(repeating: part.1, count: depth)
    }
    #expect(read(nested(64)) != nil && read(nested(65)) == nil)
    #expect(line(nested(8)) != nil && line(nested(9)) == nil)
    #expect(read(nested(65, (#"{"a":"#, "}"))) == nil)
    #expect(read(String(repeating: "[", count: 1_000_000)) == nil)
    #expect(read("[" + String(repeating: "[[]],", count: 1000) + "0]") != nil)
  }
}
