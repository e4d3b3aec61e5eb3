import HaruTerminal
import Testing

/// What the bytes of a terminal mean: keys, clicks, pasted text, and much that is none of them.
struct TerminalInputTests {
  /// The events of bytes that came in parts, with a time between them, as texts.
  private func events(_ parts: [UInt8]..., pause: Int = 0) -> [String] {
    var (input, time, events) = (TerminalInput(), 1000, [EditEvent]())
    for part in parts {
      events += input.read(part, at: time)
      time += pause
    }
    return (events + input.pause(until: time + 50)).map(short)
  }

  private func events(_ text: String) -> [String] { events(Array(text.utf8)) }

  private func short(_ event: EditEvent) -> String {
    switch event {
    case .key(.letter(let scalar)): "\(scalar)"
    case .key(let key): "\(key)"
    case .pasted(let scalar): "pasted \(scalar)"
    case .press(let row, let column, _): "press \(row) \(column)"
    case .drag(let row, let column): "drag \(row) \(column)"
    case .release(let row, let column, _): "release \(row) \(column)"
    case .wheel(let months): "wheel \(months)"
    default: "\(event)"
    }
  }

  // MARK: Keys

  @Test(arguments: [
    ("\u{1B}[A", "up"), ("\u{1B}OB", "down"), ("\u{1B}[1;1C", "right"), ("\u{1B}OD", "left"),
    ("\u{1B}[1;2A", "shiftUp"), ("\u{1B}[1;2D", "shiftLeft"), ("\u{1B}[1;129B", "down"),
    ("\u{1B}[5~", "pageUp"), ("\u{1B}[6~", "pageDown"), ("\r", "enter"), ("\n", "enter"),
    ("\u{1B}[H", "home"), ("\u{1B}OF", "end"), ("\u{1B}[3~", "delete"), ("\u{1B}[1~", "home"),
    ("\u{1}", "home"), ("\u{5}", "end"), ("\u{15}", "eraseLine"), ("\u{17}", "eraseWord"),
    ("\u{1B}OM", "enter"), ("\u{7F}", "backspace"), ("\u{8}", "backspace"), ("q", "q"),
    (" ", " "), ("가", "가"), ("\u{1B}", "escape"),
  ])
  func aKeyIsRead(bytes: String, key: String) {
    #expect(events(bytes) == [key])
    #expect(events(bytes + "x") == (key == "escape" ? [] : [key, "x"]))
  }

  @Test func aLetterIsReadAcrossReads() {
    let letters = Array("é가🦃".utf8)
    for cut in 1..<letters.count {
      let parts = (Array(letters[..<cut]), Array(letters[cut...]))
      #expect(events(parts.0, parts.1, pause: 300) == ["é", "가", "🦃"])
    }
    // What is no letter costs no key that follows.
    #expect(events([0xe9], [0x71], [0xc3, 0x71], [0xff, 0x71]) == ["q", "q", "q"])
  }

  @Test func anEscapeIsAKeyOnceNothingFollows() {
    var input = TerminalInput()
    #expect(input.read([0x1b], at: 1000).isEmpty)
    #expect(input.deadline == 1050)
    #expect(input.pause(until: 1049).isEmpty)
    #expect(input.pause(until: 1050).map(short) == ["escape"])
    #expect(input.deadline == nil)
    #expect(input.read([0x75], at: 1060).map(short) == ["u"])
  }

  /// Alt and a letter.
  @Test(arguments: ["u", "r", "q", " ", "\r", "\u{7F}", "é", "1"])
  func aLetterRightBehindAnEscapeIsNoKey(letter: String) {
    #expect(events("\u{1B}" + letter) == [])
    #expect(events([0x1b], Array(letter.utf8), pause: 40) == [])
    #expect(events([0x1b], Array(letter.utf8), pause: 60).count == 2)
  }

  // MARK: What is no key

