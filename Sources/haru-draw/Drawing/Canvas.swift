internal import CPango
internal import HaruCore
internal import HaruText

/// A point on a card, in points from its upper left corner.
struct Point {
  var x: Double
  var y: Double
}

/// Part of a card, in points.
struct Area {
  var x: Double
  var y: Double
  var width: Double
  var height: Double

  var right: Double { x + width }
  var foot: Double { y + height }
  var middle: Point { Point(x: x + width / 2, y: y + height / 2) }
}

/// The surface that a card is drawn on, in points; only the chosen layers are drawn.
///
/// For a language that runs from right to left, the caller mirrors each place with `mirrored`.
final class Canvas {
  /// The whole card.
  let area: Area
  /// Whether the language runs from right to left.
  let isRightToLeft: Bool
  let cairo: OpaquePointer
  let text: TextLayout
  private let layers: Layers
  private let pixelsPerPoint: Double

  init(
    on surface: OpaquePointer?, width: Int, height: Int, size: Card.Size, layers: Layers
  ) throws(DrawingError) {
    guard let cairo = cairo_create(surface) else { throw .failed("out of memory") }
    self.cairo = cairo
    self.layers = layers
    area = Area(x: 0, y: 0, width: Double(size.width), height: Double(size.height))
    pixelsPerPoint = Double(width) / area.width
    cairo_scale(cairo, pixelsPerPoint, Double(height) / area.height)
    text = try TextLayout(on: cairo)
    isRightToLeft = text.isRightToLeft(DateText.weekday(.earliest))
    try check(cairo_status(cairo))
  }

  deinit {
    cairo_destroy(cairo)
  }

  /// Throws the first error of all that was drawn.
  func finish() throws(DrawingError) {
    try text.finish()
    try check(cairo_status(cairo))
  }

  /// The place of something of a width in the reading direction.
  func mirrored(_ x: Double, width: Double = 0) -> Double {
    isRightToLeft ? area.width - x - width : x
  }

  // MARK: Shapes

  /// Fills the card, with rounded corners.
  func fillBackground(_ palette: Palette, radius: Double) {
    guard layers.contains(.background), palette.isBackgroundDrawn else { return }
    let gradient = cairo_pattern_create_linear(0, 0, 0, area.height)
    defer { cairo_pattern_destroy(gradient) }
    for (offset, color) in [
      (0.0, palette.background.top), (Palette.middle, palette.background.foot),
    ] {
      let (red, green, blue) = color.parts
      cairo_pattern_add_color_stop_rgb(gradient, offset, red, green, blue)
    }
    path(rounded: area, radius: radius)
    cairo_set_source(cairo, gradient)
    cairo_fill(cairo)
  }

  func fill(disc middle: Point, radius: Double, _ ink: Ink) {
    draw(.shapes, ink) {
      cairo_arc(cairo, middle.x, middle.y, radius, 0, 2 * .pi)
      cairo_fill(cairo)
    }
  }

  func stroke(ring middle: Point, radius: Double, width: Double, _ ink: Ink) {
    draw(.shapes, ink) {
      cairo_arc(cairo, middle.x, middle.y, radius, 0, 2 * .pi)
      cairo_set_line_width(cairo, width)
      cairo_stroke(cairo)
    }
  }

  func fill(rounded area: Area, radius: Double, _ ink: Ink) {
    draw(.shapes, ink) {
      path(rounded: area, radius: radius)
      cairo_fill(cairo)
    }
  }

