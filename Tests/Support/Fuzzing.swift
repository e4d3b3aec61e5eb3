import Foundation

/// Reads wrong inputs with one reader of Haru, for Tests/Torture/fuzz.py.
///
///     haru-fuzz READER CORPUS SEED FIRST COUNT AT
///
/// Each input follows from the seed and its number alone. The number of the present one stands in the
/// file AT, so that whoever started this finds it after a trap. An input that takes longer than the
/// limit ends the process by SIGALRM. The last line tells how many inputs could be read.
package enum Fuzzing {
  private static let limitSeconds: UInt32 = 20

  /// Does what the words of this program ask for, with one of its readers.
  @MainActor
  package static func run<Reader: RawRepresentable<String> & CaseIterable>(
    _ reads: @MainActor (Reader, Corpus, inout Seeded) throws -> Bool
  ) throws {
    let words = CommandLine.arguments.dropFirst()
    guard words.count == 6, let reader = Reader(rawValue: words[1]), let seed = UInt64(words[3]),
      let first = UInt64(words[4]), let count = UInt64(words[5])
    else {
      let names = Reader.allCases.map(\.rawValue).joined(separator: "|")
      print("usage: \(names) CORPUS SEED FIRST COUNT AT")
      exit(64)
    }
    let corpus = try Corpus(folder: words[2])
    let at = open(words[6], O_WRONLY | O_CREAT, 0o600)
    var read = 0
    for number in first..<first + count {
      var place = number
      pwrite(at, &place, 8, 0)
      var random = Seeded(seed &+ number &* 0x9e37_79b9_7f4a_7c15)
      alarm(limitSeconds)
      do {
        if try reads(reader, corpus, &random) { read += 1 }
      } catch {
        print("wrong: \(error)")
        exit(1)
      }
    }
    print(read)
  }
}
