/// Reads the bytes of a terminal as keys, clicks and pasted text.
///
/// It knows few sequences, and reads every other one to its end by the rules of ECMA-48: what a terminal sends by
/// itself, such as the answer to another program's question, is no key. Time comes with the bytes, in milliseconds
/// of a clock that only goes on.
public struct TerminalInput: Sendable {
  /// What the next byte belongs to.
  private enum State: Equatable {
    case ground
    /// Behind an ESC, which may begin a sequence, or be a key by itself.
    case escape
    /// Behind an ESC that was taken for the key; it may yet have begun a sequence.
    case escaped
    /// Within a control sequence (CSI), or behind SS3; its bytes so far.
    case sequence(Introducer, [UInt8])
    /// Within the old report of a mouse, of three bytes.
    case mouse([UInt8])
    /// Before the last byte of a function key of the Linux console.
    case functionKey
    /// Within a text for programs, or behind an ESC that may end it.
    case string, stringEnd
    /// Within a letter of several bytes, which is no key if an ESC came before.
    case letter([UInt8], length: Int, isKey: Bool)
  }

  private enum Introducer { case control, shift3 }

  private var state = State.ground
  private var isPasting = false
  /// When the last byte came.
  private var last = 0

  /// How long an ESC waits for the rest of its sequence before it is a key.
  private static let escapeMilliseconds = 50
  /// How long a sequence waits for its rest before it is given up.
  private static let silenceMilliseconds = 1000
  /// More parameters than any sequence that it knows.
  private static let mostParameters = 64

  /// Begins with nothing.
  public init() {}

  /// When an ESC becomes a key unless bytes follow it; `nil` if none waits.
  public var deadline: Int? {
    state == .escape ? last + TerminalInput.escapeMilliseconds : nil
  }

  /// Reads bytes that came at a time.
  public mutating func read(_ bytes: [UInt8], at time: Int) -> [EditEvent] {
    let events = pause(until: time)
    guard !bytes.isEmpty else { return events }
    last = time
    return events + bytes.compactMap { read($0) }
  }

  /// Reads on where no byte has come until a time.
  public mutating func pause(until time: Int) -> [EditEvent] {
    var events: [EditEvent] = []
    if state == .escape, time - last >= TerminalInput.escapeMilliseconds {
      state = .escaped
      // Within pasted text, whose end was lost, the key is the way out.
      if !isPasting { events.append(.key(.escape)) }
      isPasting = false
    }
    if time - last >= TerminalInput.silenceMilliseconds { state = .ground }
    return events
  }

  private mutating func read(_ byte: UInt8) -> EditEvent? {
    switch state {
    case .ground: return begin(byte, isKey: true)
    case .escape, .escaped: return behindEscape(byte)
    case .sequence(let introducer, let bytes): return read(byte, in: introducer, behind: bytes)
    case .mouse(let bytes):
      let report = bytes + [byte]
      state = report.count < 3 ? .mouse(report) : .ground
      return report.count < 3 || isPasting ? nil : TerminalMouse(old: report).event(at: last)
    case .functionKey: state = .ground
    case .string: readInString(byte)
    case .stringEnd:
      state = .ground
      return byte == UInt8(ascii: "\\") ? nil : behindEscape(byte)
    case .letter(let bytes, let length, let isKey):
      guard 0x80..<0xc0 ~= byte else { return begin(byte, isKey: true) }
      state = .letter(bytes + [byte], length: length, isKey: isKey)
      if bytes.count + 1 == length { return end(bytes + [byte], isKey: isKey) }
    }
    return nil
  }

  // MARK: Letters

  /// Reads a byte that continues nothing.
  private mutating func begin(_ byte: UInt8, isKey: Bool) -> EditEvent? {
    state = .ground
    switch byte {
    case 0x1b: state = .escape
    case 0x80..<0xa0: introduce(byte - 0x40)
    case 0xc2..<0xe0: state = .letter([byte], length: 2, isKey: isKey)
    case 0xe0..<0xf0: state = .letter([byte], length: 3, isKey: isKey)
    case 0xf0..<0xf5: state = .letter([byte], length: 4, isKey: isKey)
    case 0..<0x80 where isKey: return isPasting ? pasted(byte) : key(byte)
    default: break
    }
    return nil
  }

  private func key(_ byte: UInt8) -> EditEvent? {
    switch byte {
    case 10, 13: .key(.enter)
    case 8, 127: .key(.backspace)
    // Ctrl with A, E, U and W, as in a line of a shell.
    case 1: .key(.home)
    case 5: .key(.end)
    case 21: .key(.eraseLine)
    case 23: .key(.eraseWord)
    case 0..<32: nil
    default: .key(.letter(Unicode.Scalar(byte)))
    }
  }

  /// A note is one line, so that the end of a line is a blank in it.
  private func pasted(_ byte: UInt8) -> EditEvent? {
    switch byte {
    case 9, 10, 13: .pasted(" ")
    case 0..<32, 127: nil
    default: .pasted(Unicode.Scalar(byte))
    }
  }

  private mutating func end(_ bytes: [UInt8], isKey: Bool) -> EditEvent? {
    state = .ground
    guard let scalar = String(validating: bytes, as: UTF8.self)?.unicodeScalars.first else {
      return nil
    }
    if 0x80..<0xa0 ~= scalar.value {
      introduce(UInt8(scalar.value - 0x40))
      return nil
    }
    if isPasting { return .pasted(scalar) }
    return isKey ? .key(.letter(scalar)) : nil
  }

  // MARK: Sequences

  private mutating func behindEscape(_ byte: UInt8) -> EditEvent? {
    let isKey = state == .escaped
    introduce(byte)
    // A letter close behind an ESC is one with Alt.
    return state == .ground ? begin(byte, isKey: isKey) : nil
  }

