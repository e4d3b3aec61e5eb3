import HaruCore
import Support
import Testing

/// The settings and their keys.
@Suite struct SettingsTests {
  /// Every key with its default, in the order of the manual.
  static let defaults = [
    ("Day", "starts-at", "00:00"), ("Day", "first-weekday", "locale"), ("Day", "since", ""),
    ("Notifications", "remind-at", "20:00"), ("Notifications", "later", "60"),
    ("Notifications", "at-login", "open"),
    ("Notifications", "at-day-start", "login"), ("Notifications", "stay", "auto"),
    ("Notifications", "number", "streak"), ("Notifications", "sound", "false"),
    ("Notifications", "quiet", ""), ("Store", "path", ""), ("Store", "backups", "7"),
    ("Cards", "rendering", "full-color"), ("Cards", "accent", "#ff9500"),
    ("Cards", "contrast-floor", "true"), ("Cards", "picture-size", "128"), ("Cards", "hidden", ""),
    ("Sources", "show", "true"),
  ]

  @Test func everyKeyHasADefault() {
    let found = Settings.keys.map { "\($0.group)/\($0.name)=\($0.value(in: Settings()))" }
    #expect(found == SettingsTests.defaults.map { "\($0.0)/\($0.1)=\($0.2)" })
  }

  /// haru.conf(5) has every key in its order, and each default.
  @Test func theManualHasEveryKey() throws {
    #expect(try faultsOfManual(Settings.self) == [])
  }

  @Test func anEmptyFileGivesTheDefaults() throws {
    #expect(try Settings(lines: []) == Settings())
  }

  /// The default of each key, written out, is the default.
  @Test func defaultsWrittenOutAreTheDefaults() throws {
    let lines = SettingsTests.defaults.map {
      SettingLine(group: $0.0, name: $0.1, value: $0.2)
    }
    #expect(try Settings(lines: lines) == Settings())
  }

  @Test(arguments: [
    ("Day", "starts-at", "03:00", "03:00"), ("Day", "starts-at", "12:00", "12:00"),
    ("Day", "first-weekday", "sunday", "sunday"), ("Day", "rest-weekdays", "sunday", "sunday"),
    ("Day", "rest-weekdays", "sunday;saturday;", "saturday;sunday"),
    ("Day", "starts-at", "3:00", "03:00"), ("Day", "first-weekday", "Monday", "monday"),
    ("Day", "rest-weekdays", "Sat,Sun", "saturday;sunday"),
    ("Day", "since", "2026-12-21", "2026-12-21"), ("Day", "since", "", ""),
    ("Notifications", "number", "steady", "steady"), ("Notifications", "number", "none", "none"),
    ("Day", "rest-weekdays", "saturday, SUNDAY", "saturday;sunday"),
    ("Notifications", "remind-at", "8:00, 20:30", "08:00;20:30"),
    ("Notifications", "quiet", "22:00-7:00", "22:00-07:00"),
    ("Cards", "hidden", "viewer,notification", "notification;viewer"),
    ("Store", "backups", "0", "0"), ("Store", "backups", "365", "365"),
    ("Notifications", "remind-at", "", ""), ("Notifications", "remind-at", "07:30", "07:30"),
    ("Notifications", "remind-at", "20:00;12:30", "12:30;20:00"),
    ("Notifications", "remind-at", "12:30;20:00;", "12:30;20:00"),
    ("Notifications", "later", "1", "1"), ("Notifications", "later", "720", "720"),
    ("Notifications", "at-login", "open", "open"),
    ("Notifications", "at-login", "always", "always"),
    ("Notifications", "at-login", "never", "never"),
    ("Notifications", "at-day-start", "false", "never"),
    ("Notifications", "at-day-start", "true", "begin"),
    ("Notifications", "at-day-start", "8:00", "08:00"),
    ("Notifications", "remind-at", "Mon..Fri 18:00; Sat,Sun 11:00", "sat,sun 11:00;mon..fri 18:00"),
    (
      "Notifications", "remind-at", "sunday..tue 9:00, 21:00;20:00", "mon,tue,sun 09:00,21:00;20:00"
    ),
    ("Notifications", "remind-at", "Mon..Sun 18:00", "18:00"),
    ("Day", "free", "2", "2"), ("Day", "free", "0", "0"),
    ("Notifications", "stay", "always", "always"), ("Notifications", "stay", "never", "never"),
    ("Notifications", "sound", "true", "true"), ("Sources", "show", "no", "false"),
    ("Notifications", "quiet", "22:00-07:00", "22:00-07:00"),
    ("Notifications", "quiet", "13:00-14:00", "13:00-14:00"),
    ("Notifications", "quiet", "", ""),
    ("Store", "path", "/srv/days.sqlite", "/srv/days.sqlite"), ("Store", "path", "", ""),
    ("Cards", "rendering", "accented", "accented"),
    ("Cards", "rendering", "monochrome", "monochrome"),
    ("Cards", "accent", "#0A84ff", "#0a84ff"), ("Cards", "contrast-floor", "false", "false"),
    ("Cards", "picture-size", "64", "64"), ("Cards", "picture-size", "256", "256"),
    ("Cards", "hidden", "notification", "notification"),
    ("Cards", "hidden", "viewer;notification;", "notification;viewer"),
    ("Cards", "hidden", "", ""),
  ])
  func acceptsAValidValue(group: String, name: String, value: String, kept: String) throws {
    let settings = try Settings(lines: [SettingLine(group: group, name: name, value: value)])
    let key = try #require(Settings.key(name, in: group))
    #expect(key.value(in: settings) == kept)
    // What is kept reads as the same again.
    let again = try Settings(lines: [SettingLine(group: group, name: name, value: kept)])
    #expect(again == settings)
  }

