import Foundation
import HaruCore
import Support
import Testing

/// Importing files of other programs with `haru import`, in every language.
struct ImportTests {

  private func put(_ text: String, _ name: String, in session: Transcript) throws -> String {
    try session.home.write(text, to: name)
  }

  private func dump(_ session: Transcript) throws -> String {
    try Child.run("sqlite3", ["-batch", session.home(Desk.storePath), ".dump"]).succeeded()
  }

  /// A SwiftCal store with every known problem.
  private func swiftCal(in session: Transcript) throws -> String {
    let path = session.home("SwiftCal.sqlite")
    let file = try session.home.write(
      """
      .dbconfig no_ckpt_on_close on
      PRAGMA journal_mode = wal; PRAGMA wal_autocheckpoint = 0;
      CREATE TABLE ZDAY (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER,
        ZDIDSTUDY INTEGER, ZDATE TIMESTAMP);
      CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER,
        Z_MAX INTEGER);
      CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR(255), Z_PLIST BLOB);
      INSERT INTO Z_PRIMARYKEY VALUES (1, 'Day', 0, 100);
      INSERT INTO Z_METADATA VALUES (1, '6A1C2F7E-1C1B-4F8B-9B57-0A9D3A2F1E55', NULL);
      -- A month in Los Angeles, then two in Seoul, one of them doubled, and single rows.
      INSERT INTO ZDAY (ZDIDSTUDY, ZDATE) SELECT value % 2,
        unixepoch('2026-09-01 07:00', '+' || value || ' days') - 978307200
        FROM generate_series(0, 29);
      INSERT INTO ZDAY (ZDIDSTUDY, ZDATE) SELECT value > 10,
        unixepoch('2026-09-30 15:00', '+' || (value % 31) || ' days') - 978307200
        FROM generate_series(0, 61);
      INSERT INTO ZDAY (ZDIDSTUDY, ZDATE) SELECT value < 21,
        unixepoch('2026-10-31 15:00', '+' || value || ' days') - 978307200
        FROM generate_series(0, 29);
      INSERT INTO ZDAY (ZDIDSTUDY, ZDATE) VALUES (1, NULL), (1, 0), (1, 804920400.5);

      """, to: "make.sql")
    try Child.run("sqlite3", ["-batch", "-bail", path, ".read \(file)"]).succeeded()
    return path
  }

  @Test(arguments: TestLanguage.tried)
  func swiftCalIsImportedAndUndone(language: TestLanguage) throws {
    let session = Transcript(language: language)
    let path = try swiftCal(in: session)
    let source = try Data(contentsOf: URL(fileURLWithPath: path + "-wal"))
    try session.type("haru", "import", "--dry-run", path)
    #expect(!FileManager.default.fileExists(atPath: session.home(Desk.storePath)))
    try session.type("haru", "import", path)
    let once = try dump(session)
    #expect(once.contains("INSERT INTO entry VALUES"))
    try session.type("haru", "import", path)
    #expect(try dump(session) == once, "importing again changes nothing")
    try session.type("haru", "unmark", "2026-11-19")
    let corrected = try dump(session)
    try session.type("haru", "import", path)
    #expect(try dump(session) == corrected, "nor does it after a correction")
    try session.type("haru", "undo")
    try session.type("haru", "undo")
    try session.type("haru", "import", "--force", "--time-zone", "America/Los_Angeles", path)
    try session.type("haru", "store", "check")
    #expect(try Data(contentsOf: URL(fileURLWithPath: path + "-wal")) == source)
    try session.expectGolden("import-swiftcal")
  }

  @Test(arguments: TestLanguage.tried)
  func logsAndTablesAreImported(language: TestLanguage) throws {
    let session = Transcript(language: language)
    try session.type("haru", "mark", "2026-11-19")
    try session.type("haru", "note", "2026-11-18", "mine")
    let log = try put(
      """
      2026-11-17 : Study : y : a good day : 0
      2026-11-18 : Study : y : theirs : 0
      2026-11-19 : Study : y :  : 0
      2026-11-16 : Study : s :  : 0
      2026-11-15 : Study : y : a : b : c
      2026-11-21 : Study : y :  : 0
      2026-11-17 : Run : n :  : 0

      """, "log", in: session)
    try session.type("haru", "import", log)
    try session.type("haru", "import", log, "--habit", "Study")
    try session.type("haru", "status", "--format", "line")
    try session.type("haru", "note", "2026-11-18")
    let many = (1...25).map { "2026-13-\($0),1\n" }.joined()
    try session.type(
      "haru", "import", put("date,done\n20.11.2026,1\n" + many, "a.csv", in: session))
    try session.type("haru", "import", put("2026-11-02,0\n", "none.csv", in: session))
    try session.type("haru", "undo", "--list")
    try session.expectGolden("import-tables")
  }

