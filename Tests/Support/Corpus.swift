import Foundation

/// Good inputs, to be made wrong.
package struct Corpus {
  /// One input, with the name of its file.
  package struct Sample {
    package let name: String
    package let bytes: [UInt8]
  }

  /// A file in memory, for readers that take a path.
  package let path: String
  private let samples: [Sample]

  package init(folder: String) throws {
    samples = try FileManager.default.contentsOfDirectory(atPath: folder).sorted().map {
      Sample(
        name: $0, bytes: try [UInt8](Data(contentsOf: URL(fileURLWithPath: folder + "/" + $0))))
    }
    path = folder + ".input-\(getpid())"
  }

  /// A sample as it is.
  package func sample(_ random: inout Seeded) -> Sample {
    samples.randomElement(using: &random) ?? Sample(name: "", bytes: [0])
  }

  /// A sample with some wrong bytes.
  package func wrong(_ random: inout Seeded) -> Sample {
    let sample = sample(&random)
    return Sample(name: sample.name, bytes: Mutation.of(sample.bytes, &random))
  }

  /// Writes bytes to a file in memory.
  ///
  /// - Returns: Its path.
  package func file(_ bytes: [UInt8], _ end: String = "") throws -> String {
    let path = path + end
    let file = open(path, O_WRONLY | O_CREAT, 0o600)
    defer { close(file) }
    guard write(file, bytes, bytes.count) == bytes.count, ftruncate(file, bytes.count) == 0 else {
      throw Failure.system("write")
    }
    return path
  }
}
