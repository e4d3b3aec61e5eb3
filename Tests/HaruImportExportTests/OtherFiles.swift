import Foundation
import HaruCore
import HaruImportExport
import Support
import Testing

/// A file of another tracker, and what it says, both by `trackers.py`.
struct OtherFile: Decodable {
  let format: String
  let file: String
  let habit: String?
  let studied: [String]
  let rest: [String]
  let notes: [String: String]
}

extension ImportBench {
  /// Makes a file of each kind.
  func otherFiles(days: Int, seed: Int) throws -> [OtherFile] {
    let program = SourceTree.root.appendingPathComponent("Tests/Support/trackers.py").path
    let run = try Child.run(
      "python3", ["-B", program, scratch.path, "\(ImportBench.today)", String(days), String(seed)])
    try #require(run.status == 0, "\(run.errors)")
    return try JSONDecoder().decode([OtherFile].self, from: Data(run.output.utf8))
  }

  func bytes(of file: OtherFile) throws -> Data {
    try Data(contentsOf: URL(fileURLWithPath: scratch(file.file)))
  }
}

/// Readers against files by a program that shares nothing with them.
struct OtherFileTests {
  @Test(arguments: 1...12) func everyReaderFindsWhatWasWritten(seed: Int) throws {
    let bench = ImportBench()
    let files = try bench.otherFiles(days: 40 * seed, seed: seed)
    #expect(Set(files.map(\.format)) == Set(ImportFormats.names).subtracting(["haru"]))
    for file in files {
      let found = try bench.read(bench.scratch(file.file), habit: file.habit)
      #expect(found.studied == Set(file.studied.map(date)), "\(file.file)")
      #expect(Set(found.rest.keys) == Set(file.rest.map(date)), "\(file.file)")
      let notes = Dictionary(uniqueKeysWithValues: file.notes.map { (date($0), $1) })
      #expect(found.notes == notes, "\(file.file)")
    }
  }
}
