import HaruCore
import HaruSystem
import HaruTerminal
import HaruText

/// The month in lines, changed by words: for screen readers, for pipes, and for terminals that cannot draw.
@MainActor
struct PlainEditor {
  private let program: CommandLineProgram
  private var month: Month
  private let isAsking: Bool

  init(on day: Day, program: CommandLineProgram, isAsking: Bool) {
    (self.program, month, self.isAsking) = (program, day.month, isAsking)
  }

  /// Runs until its input ends, or has the word *quit*.
  ///
  /// - Throws: `DayReader.Problem` if the days cannot be read at its start.
  mutating func run() throws(DayReader.Problem) {
    write(try DayReader.read().days.lines(month) + [help])
    while let line = nextLine() {
      guard line.contains(where: { $0 != " " }) else { continue }
      // What stands for bytes that are no UTF-8: a note would keep it in their place.
      guard !line.unicodeScalars.contains("\u{fffd}") else {
        write([ErrorText.unusable(line, isUTF8: false, isZone: false)])
        continue
      }
      guard let request = PlainRequest(line, in: month) else {
        write([
          text(
            "not understood: {words}; type help to see what can be typed",
            ["words": SafeText.value(line)])
        ])
        continue
      }
      if request == .quit { return }
      do throws(DayReader.Problem) {
        try answer(request)
      } catch {
        // The next line may be a change, which waits for the store.
        write([error.message])
      }
    }
  }

  private func nextLine() -> String? {
    if isAsking { StandardStream.output.write(CalendarText.title(month) + "> ") }
    return readLine()
  }

  private mutating func answer(_ request: PlainRequest) throws(DayReader.Problem) {
    switch request {
    case .run(let words): write([program.run(words)])
    case .explain(let day):
      write([try DayReader.read().days.explanation(day).joined(separator: " ")])
    case .show(let months): try show(month.advanced(by: months) ?? month)
    case .today: try show(DayReader.read().days.today.month)
    case .help: write([help])
    case .quit: break
    }
  }

  private mutating func show(_ month: Month) throws(DayReader.Problem) {
    self.month = month
    write(try DayReader.read().days.lines(month))
  }

  private func write(_ lines: [String]) {
    StandardStream.output.write(lines.map { SafeText.line($0) + "\n" }.joined())
  }

  /// What can be typed.
  private var help: String {
    // Translators: the English words are typed, and stay; TEXT stands for the text of a note.
    text(
      """
      Type a day, and what it is: 18 studied, 18 not studied, 18 rest, 18 not rest, 18 note TEXT. \
      A day alone explains it. Or type month, next, previous, today, undo, help or quit.
      """)
  }
}