  /// A tick that fits into a disc.
  func stroke(tick middle: Point, radius: Double, _ ink: Ink) {
    draw(.shapes, ink) {
      cairo_move_to(cairo, middle.x - 0.46 * radius, middle.y + 0.04 * radius)
      cairo_line_to(cairo, middle.x - 0.12 * radius, middle.y + 0.38 * radius)
      cairo_line_to(cairo, middle.x + 0.5 * radius, middle.y - 0.34 * radius)
      cairo_set_line_width(cairo, 0.24 * radius)
      cairo_set_line_cap(cairo, CAIRO_LINE_CAP_ROUND)
      cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND)
      cairo_stroke(cairo)
    }
  }

  /// The mark of a studied day: a disc with a tick.
  func draw(studied middle: Point, radius: Double, in palette: Palette) {
    fill(disc: middle, radius: radius, Ink(palette.mark, 1))
    stroke(tick: middle, radius: radius, Ink(palette.onMark, 1))
  }

  /// Draws a shape by calls of Cairo.
  func draw(_ ink: Ink, shape: (_ cairo: OpaquePointer) -> Void) {
    draw(.shapes, ink) {
      cairo_save(cairo)
      defer { cairo_restore(cairo) }
      shape(cairo)
    }
  }

  private func path(rounded area: Area, radius: Double) {
    cairo_new_sub_path(cairo)
    let corners = [
      (area.right - radius, area.y + radius, -0.5), (area.right - radius, area.foot - radius, 0),
      (area.x + radius, area.foot - radius, 0.5), (area.x + radius, area.y + radius, 1),
    ]
    for (x, y, turn) in corners {
      cairo_arc(cairo, x, y, radius, turn * .pi, (turn + 0.5) * .pi)
    }
    cairo_close_path(cairo)
  }

  // MARK: Words

  /// Draws a line of text on a baseline.
  func draw(_ line: TextLine, x: Double, baseline: Double, _ ink: Ink) {
    draw(.texts, ink) { line.show(x: x, baseline: baseline) }
  }

  /// Draws a line of text from a place in the reading direction.
  func draw(_ line: TextLine, start: Double, baseline: Double, _ ink: Ink) {
    draw(line, x: mirrored(start, width: line.width), baseline: baseline, ink)
  }

  /// Draws a line of text with the middle of its letters at a point.
  func draw(_ line: TextLine, middle: Point, _ ink: Ink) {
    draw(
      line, x: middle.x - line.ink.x - line.ink.width / 2,
      baseline: middle.y - line.ink.y - line.ink.height / 2, ink)
  }

  /// Draws a state in the middle of an area: a sign that fits into a disc, and its words.
  func draw(
    state words: String, in area: Area, _ ink: Ink,
    sign: (_ middle: Point, _ radius: Double) -> Void
  ) {
    let (radius, gap) = (7.0, 5.0)
    let line = text.line(
      words, size: 13, weight: .regular, fitting: area.width - 2 * radius - gap)
    let whole = line.width + 2 * radius + gap
    let start = area.x + (area.width - whole) / 2
    let disc = isRightToLeft ? start + whole - radius : start + radius
    sign(Point(x: disc, y: area.middle.y), radius)
    let x = isRightToLeft ? start : start + 2 * radius + gap
    draw(line, x: x, baseline: area.middle.y + 4.7, ink)
  }

  /// Draws the emoji of a month into an area, in its own colours or in an ink.
  func draw(signOf month: Month, in area: Area, _ palette: Palette) {
    guard layers.contains(.emoji), showsEmoji else { return }
    Emoji(
      Theme(of: month.name).pictureEmoji, orLetter: CalendarText.letter(month),
      size: area.height, text: text
    ).draw(on: self, at: Point(x: area.x, y: area.y), pixelsPerPoint: pixelsPerPoint, palette)
  }

  /// Whether the card has the pixels in which an emoji is more than a blot.
  var showsEmoji: Bool { area.height * pixelsPerPoint >= 48 }

  /// Draws a line of text from outside on a baseline, clipped to an area.
  func draw(_ line: TextLine, in area: Area, x: Double, baseline: Double, _ ink: Ink) {
    cairo_save(cairo)
    defer { cairo_restore(cairo) }
    cairo_rectangle(cairo, area.x, area.y, area.width, area.height)
    cairo_clip(cairo)
    draw(line, x: x, baseline: baseline, ink)
  }

  /// Draws a square image, clipped to a disc.
  func draw(_ image: SquareImage, disc middle: Point, radius: Double) {
    guard layers.contains(.images) else { return }
    let surface = image.surface
    defer { cairo_surface_destroy(surface) }
    cairo_save(cairo)
    defer { cairo_restore(cairo) }
    cairo_new_path(cairo)
    cairo_arc(cairo, middle.x, middle.y, radius, 0, 2 * .pi)
    cairo_clip(cairo)
    let scale = 2 * radius / Double(image.side)
    cairo_translate(cairo, middle.x - radius, middle.y - radius)
    cairo_scale(cairo, scale, scale)
    cairo_set_source_surface(cairo, surface, 0, 0)
    cairo_paint(cairo)
  }

  /// Points in pixels, at least one.
  func pixels(_ points: Double) -> Int { max(1, Int((points * pixelsPerPoint).rounded(.up))) }

  /// Draws the length of the streak and its words before an end in the reading direction; returns where they begin.
  func draw(
    streakOf cardDay: CardDay, end: Double, baseline: Double, size: Double, labelWidth: Double,
    _ palette: Palette
  ) -> Double {
    let count = cardDay.currentStreak
    let number = text.line(NumberText.grouped(count), size: size, weight: .heavy, fitting: 80)
    let label = text.line(
      CardText.dayStreak(count), size: 14, weight: .bold, fitting: labelWidth)
    let start = end - label.width - 6 - number.width
    draw(label, start: end - label.width, baseline: baseline, palette.text)
    draw(number, start: start, baseline: baseline, palette.streak)
    return start
  }

  /// Draws what stands below a streak: that it is an example, or the days of the last thirty.
  func draw(footnoteOf cardDay: CardDay, in area: Area, _ palette: Palette) {
    if cardDay.isSample { return draw(sampleIn: area, palette) }
    guard let steady = CardText.steady(cardDay.steady, streak: cardDay.currentStreak)
    else { return }
    let line = text.line(steady, size: area.height * 0.9, weight: .regular, fitting: area.width)
    draw(line, middle: area.middle, palette.secondaryText)
  }

  /// Draws that the data is an example.
  func draw(sampleIn area: Area, _ palette: Palette) {
    let line = text.line(
      CardText.sample, size: area.height * 0.66, weight: .bold, fitting: area.width - 8)
    let width = line.width + 8
    let band = Area(
      x: area.middle.x - width / 2, y: area.y, width: width, height: area.height)
    fill(rounded: band, radius: area.height / 2, Ink(palette.text.color, 1))
    draw(line, middle: band.middle, Ink(palette.text.color.text, 1))
  }

  private func draw(_ layer: Layers, _ ink: Ink, _ body: () -> Void) {
    guard layers.contains(layer) else { return }
    cairo_new_path(cairo)
    set(ink)
    body()
  }

  func set(_ ink: Ink) {
    let (red, green, blue) = ink.color.parts
    cairo_set_source_rgba(cairo, red, green, blue, ink.opacity)
  }
}

extension Color {
  /// The channels from 0 to 1.
  var parts: (red: Double, green: Double, blue: Double) {
    (Double(red) / 255, Double(green) / 255, Double(blue) / 255)
  }
}
