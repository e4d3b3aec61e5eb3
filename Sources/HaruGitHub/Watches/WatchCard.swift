public import HaruCore

extension RepositoryEntry {
  /// The data of a watch on a day.
  ///
  /// - Parameters:
  ///   - watch: The watch.
  ///   - day: The day.
  ///   - boundary: Where days end.
  ///   - quietAfterDays: After how many days without a push it counts as quiet.
  ///   - file: The path for the avatar at an address.
  public init(
    of watch: Watch, on day: Day, boundary: DayBoundary, quietAfterDays: Int,
    file: (_ address: String) -> String
  ) {
    let snapshot = watch.snapshot
    self.init(
      owner: watch.name.owner, name: watch.name.name, avatar: snapshot?.avatar.map(file),
      facts: snapshot.map {
        Facts(of: $0, on: day, boundary: boundary, quietAfterDays: quietAfterDays)
      },
      people: snapshot?.contributors.changed(avatar: file) ?? .unknown)
  }
}

extension RepositoryEntry.Facts {
  fileprivate init(of snapshot: Snapshot, on day: Day, boundary: DayBoundary, quietAfterDays: Int) {
    self.init()
    stars = snapshot.stars
    forks = snapshot.forks
    takesIssues = snapshot.hasIssues ?? true
    openIssues = snapshot.openIssues
    daysSincePush = snapshot.daysSincePush(today: day, boundary: boundary)
    isQuiet = (daysSincePush ?? 0) > quietAfterDays
    let told = boundary.day(at: snapshot.fetchedAt)
    asOf = told < day ? told : nil
  }
}
