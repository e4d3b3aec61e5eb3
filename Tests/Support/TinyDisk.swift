internal import Foundation

/// A disk of one mebibyte in a mount namespace of its own, for a test in a process of its own.
public enum TinyDisk {
  /// Whether this user may mount one.
  public static let isPossible: Bool = {
    let outcome = try? Child.run(
      "unshare", ["-m", "mount", "-t", "tmpfs", "-o", "size=1m", "haru", "/mnt"])
    return outcome?.status == 0
  }()

  /// Mounts it for this thread and its later children.
  public static func mount(at folder: String) throws {
    // Swift's Glibc lacks these two.
    typealias Unshare = @convention(c) (Int32) -> Int32
    let newMounts: Int32 = 0x20000
    guard let address = dlsym(nil, "unshare"),
      unsafeBitCast(address, to: Unshare.self)(newMounts) == 0
    else { throw Failure.system("unshare") }
    // The mount must not reach other namespaces.
    for words in [
      ["--make-rprivate", "/"], ["-t", "tmpfs", "-o", "size=1m", "haru", folder],
    ] {
      let outcome = try Child.run("mount", words)
      guard outcome.status == 0 else { throw Failure.unexpected("mount: \(outcome.errors)") }
    }
  }

  /// Makes it one that cannot be written.
  public static func makeReadOnly(_ folder: String) throws {
    let outcome = try Child.run("mount", ["-o", "remount,ro", folder])
    guard outcome.status == 0 else { throw Failure.unexpected("mount: \(outcome.errors)") }
  }

  /// Fills it to the last block.
  public static func fill(_ folder: String) throws {
    let file = Glibc.open(folder + "/filler", O_WRONLY | O_CREAT, 0o600)
    defer { close(file) }
    let block = [UInt8](repeating: 1, count: 4096)
    while write(file, block, block.count) > 0 {}
    guard errno == ENOSPC else { throw Failure.system("filling") }
  }
}

/// Drops root, whom file modes do not stop, for the rest of the process.
///
/// Any other user stays the owner of the test's files: a mode that stops nobody has to stop the owner, too.
public func becomeNobody() {
  guard getuid() == 0 else { return }
  setgroups(0, nil)
  setgid(65_534)
  setuid(65_534)
}
