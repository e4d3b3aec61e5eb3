internal import CPango
internal import HaruText

/// The weight of a font.
enum Weight: UInt32 {
  case regular = 400
  case bold = 700
  case heavy = 900
}

/// Lays out lines of text, in the fonts that fontconfig chooses for the language.
final class TextLayout {
  /// The lowest share of its size to which a line shrinks: docs/cards.md#drawing.
  static let leastShare = 0.6

  private let context: OpaquePointer
  private let cairo: OpaquePointer
  /// The first text that no font could draw.
  fileprivate var undrawable: String?

  init(on cairo: OpaquePointer) throws(DrawingError) {
    guard let context = haru_pango_context(cairo) else { throw .failed("out of memory") }
    self.context = context
    self.cairo = cairo
    // Without hinting, letters have the same shape and width at every scale.
    let options = cairo_font_options_create()
    defer { cairo_font_options_destroy(options) }
    cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY)
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
    pango_cairo_context_set_font_options(context, options)
    pango_context_set_round_glyph_positions(context, 0)
  }

  deinit {
    g_object_unref(UnsafeMutableRawPointer(context))
  }

  /// Throws if no font could draw a text; if not even a digit can be drawn, there is no font at all.
  func finish() throws(DrawingError) {
    guard let undrawable else { return }
    let digit = TextLine(
      "0", size: 10, weight: .regular, on: cairo, in: context, of: self, mayLackGlyphs: true)
    throw digit.isDrawable ? .noGlyphs(undrawable) : .noFont
  }

  /// Whether a text runs from right to left.
  func isRightToLeft(_ text: String) -> Bool {
    let layout = pango_layout_new(context)
    defer { g_object_unref(UnsafeMutableRawPointer(layout)) }
    pango_layout_set_text(layout, text, -1)
    let line = pango_layout_get_line_readonly(layout, 0)
    return pango_layout_line_get_resolved_direction(line) == PANGO_DIRECTION_RTL
  }

  /// A line of text that shrinks to a width: down to `leastShare` of its size, then as the shorter
  /// text, and without one as far as needed.
  func line(
    _ text: String, orShorter shorter: String? = nil, size: Double, weight: Weight,
    fitting width: Double = .infinity
  ) -> TextLine {
    let line = TextLine(text, size: size, weight: weight, on: cairo, in: context, of: self)
    guard line.width > width else { return line }
    let share = width / line.width
    if share < TextLayout.leastShare, let shorter {
      return self.line(shorter, size: size, weight: weight, fitting: width)
    }
    return TextLine(text, size: size * share, weight: weight, on: cairo, in: context, of: self)
  }

  /// Lines of text of one size, which shrinks until the widest fits.
  func lines(
    _ texts: [String], size: Double, weight: Weight, fitting width: Double
  ) -> [TextLine] {
    func lines(_ size: Double) -> [TextLine] {
      texts.map { line($0, size: size, weight: weight) }
    }
    let whole = lines(size)
    let widest = whole.map(\.width).max() ?? 0
    return widest > width ? lines(size * width / widest) : whole
  }

  /// Lines of text from outside in one size: it shrinks a little if one is too wide, and then the
  /// lines are cut; fonts may lack their characters.
  func outsideLines(
    _ texts: [String], size: Double, weight: Weight, fitting width: Double
  ) -> [TextLine] {
    func lines(_ size: Double, cutAt end: Double? = nil) -> [TextLine] {
      texts.map {
        TextLine(
          SafeText.line($0), size: size, weight: weight, on: cairo, in: context, of: self,
          mayLackGlyphs: true, cutAt: end)
      }
    }
    let whole = lines(size)
    let widest = whole.map(\.width).max() ?? 0
    guard widest > width else { return whole }
    return lines(size * max(TextLayout.leastForeignShare, width / widest), cutAt: width)
  }

  /// An emoji; a font may lack it.
  func emoji(_ emoji: String, size: Double) -> TextLine {
    TextLine(
      emoji, size: size, weight: .regular, on: cairo, in: context, of: self, mayLackGlyphs: true)
  }

  /// The lowest share of its size to which text from outside shrinks.
  private static let leastForeignShare = 0.7
}

/// A line of text, laid out; its measures are in points.
final class TextLine {
  /// The advance.
  let width: Double
  /// The area of its ink, from its start on the baseline.
  let ink: Area
  /// Whether a font has all its characters.
  let isDrawable: Bool
  private let layout: OpaquePointer
  private let cairo: OpaquePointer

  fileprivate init(
    _ text: String, size: Double, weight: Weight, on cairo: OpaquePointer,
    in context: OpaquePointer, of owner: TextLayout, mayLackGlyphs: Bool = false,
    cutAt end: Double? = nil
  ) {
    self.cairo = cairo
    layout = pango_layout_new(context)
    let font = pango_font_description_new()
    defer { pango_font_description_free(font) }
    pango_font_description_set_family(font, "sans-serif")
    pango_font_description_set_weight(font, PangoWeight(weight.rawValue))
    pango_font_description_set_absolute_size(font, size * Double(PANGO_SCALE))
    pango_layout_set_font_description(layout, font)
    pango_layout_set_text(layout, text, -1)
    pango_layout_set_single_paragraph_mode(layout, 1)
    let unit = Double(PANGO_SCALE)
    if let end {
      pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_END)
      pango_layout_set_width(layout, Int32(end * unit))
    }
    // Of the line, not of the layout, which may align it to the right.
    var (inked, logical) = (PangoRectangle(), PangoRectangle())
    pango_layout_line_get_extents(
      pango_layout_get_line_readonly(layout, 0), &inked, &logical)
    width = Double(logical.width) / unit
    ink = Area(
      x: Double(inked.x) / unit, y: Double(inked.y) / unit, width: Double(inked.width) / unit,
      height: Double(inked.height) / unit)
    isDrawable = pango_layout_get_unknown_glyphs_count(layout) == 0
    if !isDrawable, !mayLackGlyphs { owner.undrawable = owner.undrawable ?? text }
  }

  deinit {
    g_object_unref(UnsafeMutableRawPointer(layout))
  }

  /// Draws it, on another context than its own if given.
  func show(x: Double, baseline: Double, on other: OpaquePointer? = nil) {
    let cairo = other ?? cairo
    cairo_move_to(cairo, x, baseline)
    pango_cairo_show_layout_line(cairo, pango_layout_get_line_readonly(layout, 0))
  }

  /// Whether its first font has colours.
  var isInColor: Bool {
    haru_layout_is_in_color(layout) != 0
  }
}
