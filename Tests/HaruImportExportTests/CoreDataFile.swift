import HaruCore
import Support

/// Makes files like those of SwiftCal (docs/formats.md#swiftcal).
struct CoreDataFile {
  /// A row of the table of days, with values in SQL.
  struct Row {
    let date: String
    let didStudy: String

    init(date: String, didStudy: String) {
      (self.date, self.didStudy) = (date, didStudy)
    }

    /// A row with the instant at which a day begins in a zone.
    init(_ day: Day, in zone: Zone, studied: Bool, plus seconds: String = "") {
      let start = DayBoundary(startsAt: .midnight, zone: zone).start(of: day)
      date = "\(start.seconds - 978_307_200)\(seconds)"
      didStudy = studied ? "1" : "0"
    }
  }

  static let tables = """
    CREATE TABLE ZDAY (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZDIDSTUDY INTEGER,
      ZDATE TIMESTAMP);
    CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER,
      Z_MAX INTEGER);
    CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR(255), Z_PLIST BLOB);
    CREATE TABLE Z_MODELCACHE (Z_CONTENT BLOB);
    INSERT INTO Z_PRIMARYKEY VALUES (1, 'Day', 0, 1000);
    INSERT INTO Z_METADATA VALUES (1, '6A1C2F7E-1C1B-4F8B-9B57-0A9D3A2F1E55', x'62706c697374');

    """

  /// The additional tables of SwiftData.
  static let history = """
    CREATE TABLE ACHANGE (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, ZCHANGETYPE INTEGER);
    CREATE TABLE ATRANSACTION (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, ZTIMESTAMP FLOAT);
    CREATE TABLE ATRANSACTIONSTRING (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, ZNAME VARCHAR);
    INSERT INTO Z_PRIMARYKEY VALUES (16001, 'CHANGE', 0, 1), (16002, 'TRANSACTION', 0, 1);
    INSERT INTO ATRANSACTION VALUES (1, 16002, 755449200.25);

    """

  /// The SQL of a file with rows.
  static func sql(_ rows: [Row]) -> String {
    guard !rows.isEmpty else { return tables }
    let values = rows.map { "(1, 1, \($0.didStudy), \($0.date))" }.joined(separator: ",\n")
    return tables + "BEGIN; INSERT INTO ZDAY (Z_ENT, Z_OPT, ZDIDSTUDY, ZDATE) VALUES\n"
      + values + "; COMMIT;"
  }
}
