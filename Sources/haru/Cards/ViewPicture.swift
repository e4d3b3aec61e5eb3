import ArgumentParser
import Glibc
import HaruCommand
import HaruCore
import HaruDesktop
import HaruSystem
import HaruText

/// A view of today as a file, for the application that opens pictures.
@MainActor
struct ViewPicture {
  /// The time limit of drawing; the first start may have to scan all fonts of the system.
  private static let drawingMilliseconds = 20_000

  private let view: View
  private let day: Day
  private let card: Card
  private let directory: PrivateDirectory

  init(of view: View, _ context: CommandContext) throws(Failure) {
    let cardDay = CardDay(
      of: try context.record(), on: context.today, firstWeekday: context.firstWeekday)
    (self.view, day) = (view, context.today)
    card = view.card(of: cardDay, style: context.settings.cardStyle)
    directory = try ViewPicture.makeDirectory()
  }

  /// The file's name, which viewers show in their window's title.
  private var name: String { "\(view.rawValue)-\(day).png" }

  private static func makeDirectory() throws(Failure) -> PrivateDirectory {
    if let runtime = UserDirectories.runtime.map({ PrivateDirectory($0 + "/haru") }),
      (try? runtime.create()) != nil
    {
      return runtime
    }
    let cache = PrivateDirectory(UserDirectories.cache + "/haru")
    try writing(cache.path) { try cache.create() }
    return cache
  }

  /// Lets two requests for the view within a second open it only once.
  func debounce() throws(Failure) -> Debounce {
    let stamp = directory.file(".\(view.rawValue)-opened")
    return try writing(stamp) { try Debounce(stamp) }
  }

  /// Removes the pictures of other days, and unfinished files of processes that were killed.
  func removeOlder() {
    for name in directory.names
    where ViewPicture.day(of: name).map({ $0 != day }) == true {
      directory.remove(name)
    }
  }

  /// The day of a picture; `nil` for the name of another file.
  private static func day(of name: String) -> Day? {
    // An unfinished one is `.NAME.PID.tmp`.
    let name = name.drop { $0 == "." }
    for view in View.allCases where name.hasPrefix(view.rawValue + "-") {
      let rest = name.dropFirst(view.rawValue.count + 1)
      guard rest.dropFirst(10).hasPrefix(".png") else { return nil }
      return Day(String(rest.prefix(10)))
    }
    return nil
  }

  /// Draws it with `haru-draw`, which prints its own errors.
  private func draw() throws {
    let drawer = ProgramFile().helper("haru-draw")
    guard ProgramFile.canRun(drawer) else {
      throw Failure(.unavailable, ErrorText.cannotRun(drawer, String(cString: strerror(errno))))
    }
    let status: Int32
    do {
      status = try ChildProcess.run(
        [drawer, CardRequest(card, as: .png, to: directory.file(name)).line],
        withholding: GuestProgram.allSecrets, limit: ViewPicture.drawingMilliseconds)
    } catch {
      throw Failure(.unavailable, ErrorText.cannotRun(drawer, "\(error)"))
    }
    guard status != 0 else { return }
    guard status > 128 else { throw ExitCode(status) }
    throw Failure(.inputOutput, CardText.notDrawn(String(cString: strsignal(status - 128))))
  }

  /// Draws it, and opens it in the user's application.
  func open() throws {
    try draw()
    let file = directory.file(name)
    guard let viewer = ViewPicture.viewer else {
      throw Failure(
        .unavailable,
        text(
          "no application opens pictures: {file}; install an image viewer", ["file": file]))
    }
    do {
      try viewer.open(file)
    } catch {
      throw Failure(.unavailable, ViewText.notOpened(file, with: viewer.name, "\(error)"))
    }
  }

  /// What opens pictures; `nil` if nothing does.
  static var viewer: (any Opener)? { opener(DefaultApplication(forType: "image/png")) }
}