  /// Begins the sequence of an ESC and this byte; none if there is no such sequence.
  private mutating func introduce(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "["): state = .sequence(.control, [])
    case UInt8(ascii: "O"): state = .sequence(.shift3, [])
    case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "X"), UInt8(ascii: "^"),
      UInt8(ascii: "_"):
      state = .string
    default: state = .ground
    }
  }

  private mutating func readInString(_ byte: UInt8) {
    switch byte {
    case 0x1b: state = .stringEnd
    // The bell ends a string as well; CAN and SUB break it off.
    case 7, 0x18, 0x1a: state = .ground
    default: break
    }
  }

  private mutating func read(
    _ byte: UInt8, in introducer: Introducer, behind bytes: [UInt8]
  ) -> EditEvent? {
    switch byte {
    case 0x20..<0x40:
      let isShort = bytes.count < TerminalInput.mostParameters
      state = .sequence(introducer, isShort ? bytes + [byte] : bytes)
      return nil
    case 0x40..<0x7f:
      state = .ground
      if introducer == .control, bytes.isEmpty {
        if byte == UInt8(ascii: "M") { state = .mouse([]) }
        if byte == UInt8(ascii: "[") { state = .functionKey }
      }
      return state == .ground ? end(introducer, bytes, final: byte) : nil
    case 0x1b:
      state = .escape
      return nil
    default:
      state = .ground
      return nil
    }
  }

  private mutating func end(
    _ introducer: Introducer, _ bytes: [UInt8], final: UInt8
  ) -> EditEvent? {
    let final = Unicode.Scalar(final)
    if bytes.first == UInt8(ascii: "<") {
      guard !isPasting, let mouse = TerminalMouse(bytes.dropFirst(), final: final) else {
        return nil
      }
      return mouse.event(at: last)
    }
    guard bytes.count < TerminalInput.mostParameters,
      let numbers = TerminalInput.numbers(bytes[...])
    else { return nil }
    if introducer == .control, final == "~", numbers.count == 1, [200, 201].contains(numbers[0]) {
      isPasting = numbers[0] == 200
      return nil
    }
    return isPasting ? nil : TerminalInput.key(introducer, numbers, final).map(EditEvent.key)
  }

  private static func key(
    _ introducer: Introducer, _ numbers: [Int], _ final: Unicode.Scalar
  ) -> EditKey? {
    // The locks of capitals and numbers are no modifiers of an arrow.
    let modifiers = numbers.count > 1 ? (numbers[numbers.count - 1] - 1) & 0x3f : 0
    switch (final, modifiers) {
    case ("A", 0): return .up
    case ("B", 0): return .down
    case ("C", 0): return .right
    case ("D", 0): return .left
    case ("H", 0): return .home
    case ("F", 0): return .end
    case ("A", 1): return .shiftUp
    case ("B", 1): return .shiftDown
    case ("C", 1): return .shiftRight
    case ("D", 1): return .shiftLeft
    case ("M", 0) where introducer == .shift3: return .enter
    case ("~", 0): return numbers.first.flatMap { TerminalInput.numbered[$0] }
    default: return nil
    }
  }

  /// Keys that terminals send by a number.
  private static let numbered: [Int: EditKey] = [
    1: .home, 3: .delete, 4: .end, 5: .pageUp, 6: .pageDown, 7: .home, 8: .end,
  ]

  /// Numbers with semicolons between them; `nil` for other parameters.
  static func numbers(_ bytes: ArraySlice<UInt8>) -> [Int]? {
    guard !bytes.isEmpty else { return [] }
    var numbers = [0]
    for byte in bytes {
      switch byte {
      case UInt8(ascii: ";"): numbers.append(0)
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        let number = numbers[numbers.count - 1] * 10 + Int(byte - UInt8(ascii: "0"))
        guard number < 1_000_000 else { return nil }
        numbers[numbers.count - 1] = number
      default: return nil
      }
    }
    return numbers
  }
}

/// A report of the mouse.
struct TerminalMouse {
  /// Which button, with bits for motion and the keys that were held.
  private let code: Int
  private let row: Int
  private let column: Int
  private let isRelease: Bool

  /// Reads the numbers of a report in the form that was asked for (SGR); `nil` for none.
  init?(_ bytes: ArraySlice<UInt8>, final: Unicode.Scalar) {
    guard let numbers = TerminalInput.numbers(bytes), numbers.count == 3,
      ["M", "m"].contains(final)
    else { return nil }
    code = numbers[0]
    (row, column) = (numbers[2] - 1, numbers[1] - 1)
    isRelease = final == "m"
  }

  /// Reads the three bytes of a report in the old form, of terminals that know no other; it does not tell which
  /// button was let go.
  init(old bytes: [UInt8]) {
    let numbers = bytes.map { Int($0) - 32 }
    code = numbers[0] & 0b1100_0011 == 3 && numbers[0] & 32 == 0 ? 0 : numbers[0]
    (row, column) = (numbers[2] - 1, numbers[1] - 1)
    isRelease = code != numbers[0]
  }

  /// What it means to the editor; `nil` for other buttons, and for motion without one.
  func event(at time: Int) -> EditEvent? {
    let isMotion = code & 32 != 0
    switch (code & ~0b11_1100, isRelease, isMotion) {
    case (0, true, _): return .release(row: row, column: column, time: time)
    case (0, _, true): return .drag(row: row, column: column)
    case (0, _, _): return .press(row: row, column: column, time: time)
    case (64, false, false): return .wheel(-1)
    case (65, false, false): return .wheel(1)
    default: return nil
    }
  }
}
