import HaruCore

/// A format for bars and prompts, which `--format` selects.
protocol BarFormat: StatusFormat {
  /// Prints a past day, which a scroll shows.
  func past(_ history: History) -> String

  /// Prints watched repositories; `nil` prints nothing.
  func repositories(_ bars: [RepositoryBar]) -> String?

  /// Whether it prints one repository only.
  var isForOneRepository: Bool { get }

  /// Whether a failure is printed as today would be, with exit status 0, because the bar hides a
  /// command that fails.
  var printsFailures: Bool { get }
}

extension BarFormat {
  var isForOneRepository: Bool { false }
  var printsFailures: Bool { false }
}

/// The values of `--format`.
enum BarFormatName: String, CaseIterable, Sendable {
  case line
  case waybar

  static let all = allCases.map(\.rawValue)

  @MainActor var format: any BarFormat {
    switch self {
    case .line: LineFormat()
    case .waybar: WaybarFormat()
    }
  }
}
