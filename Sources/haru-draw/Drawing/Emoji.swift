internal import CPango
internal import HaruCore

/// An emoji, or a letter in its place where no font has it in colour: plain signs exist for a few months only.
struct Emoji {
  private let line: TextLine
  private let size: Double
  private let isLetter: Bool

  init(_ emoji: String, orLetter letter: String, size: Double, text: TextLayout) {
    self.size = size
    let line = text.emoji(emoji, size: size)
    isLetter = !line.isDrawable || !line.isInColor
    guard !isLetter else {
      self.line = text.line(letter, size: size, weight: .bold, fitting: size)
      return
    }
    // Emoji fonts differ in how much of their size they fill.
    let share = size / max(line.ink.height, line.ink.width, 1)
    self.line = text.emoji(emoji, size: size * share)
  }

  func draw(on canvas: Canvas, at corner: Point, pixelsPerPoint: Double, _ palette: Palette) {
    let ink = palette.emoji ?? palette.title
    cairo_save(canvas.cairo)
    defer { cairo_restore(canvas.cairo) }
    // Without scaling, a font of bitmaps draws its one size, which may be larger.
    cairo_rectangle(canvas.cairo, corner.x - 1, corner.y - 1, size + 2, size + 2)
    cairo_clip(canvas.cairo)
    let x = corner.x + (size - line.ink.width) / 2 - line.ink.x
    let baseline = corner.y + (size - line.ink.height) / 2 - line.ink.y
    guard !isLetter, palette.emoji != nil else {
      canvas.set(ink)
      line.show(x: x, baseline: baseline)
      return
    }
    drawInOneColor(
      ink, on: canvas, at: Point(x: corner.x - 1, y: corner.y - 1),
      line: Point(x: x, y: baseline), pixelsPerPoint: pixelsPerPoint,
      inverted: ink.color.luminance < palette.background.foot.luminance)
  }

  /// Draws it in one ink, with its brightness as opacity; in one flat colour it would be a blot.
  ///
  /// As an image of its own, which PNG and SVG can both hold.
  private func drawInOneColor(
    _ ink: Ink, on canvas: Canvas, at corner: Point, line place: Point, pixelsPerPoint: Double,
    inverted: Bool
  ) {
    // On whole pixels, to avoid a second smoothing.
    func whole(_ place: Double) -> Double { (place * pixelsPerPoint).rounded() / pixelsPerPoint }
    let corner = Point(x: whole(corner.x), y: whole(corner.y))
    let side = Int32(((size + 2) * pixelsPerPoint).rounded(.up))
    let image = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, side, side)
    let cairo = cairo_create(image)
    defer {
      cairo_destroy(cairo)
      cairo_surface_destroy(image)
    }
    cairo_scale(cairo, pixelsPerPoint, pixelsPerPoint)
    cairo_translate(cairo, -corner.x, -corner.y)
    line.show(x: place.x, baseline: place.y, on: cairo)
    Emoji.turnBrightnessIntoOpacity(of: image, inverted: inverted)
    let (red, green, blue) = ink.color.parts
    cairo_set_source_rgba(cairo, red, green, blue, ink.opacity)
    cairo_set_operator(cairo, CAIRO_OPERATOR_IN)
    cairo_paint(cairo)
    cairo_translate(canvas.cairo, corner.x, corner.y)
    cairo_scale(canvas.cairo, 1 / pixelsPerPoint, 1 / pixelsPerPoint)
    cairo_set_source_surface(canvas.cairo, image, 0, 0)
    cairo_paint(canvas.cairo)
  }

  /// Turns the brightness of each pixel into its opacity.
  private static func turnBrightnessIntoOpacity(of surface: OpaquePointer?, inverted: Bool) {
    cairo_surface_flush(surface)
    defer { cairo_surface_mark_dirty(surface) }
    guard let data = cairo_image_surface_get_data(surface) else { return }
    let stride = Int(cairo_image_surface_get_stride(surface))
    let pixels = (0..<Int(cairo_image_surface_get_height(surface))).flatMap { row in
      (0..<Int(cairo_image_surface_get_width(surface))).map { data + row * stride + $0 * 4 }
    }
    let covers = pixels.map { pixel in
      // ARGB32 in the machine's byte order, premultiplied.
      let light =
        0.0722 * Double(pixel[0]) + 0.7152 * Double(pixel[1]) + 0.2126 * Double(pixel[2])
      return inverted ? Double(pixel[3]) - light : light
    }
    // An emoji of low contrast would hardly be visible.
    let most = max(covers.max() ?? 255, 64)
    for (pixel, cover) in zip(pixels, covers) {
      pixel[3] = UInt8(min(255, max(0, cover * 255 / most)))
      (pixel[0], pixel[1], pixel[2]) = (0, 0, 0)
    }
  }
}
