import Foundation
import HaruCore
import HaruStore
import Support
import Testing

/// Stores that versions 0.1 to 0.3 have made themselves, with their last changes in a log: they are read
/// for ever, and the first change makes one plain file of them.
@Suite(.serialized)
struct FormerStoreTests {
  static let versions = ["0.1", "0.2", "0.3"]

  private let home: Scratch
  private let environment: [String: String]
  private var store: String { home(Desk.storePath) }

  init() throws {
    home = try Scratch()
    environment = Support.environment(home: home.path, zone: "Asia/Seoul")
  }

  private static func fixture(_ version: String, _ name: String) -> URL {
    SourceTree.root.appendingPathComponent("Tests/EndToEndTests/Fixtures/\(version)/\(name)")
  }

  /// Puts the store of a version into its place.
  private func put(_ version: String) throws {
    for name in ["haru.sqlite", "haru.sqlite-wal"] {
      try home.write("", to: ".local/share/haru/" + name)
      try Data(contentsOf: Self.fixture(version, name))
        .write(to: URL(fileURLWithPath: home(".local/share/haru/" + name)))
    }
  }

  private func haru(_ words: String...) throws -> Child.Outcome {
    try Child.run(Built.product("haru"), words, environment: environment)
  }

  /// The lines of an export, but for its log, which those of earlier versions lack, and the name of the program that
  /// made it.
  private func lines(_ export: String) -> [Substring] {
    var isLog = false
    return export.split(separator: "\n").filter { line in
      if line == "  \"log\" : [" { isLog = true }
      defer { if line == "  ]," { isLog = false } }
      return !isLog && !line.contains("\"program\"")
    }
  }

  private func export() throws -> [Substring] {
    lines(try haru("export", "--format", "json", "-o", "-").output)
  }

  private func expected(_ version: String) throws -> [Substring] {
    lines(try String(contentsOf: Self.fixture(version, "export.json"), encoding: .utf8))
  }

  private func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: home(".local/share/haru")).sorted()
  }

  @Test(arguments: versions)
  func aStoreOfAnEarlierVersionBecomesOneFile(version: String) throws {
    try put(version)
    #expect(try export() == expected(version))
    #expect(try haru("config", "set", "Store.backups", "0").status == 0)
    #expect(try haru("mark", "2026-11-04").status == 0)
    #expect(try names() == ["haru.sqlite"])
    #expect(try haru("undo").status == 0)
    #expect(try haru("store", "check").status == 0)
    let marks = try Store(path: store, for: .reading).markedDays().count
    #expect(marks == 25)
  }

  /// A program of that version has the store open, as after an upgrade: its log stays until it ends.
  @Test(arguments: versions)
  func aStoreIsUsedBesideAProgramOfAnEarlierVersion(version: String) throws {
    try put(version)
    let other = try Child("sqlite3", ["-batch", store])
    try other.send("BEGIN; SELECT 'rows: ' || count(*) FROM mark;")
    _ = try other.line { $0.hasPrefix("rows: ") }
    #expect(try haru("mark", "2026-11-04").status == 0)
    #expect(try haru("mark", "2026-11-05").status == 0)
    let move = try haru("store", "move", home.path)
    #expect(move.status == 75, "\(move)")
    try other.send("COMMIT; SELECT 'rows: ' || count(*) FROM mark;")
    #expect(try other.line { $0.hasPrefix("rows: ") } == "rows: 27")
    try other.send(".quit")
    _ = try other.wait()
    #expect(try haru("mark", "2026-11-06").status == 0)
    #expect(try names().filter { $0.hasPrefix("haru.sqlite") } == ["haru.sqlite"])
    #expect(try Store(path: store, for: .reading).markedDays().count == 28)
    #expect(try haru("store", "check").status == 0)
  }

  /// Killed while it becomes one file, it is the store of before or the new one.
  @Test func aConversionThatIsKilledLosesNothing() throws {
    var killed = 0
    for call in ["unlink", "fdatasync", "ftruncate", "pwrite64"] {
      for number in stride(from: 1, through: 200, by: call == "pwrite64" ? 13 : 1) {
        try put("0.3")
        unlink(store + "-shm")
        unlink(store + "-journal")
        let run = try runKilled(before: call, number, ["mark", "2026-11-04"], environment)
        let count = try Store(path: store, for: .reading).markedDays().count
        #expect(count == 26 || count == 25 && run.status != 0, "\(call) \(number)")
        #expect(try haru("store", "check").status == 0, "\(call) \(number)")
        if run.status == 0 { break }
        killed += 1
      }
    }
    print("killed \(killed) conversions")
    #expect(killed > 10)
  }

  /// Without the permission to write, the log is read all the same.
  @Test(arguments: versions)
  func aLogIsReadWithoutItsIndex(version: String) throws {
    try put(version)
    let program = try Nobody.program("haru", in: home)
    for folder in ["", ".local", ".local/share", ".local/share/haru"] {
      chmod(home(folder), folder.hasSuffix("haru") ? 0o555 : 0o755)
    }
    for part in ["", "-wal"] { chmod(store + part, 0o644) }
    for mode in [mode_t(0o644), 0o666] {
      chmod(store, mode)
      let run = try Nobody.run(
        program, ["export", "--format", "json", "-o", "-"], environment)
      #expect(try lines(run.output) == expected(version), "\(run.errors)")
    }
    chmod(home(".local/share/haru"), 0o755)
    #expect(try names() == ["haru.sqlite", "haru.sqlite-wal"])
  }

  @Test(.enabled(if: TinyDisk.isPossible, "needs the right to mount a disk in memory"))
  func aLogIsReadOnAFullDisk() async throws {
    try put("0.3")
    try Given.set(home(".local/share/haru"), home("disk"))
    await #expect(processExitsWith: .success) {
      let (folder, disk) = try Given.value(of: String.self, String.self)
      try FileManager.default.createDirectory(atPath: disk, withIntermediateDirectories: true)
      try TinyDisk.mount(at: disk)
      for name in ["/haru.sqlite", "/haru.sqlite-wal"] {
        try FileManager.default.copyItem(atPath: folder + name, toPath: disk + name)
      }
      try TinyDisk.fill(disk)
      let store = try Store(path: disk + "/haru.sqlite", for: .reading)
      #expect(try store.markedDays().count == 25)
      let backup = try Scratch()
      try store.backUp(to: backup("haru.sqlite"))
      #expect(try Store(path: backup("haru.sqlite"), for: .reading).markedDays().count == 25)
    }
  }
}
