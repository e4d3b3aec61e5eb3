/// Inputs with a few wrong bytes, as a broken disk or a careless program leaves them.
public enum Mutation {
  private static let words: [[UInt8]] = [
    "\"", ",", ";", "\n", "\r", "\0", " : ", "9999-12-31", "0000-00-00", "-", "1e999", "nan",
    "99999999999999999999", "\u{feff}", "💥",
  ].map { Array($0.utf8) }

  /// Bytes with one to three changes.
  ///
  /// Most changes of binary bytes keep the length, so that the offsets of a zip archive or of a
  /// database stay right.
  public static func of(_ bytes: [UInt8], _ random: inout Seeded) -> [UInt8] {
    var bytes = bytes
    let isText = bytes.allSatisfy { $0 < 128 && $0 != 0 }
    func byte() -> UInt8 {
      let isAny = !isText || Int.random(in: 0..<20, using: &random) == 0
      return isAny ? .random(in: 0...255, using: &random) : .random(in: 0..<128, using: &random)
    }
    for _ in 0..<Int.random(in: 1...3, using: &random) where bytes.count > 1 {
      let place = Int.random(in: 0..<bytes.count, using: &random)
      let length = min(Int.random(in: 1...16, using: &random), bytes.count - place)
      switch Int.random(in: isText ? 0..<12 : 0..<60, using: &random) {
      case 0: bytes.insert(byte(), at: place)
      case 1: bytes.removeSubrange(place..<place + length)
      case 2: bytes.insert(contentsOf: Array(bytes[place..<place + length]), at: place)
      case 3: bytes.insert(contentsOf: words.randomElement(using: &random) ?? [], at: place)
      case 4: bytes.removeLast(min(length, bytes.count - 1))
      case 5: for index in place..<place + length { bytes[index] = byte() }
      default: bytes[place] = byte()
      }
    }
    return bytes
  }
}