  @Test(arguments: [
    ("Day", "starts-at", ""), ("Day", "starts-at", "12:01"), ("Day", "starts-at", "24:00"),
    ("Day", "starts-at", "03:00:00"), ("Day", "starts-at", "-1:00"),
    ("Day", "starts-at", "03.00"), ("Day", "starts-at", "noon"), ("Day", "starts-at", " 03:00"),
    ("Day", "starts-at", "0\u{0663}:00"), ("Day", "starts-at", "+3:00"),
    ("Day", "first-weekday", ""), ("Day", "first-weekday", "Su"),
    ("Day", "first-weekday", "0"), ("Day", "rest-weekdays", "sat sun"),
    ("Day", "since", "21.12.2026"), ("Day", "since", "2026-02-30"), ("Day", "since", "today"),
    ("Notifications", "number", ""), ("Notifications", "number", "30"),
    ("Day", "starts-at", "003:00"), ("Day", "starts-at", "3:0"), ("Day", "starts-at", ":00"),
    ("Day", "rest-weekdays", "sunday;sunday"),
    (
      "Day", "rest-weekdays", "monday;tuesday;wednesday;thursday;friday;saturday;sunday"
    ), ("Store", "backups", ""), ("Store", "backups", "-1"), ("Store", "backups", "366"),
    ("Notifications", "remind-at", "25:00"), ("Notifications", "remind-at", "20:60"),
    ("Notifications", "remind-at", "20:00;x"),
    ("Notifications", "remind-at", "off"), ("Notifications", "remind-at", "mon"),
    ("Notifications", "remind-at", "20:00 21:00"), ("Notifications", "remind-at", "mon..x 20:00"),
    ("Notifications", "remind-at", "20:00,mon"), ("Notifications", "remind-at", ".. 20:00"),
    ("Day", "free", "7"), ("Day", "free", ""), ("Day", "free", "-1"),
    ("Notifications", "later", ""), ("Notifications", "later", "0"),
    ("Notifications", "later", "721"), ("Notifications", "later", "-5"),
    ("Notifications", "later", "+5"), ("Notifications", "later", "1.5"),
    ("Notifications", "later", "60m"), ("Notifications", "later", "99999999999999999999"),
    ("Notifications", "at-login", ""), ("Notifications", "at-login", "Open"),
    ("Notifications", "at-login", "sometimes"), ("Notifications", "at-day-start", "yes"),
    ("Notifications", "at-day-start", "1"), ("Notifications", "at-day-start", ""),
    ("Notifications", "stay", ""), ("Notifications", "stay", "true"),
    ("Notifications", "sound", "True"), ("Notifications", "sound", "on"),
    ("Notifications", "quiet", "22:00"), ("Notifications", "quiet", "22:00-22:00"),
    ("Notifications", "quiet", "22:00-07:00-08:00"), ("Notifications", "quiet", "22:00 - 07:00"),
    ("Notifications", "quiet", "22:00–07:00"), ("Notifications", "quiet", "22-7"),
    ("Store", "path", "days.sqlite"), ("Store", "path", "~/days.sqlite"),
    ("Store", "path", "./days.sqlite"),
    ("Cards", "rendering", ""), ("Cards", "rendering", "full-colour"),
    ("Cards", "accent", ""), ("Cards", "accent", "orange"), ("Cards", "accent", "ff9500"),
    ("Cards", "accent", "#f90"), ("Cards", "accent", "#-00000"), ("Cards", "accent", "#ff95000"),
    ("Cards", "accent", "#+f9500"),
    ("Cards", "contrast-floor", "perhaps"), ("Cards", "picture-size", "63"),
    ("Cards", "picture-size", "257"), ("Cards", "picture-size", "128px"),
    ("Cards", "hidden", "notifications"), ("Cards", "hidden", "viewer.notification"),
    ("Cards", "hidden", "viewer;viewer"),
  ])
  func refusesAnInvalidValue(group: String, name: String, value: String) throws {
    let line = SettingLine(group: group, name: name, value: value)
    let key = try #require(Settings.key(name, in: group))
    #expect(throws: SettingsError.badValue(line, expected: key.expected)) {
      try Settings(lines: [line])
    }
    var settings = Settings()
    #expect(!key.set(value, in: &settings))
    #expect(settings == Settings())
  }

  @Test(arguments: [
    ("Day", "start-at", "[Day] starts-at"), ("day", "starts-at", "[Day] starts-at"),
    ("", "starts-at", "[Day] starts-at"), ("Notifications", "starts-at", "[Day] starts-at"),
    ("Day", "Starts-At", "[Day] starts-at"), ("Day", "", nil), ("Agent", "colour", nil),
  ])
  func refusesAnUnknownKeyAndNamesTheNearest(group: String, name: String, near: String?) {
    let line = SettingLine(group: group, name: name, value: "03:00")
    #expect(throws: SettingsError.unknownKey(line, near: near)) { try Settings(lines: [line]) }
    #expect(Settings.key(name, in: group) == nil)
  }

  @Test func cardsLookAsTheSettingsSay() throws {
    let lines = [
      ("rendering", "accented"), ("accent", "#0a84ff"), ("contrast-floor", "false"),
    ]
    let style = try Settings(
      lines: lines.map { SettingLine(group: "Cards", name: $0.0, value: $0.1) }
    ).cardStyle
    #expect(style.rendering == .accented && style.accent.hex == "#0a84ff")
    #expect(!style.hasContrastFloor)
    #expect(Settings().cardStyle == CardStyle())
  }

  @Test func theFirstInvalidLineIsNamed() {
    let good = SettingLine(group: "Day", name: "starts-at", value: "03:00")
    let bad = SettingLine(group: "Notifications", name: "later", value: "soon")
    let worse = SettingLine(group: "Nowhere", name: "x", value: "y")
    #expect(throws: SettingsError.badValue(bad, expected: .minutes(1...720))) {
      try Settings(lines: [good, bad, worse])
    }
  }

  @Test(arguments: [
    ("22:00-07:00", ["22:00", "23:59", "00:00", "06:59"], ["07:00", "12:00", "21:59"]),
    ("13:00-14:00", ["13:00", "13:59"], ["12:59", "14:00", "00:00"]),
    ("00:00-06:00", ["00:00", "05:59"], ["06:00", "23:59"]),
    ("20:00-00:00", ["20:00", "23:59"], ["00:00", "19:59"]),
  ])
  func quietHoursContainTheirMinutes(hours: String, inside: [String], outside: [String]) throws {
    let quiet = try #require(QuietHours(hours))
    #expect(inside.map(time).allSatisfy(quiet.contains))
    #expect(!outside.map(time).contains(where: quiet.contains))
    #expect(quiet.description == hours)
  }

  @Test func everyTimeOfDayIsReadBackAsWritten() throws {
    for minutes in 0..<1440 {
      let time = try #require(TimeOfDay(hour: minutes / 60, minute: minutes % 60))
      #expect(time.minutes == minutes)
      #expect(TimeOfDay(time.description) == time)
    }
    #expect(TimeOfDay(hour: 24, minute: 0) == nil)
    #expect(TimeOfDay(hour: 0, minute: 60) == nil)
    #expect(TimeOfDay(hour: -1, minute: 0) == nil)
  }
}
