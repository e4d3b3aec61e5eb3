internal import Foundation

/// A folder on a file system that lacks something, for a test: `oddfs.c` tells what.
public final class OddDisk {
  /// What a file system can lack.
  public enum Lack: String, CaseIterable, Sendable {
    case coarseDates = "coarse-dates"
    case links = "no-links"
    case locks = "no-locks"
    case sharedMemory = "no-shared-memory"
  }

  /// Where it is mounted.
  public let path: String
  private let server: Child

  /// Whether this user may mount one.
  public static let isPossible: Bool = {
    let scratch = Scratch()
    guard let disk = try? OddDisk(in: scratch, lacking: []) else { return false }
    return (try? Data().write(to: URL(fileURLWithPath: disk.path + "/file"))) != nil
  }()

  /// Mounts one; what is in it is in the directory `stored` of a scratch directory.
  public init(in scratch: Scratch, lacking lacks: [Lack]) throws {
    path = scratch("disk")
    for folder in [path, scratch("stored")] {
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true)
    }
    let program = try OddDisk.compiled(in: scratch)
    server = try Child(program, [scratch("stored"), path] + lacks.map(\.rawValue))
    _ = try server.line { $0 == "mounted" }
  }

  deinit {
    _ = try? Child.run("fusermount3", ["-u", "-z", path])
    _ = try? server.terminate()
  }

  private static func compiled(in scratch: Scratch) throws -> String {
    let source = SourceTree.root.appendingPathComponent("Tests/Support/oddfs.c").path
    let program = scratch("oddfs")
    let flags = try Child.run("pkg-config", ["--cflags", "--libs", "fuse3"]).output
    let words = flags.split { $0.isWhitespace }.map(String.init)
    let build = try Child.run("cc", ["-O1", "-o", program, source] + words)
    guard build.status == 0 else { throw Failure.unexpected(build.errors) }
    return program
  }
}