  /// An export of Haru, into an empty store and into one with days.
  @Test(arguments: TestLanguage.tried)
  func ourOwnExportIsImported(language: TestLanguage) throws {
    let session = Transcript(language: language)
    try session.type("haru", "mark", "-3..-1")
    try session.type("haru", "rest", "-4", "--reason", "a cold")
    try session.type("haru", "note", "-1", "chapter 3")
    let file = session.home("days.json")
    try session.type("haru", "export", "-o", file)
    try FileManager.default.removeItem(atPath: session.home(".local/share/haru"))
    try session.type("haru", "import", "--dry-run", file)
    try session.type("haru", "import", file)
    try session.type("haru", "import", file)
    try session.type("haru", "undo", "--list")
    try session.type("haru", "undo")
    try FileManager.default.removeItem(atPath: session.home(".local/share/haru"))
    try session.type("haru", "mark")
    try session.type("haru", "import", file)
    try session.type("haru", "undo")
    try session.expectGolden("import-haru")
  }

  /// A cleared day stays cleared when a longer file with another name is imported.
  @Test func aClearedDayStaysClearedWhenALongerFileIsImported() throws {
    let session = Transcript()
    let rows = "date,value,note\n2026-11-01,1,\n2026-11-02,1,\n"
    try session.type("haru", "import", put(rows, "november.csv", in: session))
    try session.type("haru", "unmark", "2026-11-01")
    let grown = try put(rows + "2026-11-03,,a note alone\n2026-11-04,1,\n", "b.csv", in: session)
    let run = try session.type("haru", "import", grown)
    #expect(run.output.contains("New: 1 day\n"))
    #expect(run.output.contains("not marked again: 1 day\n"))
    #expect(run.output.contains("1 new note\n") && !run.output.contains("skipped"))
    #expect(try session.type("haru", "note", "2026-11-03").output == "a note alone\n")
  }

  @Test(arguments: TestLanguage.tried)
  func invalidFilesAreRefused(language: TestLanguage) throws {
    let session = Transcript(language: language)
    try session.type("haru", "mark", "-1")
    let before = try dump(session)
    let plain = try put("2026-11-01,1\n", "plain.csv", in: session)
    let log = try put("2026-11-01 : Study : y\n2026-11-01 : Run : y\n", "log", in: session)
    let unknown = try put("hello\n", "hello.txt", in: session)
    let open = try put("2026-11-01,1\n2026-11-02,1,\"never\n", "open.csv", in: session)
    let broken = try put("SQLite format 3\0and no more", "broken.db", in: session)
    let cases: [(Int32, [String])] = [
      (64, []), (64, [plain, plain]), (64, [plain, "--format", "xml"]),
      (64, [plain, "--time-zone", "Europ/Berlin"]), (64, [plain, "--time-zone", ""]),
      (64, [plain, "--time-zone", "UTC+09:00"]), (64, [plain, "--time-zone", "gmt-5"]),
      (64, [plain, "--time-zone", "KST+9"]), (64, [plain, "--time-zone", "KST-9"]),
      (64, [plain, "--habit", "Study"]), (64, [log]), (64, [log, "--habit", "Walk"]),
      (65, [unknown]), (65, [plain, "--format", "harsh"]), (65, [open]), (65, [broken]),
      (65, [session.home(".local")]), (65, [session.home(".local/share/haru/haru.sqlite")]),
      (66, [session.home("nothing")]), (66, ["/dev/null"]),
    ]
    for (status, words) in cases {
      let run = try session.type("haru", ["import"] + words)
      #expect(run.status == status, "\(words)")
      #expect(run.output == "", "\(words)")
      #expect(run.errors.split(separator: "\n").count == 1, "\(words)")
    }
    #expect(try dump(session) == before)
    try session.type("haru", "import", "--help")
    try session.expectGolden("import-refusals")
  }

