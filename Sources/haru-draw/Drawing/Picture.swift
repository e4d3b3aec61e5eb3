internal import CPango
internal import HaruCore

/// Why a card could not be drawn.
enum DrawingError: Error, Hashable, Sendable {
  /// No font is installed.
  case noFont
  /// No installed font has the characters of a text.
  case noGlyphs(String)
  /// Cairo failed, with its message.
  case failed(String)
}

extension Card {
  /// The card, or some layers of it, as a file of a format, by the locale and the installed fonts.
  func picture(as format: Format, layers: Layers = .all) throws(DrawingError) -> [UInt8] {
    let file = FileBytes()
    let sink = Unmanaged.passUnretained(file).toOpaque()
    let surface =
      switch format {
      case .png:
        cairo_image_surface_create(CAIRO_FORMAT_ARGB32, Int32(pixelWidth), Int32(pixelHeight))
      case .svg:
        cairo_svg_surface_create_for_stream(
          FileBytes.append, sink, Double(pixelWidth), Double(pixelHeight))
      }
    defer { cairo_surface_destroy(surface) }
    if format == .svg { cairo_svg_surface_set_document_unit(surface, CAIRO_SVG_UNIT_PX) }
    let canvas = try Canvas(
      on: surface, width: pixelWidth, height: pixelHeight, size: size, layers: layers)
    draw(on: canvas)
    try canvas.finish()
    if format == .png {
      try check(cairo_surface_write_to_png_stream(surface, FileBytes.append, sink))
    } else {
      cairo_surface_finish(surface)
      try check(cairo_surface_status(surface))
    }
    return withExtendedLifetime(file) { $0.bytes }
  }

  private func draw(on canvas: Canvas) {
    let palette = Palette(of: self)
    switch subject {
    case .day(let cardDay): draw(cardDay, palette, on: canvas)
    case .repository(let entry):
      RepositoryCard(palette: palette).draw(entry, on: canvas, isLarge: size == .large)
    case .pair(let first, let second):
      RepositoryCard(palette: palette).draw(first, second, on: canvas)
    case .noRepository: RepositoryCard(palette: palette).drawChoice(on: canvas)
    }
  }

  private func draw(_ cardDay: CardDay, _ palette: Palette, on canvas: Canvas) {
    switch (kind, size) {
    case (.monthly, .icon): MonthlyCard(cardDay: cardDay, palette: palette).drawIcon(on: canvas)
    case (.monthly, _): MonthlyCard(cardDay: cardDay, palette: palette).draw(on: canvas)
    case (.streak, _): StreakCard(cardDay: cardDay, palette: palette).draw(on: canvas)
    case (.study, .large): StudyCard(cardDay: cardDay, palette: palette).drawLarge(on: canvas)
    case (.study, _): StudyCard(cardDay: cardDay, palette: palette).draw(on: canvas)
    case (.year, _):
      guard let year = cardDay.year else { break }
      let card = YearCard(cardDay: cardDay, year: year, palette: palette)
      if size == .large { card.drawLarge(on: canvas) } else { card.draw(on: canvas) }
    case (.repository, _): break
    }
  }
}

/// The layers of a card, lowest first.
struct Layers: OptionSet, Sendable {
  let rawValue: Int
  init(rawValue: Int) { self.rawValue = rawValue }

  /// The background.
  static let background = Layers(rawValue: 1)
  /// Shapes such as discs, rings and ticks.
  static let shapes = Layers(rawValue: 2)
  /// Emoji.
  static let emoji = Layers(rawValue: 4)
  /// Texts and numbers.
  static let texts = Layers(rawValue: 8)
  /// Avatars.
  static let images = Layers(rawValue: 16)
  /// The whole card.
  static let all: Layers = [.background, .shapes, .images, .emoji, .texts]
}

/// The bytes of a file that Cairo writes.
private final class FileBytes {
  var bytes: [UInt8] = []

  static let append: cairo_write_func_t = { sink, data, length in
    guard let sink, let data else { return CAIRO_STATUS_WRITE_ERROR }
    Unmanaged<FileBytes>.fromOpaque(sink).takeUnretainedValue().bytes.append(
      contentsOf: UnsafeBufferPointer(start: data, count: Int(length)))
    return CAIRO_STATUS_SUCCESS
  }
}

/// Throws the message of a status of Cairo, unless it is success.
func check(_ status: cairo_status_t) throws(DrawingError) {
  guard status == CAIRO_STATUS_SUCCESS else {
    throw .failed(String(cString: cairo_status_to_string(status)))
  }
}