  /// What terminals answer, report and send for other keys, by what they are.
  static let replies: [String] = [
    // The kind of the terminal: xterm, VTE, kitty, foot, Konsole.
    "\u{1B}[?62;22c", "\u{1B}[?1;2c", "\u{1B}[>41;354;0c", "\u{1B}[>1;7802;0c",
    "\u{1B}P!|00000000\u{1B}\\", "\u{1B}P>|XTerm(379)\u{1B}\\", "\u{1B}P>|kitty(0.41.1)\u{1B}\\",
    // Its state, the place of the cursor, its modes and settings.
    "\u{1B}[0n", "\u{1B}[?13n", "\u{1B}[12;40R", "\u{1B}[?12;40;1R", "\u{1B}[?2026;2$y",
    "\u{1B}[4;1$y", "\u{1B}P1$r0m\u{1B}\\", "\u{1B}P1$r2 q\u{1B}\\", "\u{1B}P0$r\u{1B}\\",
    "\u{1B}P1!~7A3F\u{1B}\\", "\u{1B}P1+r544e=787465726D\u{1B}\\", "\u{1B}[2;1;1;112;112;1;0x",
    // Colours, its title, its size, what was copied, and a picture.
    "\u{1B}]11;rgb:1e1e/1e1e/1e1e\u{1B}\\", "\u{1B}]10;rgb:ffff/ffff/ffff\u{7}",
    "\u{1B}]4;1;rgb:cdcd/0000/0000\u{7}", "\u{1B}]lquit Ünrest\u{1B}\\", "\u{1B}]Lqnu\u{1B}\\",
    "\u{1B}]52;c;cXVpdA==\u{7}", "\u{1B}[8;24;80t", "\u{1B}[4;600;800t", "\u{1B}[1t",
    "\u{1B}[?997;1n", "\u{1B}_Gi=31;OK\u{1B}\\", "\u{1B}Xqnru\u{1B}\\", "\u{1B}^qnru\u{1B}\\",
    // Keys in the protocols of kitty and xterm, and the focus.
    "\u{1B}[?0u", "\u{1B}[27u", "\u{1B}[113u", "\u{1B}[27;1:3u", "\u{1B}[117;1;117u",
    "\u{1B}[27;5;113~", "\u{1B}[1;1:3A", "\u{1B}[I", "\u{1B}[O",
    // Other keys: functions, Insert, and arrows with Alt or Control.
    "\u{1B}OP", "\u{1B}[15~", "\u{1B}[[A", "\u{1B}[1;5P", "\u{1B}[2~", "\u{1B}[1;3C", "\u{1B}[1;5C",
    "\u{1B}Oq", "\u{1B}[Z",
    // Other buttons, wheels to the side, and the pointer without a button, in three forms.
    "\u{1B}[<2;5;5M", "\u{1B}[<2;5;5m", "\u{1B}[<1;5;5M", "\u{1B}[<66;5;5M", "\u{1B}[<67;5;5M",
    "\u{1B}[<128;5;5M", "\u{1B}[<35;5;5M", "\u{1B}[32;5;5M", "\u{1B}[M\"qq", "\u{1B}[Mbqu",
    // A report with a text for its place, and numbers beyond every screen.
    "\u{1B}[<0;5M", "\u{1B}[<0;5;99999999999999999999M", "\u{1B}[<0:1;5;5M",
    // The same in a single character.
    "\u{9B}27u", "\u{9D}11;rgb:1e1e/1e1e/1e1e\u{1B}\\", "\u{90}1$r0m\u{1B}\\",
  ]

  /// However it arrives, it does nothing, and the next key counts.
  @Test(arguments: replies)
  func whatATerminalSaysByItselfIsNoKey(reply: String) {
    let bytes = Array(reply.utf8)
    #expect(events(reply + "q") == ["q"])
    #expect(events(bytes, [0x71], pause: 900) == ["q"])
    for cut in 1..<bytes.count {
      let (front, rest) = (Array(bytes[..<cut]), Array(bytes[cut...]))
      #expect(events(front, rest + [0x71], pause: 40) == ["q"], "cut at \(cut)")
      // Escape alone asks for nothing, and may be the key.
      let late = events(front, rest + [0x71], pause: 300)
      #expect(late == (front == [0x1b] ? ["escape", "q"] : ["q"]), "cut at \(cut)")
    }
  }