  /// A file of which nothing could be read is bad data, and one that says nothing is not.
  @Test func aFileOfSkippedRowsIsBadData() throws {
    let session = Transcript()
    let short = try put("date,value,note\n2026-11-01\n2026-11-02\n", "short.csv", in: session)
    for words in [[short], ["--dry-run", short]] {
      let run = try session.type("haru", ["import"] + words)
      #expect(run.status == 65)
      #expect(run.output.contains("line 2: 1 cell instead of 3"), "\(run)")
      #expect(run.errors.hasSuffix("haru: no day could be read: \(short)\n"))
    }
    let none = try put("date,value\n2026-11-01,0\n", "none.csv", in: session)
    #expect(try session.type("haru", "import", none).status == 0)
    let some = try put("date,value\n2026-11-01\n2026-11-02,1\n", "some.csv", in: session)
    #expect(try session.type("haru", "import", some).status == 0)
  }

  /// What a pipe brings is read as a file would be, up to the same sizes, and leaves nothing behind.
  @Test func standardInputIsImported() throws {
    let home = Scratch()
    try home.makeFolder("tmp")
    let table = try home.write("date,value\n2026-11-01,1\n2026-11-02,1\n", to: "days.csv")
    let database = home("tickmate.db")
    let sql = """
      CREATE TABLE tracks (_id INTEGER PRIMARY KEY, name TEXT);
      CREATE TABLE ticks (_track_id INTEGER, year INTEGER, month INTEGER, day INTEGER);
      INSERT INTO tracks (name) VALUES ('Study'); INSERT INTO ticks VALUES (1, 2026, 10, 3);
      """
    try execute(sql, on: database)
    try Child.run("python3", ["-m", "zipfile", "-c", home("days.zip"), table]).succeeded()
    func haru(_ line: String) throws -> Child.Outcome {
      let words = FakeTime.words(at: "2026-11-20 12:00") + [Built.product("haru")]
      let script = line.replacing("haru", with: words.map { "'\($0)'" }.joined(separator: " "))
      let environment = environment(home: home.path, ["TMPDIR": home("tmp")])
      return try Child.run("sh", ["-c", "cd '\(home.path)'; " + script], environment: environment)
    }
    for (line, said) in [
      ("cat days.csv | haru import -", "CSV: 2 studied days, 2026-11-01 to 2026-11-02\n"),
      ("haru import - --time-zone Asia/Seoul <days.csv", "CSV: 2 studied days, "),
      ("cat days.zip | haru import --dry-run -", "CSV: 2 studied days, "),
      ("cat tickmate.db | haru import -", "Tickmate, Study: one studied day, 2026-11-03\n"),
      ("haru export | haru import -", "Haru: 3 studied days, "),
    ] {
      let run = try haru(line)
      #expect(run.status == 0 && run.output.hasPrefix(said), "\(line): \(run)")
    }
    for (line, status, said) in [
      ("haru import - </dev/null", 65, "unknown format: -"),
      ("head -c 65M /dev/zero | haru import -", 65, "larger than 64 MB: -"),
      ("haru import - <tmp", 66, "Is a directory: -"),
      ("echo hello | haru import ./-", 66, "./-"),
    ] {
      let run = try haru(line)
      #expect(run.status == status && run.errors.contains(said), "\(line): \(run)")
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: home("tmp")) == [])
  }

  /// A collection of Anki with its options; on a machine without zstd the error says what to do.
  @Test func aPackageOfAnkiIsImported() throws {
    let home = Scratch()
    // Two answers on the evening of November 1, of half a minute each, and one on that of November 3.
    let reviews = [1_793_565_000_000, 1_793_565_040_000, 1_793_737_800_000].map {
      [$0, 3, 30_000, 1]
    }
    let package = home("backup.colpkg")
    try makeAnkiFile(["reviews": reviews], at: package)
    func haru(_ words: String..., more: [String: String] = [:]) throws -> Child.Outcome {
      try environment(home: home.path, more).haru(at: "2026-11-20 12:00", words)
    }
    let all = try haru("import", "--dry-run", package)
    #expect(all.output.hasPrefix("Anki: 2 studied days, 2026-11-01 to 2026-11-03\n"), "\(all)")
    for option in ["--minutes=1", "--reviews=2"] {
      let some = try haru("import", "--dry-run", package, option)
      #expect(some.output.hasPrefix("Anki: one studied day, 2026-11-01\n"), "\(some)")
    }
    for (option, said) in [
      ("--minutes=0", "--minutes: 0; expected a number from 1 to 1440"),
      ("--reviews=x", "--reviews: x; expected a number from 1 to 100000"),
    ] {
      let wrong = try haru("import", package, option)
      #expect(wrong.status == 64 && wrong.errors.contains(said), "\(wrong)")
    }
    for (name, link) in [("sh", "/bin/sh"), ("head", "/usr/bin/head")] {
      try home.link("bin/" + name, to: link)
    }
    try home.makeFolder("folder")
    try FileManager.default.copyItem(atPath: package, toPath: home("folder/backup.colpkg"))
    for path in [package, home("folder")] {
      let without = try environment(home: home.path, ["PATH": home("bin")]).haru("import", path)
      #expect(without.status == 69)
      #expect(
        without.errors
          == "haru: compressed with zstd: \(path); install the program zstd, or export again with “Support older Anki versions”\n"
      )
    }
  }

  /// A running agent shows imported days.
  @Test func aRunningAgentShowsImportedDays() throws {
    let home = Scratch()
    let bus = try PrivateBus()
    let environment = Support.environment(home: home.path, bus: bus.address)
    let console = try Console(environment: environment)
    let agent = try Desk.startAgent(environment)
    _ = try console.shown()
    let today = try Child.run("date", ["+%F"], environment: environment).output
    let file = try home.write(today, to: "days.csv")
    try environment.haru("import", file).succeeded()
    #expect(try console.shown().summary.hasPrefix("Studied"))
    try agent.terminate()
  }

  /// Loop's days are civil days, wherever they were written and are read; the last one is today.
  @Test(arguments: ["America/Los_Angeles", "Pacific/Kiritimati", "Australia/Lord_Howe"])
  func daysOfLoopAreTheSameInEveryZone(zone: String) throws {
    let home = Scratch()
    let maker = SourceTree.root.appendingPathComponent("Tests/Support/trackers.py").path
    let run = try Child.run("python3", ["-B", maker, home.path, "2026-11-20", "800", "1"])
    let files = try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [[String: Any]]
    let made = try #require(files).filter { ($0["format"] as? String)?.hasPrefix("loop") == true }
    #expect(made.count == 4)
    for (file, clock) in made.flatMap({ file in ["00:00:30", "23:59:30"].map { (file, $0) } }) {
      let name = try #require(file["file"] as? String)
      let days = try #require(file["studied"] as? [String])
      let user = home("of-" + name + clock)
      func haru(_ words: [String]) throws -> Child.Outcome {
        try environment(home: user, zone: zone).haru(at: "2026-11-20 " + clock, words)
      }
      let habit = file["habit"] as? String
      let report = try haru(["import", home(name)] + (habit.map { ["--habit", $0] } ?? []))
      #expect(report.status == 0 && !report.output.contains("skipped"), "\(report)")
      let table = try haru(["export", "--format", "csv"]).output
      let marked = table.split(separator: "\r\n").filter { $0.dropFirst(10).hasPrefix(",1,") }
      #expect(marked.map { String($0.prefix(10)) } == days, "\(name) at \(clock)")
    }
  }

  /// A long table needs little more memory than its bytes.
  @Test(.disabled(if: Built.isSanitized, "a sanitizer has memory of its own"))
  func aLongTableNeedsLittleMemory() throws {
    let session = Transcript()
    func kilobytes(rows: Int) throws -> Int {
      let day = #"'2026-0%d-1%d,1,\n' % (n % 9 + 1, n % 10)"#
      let file = session.home("\(rows).csv")
      let script = """
        import os, subprocess, sys
        open('\(file)', 'w').writelines(\(day) for n in range(\(rows)))
        program = subprocess.Popen(sys.argv[1:], stdout=2)
        print(os.wait4(program.pid, 0)[2].ru_maxrss)
        """
      let run = try Child.run(
        "python3", ["-c", script, Built.product("haru"), "import", "--dry-run", file],
        environment: environment(home: session.home.path), within: .seconds(600))
      return try #require(Int(run.output.dropLast()), "\(run.errors)")
    }
    // Fourteen bytes a row, 0.7 MB in all.
    #expect(try kilobytes(rows: 50_000) - kilobytes(rows: 10) < 2000)
  }
}
