import Foundation
import Support
import Testing

/// Everything a person reads, in English and Korean, as it was last read by one who judged it
/// (behaviours M10, W11, W15, C08, C27, B60; DESIGN §6).
///
/// A sheet that is missing is written, and the test fails: nobody has read it yet.
@Suite(.enabled(if: Tongue.isPossible, Comment(rawValue: Tongue.advice)))
struct GoldenTests {
  @Test(arguments: Tongue.allCases, Sheet.allCases)
  func isAsItWasRead(tongue: Tongue, sheet: Sheet) async {
    await #expect(processExitsWith: .success) { [tongue, sheet] in
      try tongue.speak()
      let found = sheet.text
      let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("Golden/\(tongue.rawValue)")
      let file = folder.appendingPathComponent("\(sheet.rawValue).txt")
      guard let golden = try? String(contentsOf: file, encoding: .utf8) else {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data(found.utf8).write(to: file)
        Issue.record("written for the first time, to be read: \(file.path)")
        return
      }
      #expect(found == golden, "\(GoldenTests.differences(golden, found))")
    }
  }

  /// The first lines in which two texts differ.
  private static func differences(_ golden: String, _ found: String) -> String {
    let lines = [golden, found].map { $0.split(separator: "\n", omittingEmptySubsequences: false) }
    return lines[1].difference(from: lines[0]).prefix(12).map { change in
      switch change {
      case .remove(let place, let line, _): "-\(place + 1): \(line)"
      case .insert(let place, let line, _): "+\(place + 1): \(line)"
      }
    }.joined(separator: "\n")
  }

  /// No sheet is kept that no test reads any more.
  @Test(arguments: Tongue.allCases)
  func noSheetIsLeftOver(tongue: Tongue) throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("Golden/\(tongue.rawValue)")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(names.sorted() == Sheet.allCases.map { "\($0.rawValue).txt" }.sorted())
  }
}