  @Test func oneByteCanBeginASequenceAsWell() {
    #expect(events([0x9b] + Array("27uq".utf8)) == ["q"])
    #expect(events([0x9d] + Array("11;u\u{7}q".utf8)) == ["q"])
  }

  /// A sequence that never ends does not take the keyboard away.
  @Test(arguments: [
    "\u{1B}]11;rgb", "\u{1B}P1$r", "\u{1B}[12;", "\u{1B}[M5", "\u{1B}O", "\u{1B}]1\u{1B}",
  ])
  func aSequenceThatStopsIsGivenUp(front: String) {
    #expect(events(Array(front.utf8), [0x71], pause: 1000) == ["q"])
    #expect(events(Array(front.utf8), Array("u".utf8), pause: 900) == [])
  }

  /// CAN and SUB break off what has begun, and another ESC begins anew.
  @Test func aSequenceCanBeBrokenOff() {
    for end in ["\u{18}", "\u{1A}"] { #expect(events("\u{1B}]11;rgb" + end + "q") == ["q"]) }
    #expect(events("\u{1B}]11;rgb\u{1B}[Aq") == ["up", "q"])
    #expect(events("\u{1B}[12;\u{1B}[Aq") == ["up", "q"])
    #expect(events("\u{1B}\u{1B}[Aq") == ["up", "q"])
  }

  @Test func aLongSequenceIsReadToItsEnd() {
    let long = String(repeating: "u", count: 100_000)
    #expect(events("\u{1B}]52;c;" + long + "\u{7}q") == ["q"])
    let numbers = String(repeating: "1;", count: 100_000)
    #expect(events("\u{1B}[" + numbers + "Aq") == ["q"])
  }

  // MARK: The mouse

  @Test func theMouseIsReadInBothForms() {
    let new = "\u{1B}[<0;6;3M\u{1B}[<32;7;3M\u{1B}[<0;7;4m\u{1B}[<64;7;4M\u{1B}[<65;7;4M"
    let old = "\u{1B}[M &#\u{1B}[M@'#\u{1B}[M#'$\u{1B}[M`'$\u{1B}[Ma'$"
    let all = ["press 2 5", "drag 2 6", "release 3 6", "wheel -1", "wheel 1"]
    #expect(events(new) == all)
    #expect(events(old) == all)
    // A key that is held changes nothing; a far column needs the new form.
    #expect(events("\u{1B}[<16;300;3M") == ["press 2 299"])
    // The old form is no UTF-8.
    #expect(events([0x1b, 0x5b, 0x4d, 0x20, 0xe9, 0x23, 0x71]) == ["press 2 200", "q"])
  }

  @Test func aReportHasTheTimeAtWhichItCame() {
    var input = TerminalInput()
    let first = input.read(Array("\u{1B}[<0;6;".utf8), at: 7)
    let events = first + input.read(Array("3M\u{1B}[<0;6;3m".utf8), at: 9)
    guard case .press(_, _, 9)? = events.first, case .release(_, _, 9)? = events.last else {
      Issue.record("\(events)")
      return
    }
  }

  // MARK: Pasted text

  @Test func whatIsPastedIsNoCommand() {
    let paste = "\u{1B}[200~qu\r\u{1B}[Ané\u{9B}A\u{1B}[<0;6;3M\u{1B}[201~q"
    let pasted = ["pasted q", "pasted u", "pasted  ", "pasted n", "pasted é", "q"]
    #expect(events(paste) == pasted)
    let bytes = Array(paste.utf8)
    for cut in 1..<bytes.count where bytes[cut - 1] != 0x1b {
      #expect(events(Array(bytes[..<cut]), Array(bytes[cut...]), pause: 300) == pasted)
    }
  }

  /// If the end of a paste was lost, Escape is the way out.
  @Test func escapeEndsAPaste() {
    #expect(
      events(Array("\u{1B}[200~q".utf8), [0x71], [0x1b], [0x71], pause: 60)
        == ["pasted q", "pasted q", "q"])
  }
}
