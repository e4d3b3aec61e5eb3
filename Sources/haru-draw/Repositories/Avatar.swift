internal import CPango
import HaruCore
import HaruText

/// An avatar in a circle; without a picture, the first letter of the name.
struct Avatar {
  /// The path of the picture; the file may be missing or invalid.
  let file: String?
  /// The name of the account.
  let name: String
  let palette: Palette

  func draw(on canvas: Canvas, middle: Point, radius: Double) {
    if let image = image(pixels: canvas.pixels(2 * radius)) {
      canvas.draw(image, disc: middle, radius: radius)
      // A ring, because pictures may have the colour of the card at their edge.
      canvas.stroke(ring: middle, radius: radius - 0.5, width: 1, palette.placeholder)
      return
    }
    canvas.fill(disc: middle, radius: radius, palette.placeholder)
    if let letter = letter(on: canvas, size: radius * 1.1) {
      canvas.draw(letter, middle: middle, palette.text)
    } else {
      canvas.fill(figure: middle, radius: radius, palette.secondaryText)
    }
  }

  private func image(pixels side: Int) -> SquareImage? {
    let image = file.flatMap { SquareImage(file: $0, side: side) }
    return palette.isGray ? image?.gray : image
  }

  private func letter(on canvas: Canvas, size: Double) -> TextLine? {
    guard let first = SafeText.line(name).first, first.isLetter || first.isNumber else {
      return nil
    }
    let lines = canvas.text.outsideLines(
      [first.uppercased()], size: size, weight: .bold, fitting: size * 1.4)
    return lines.first { $0.isDrawable }
  }
}

extension Canvas {
  /// Head and shoulders, within a disc.
  func fill(figure middle: Point, radius: Double, _ ink: Ink) {
    draw(ink) { cairo in
      cairo_arc(cairo, middle.x, middle.y, radius, 0, 2 * .pi)
      cairo_clip(cairo)
      cairo_arc(cairo, middle.x, middle.y - 0.2 * radius, 0.36 * radius, 0, 2 * .pi)
      cairo_fill(cairo)
      cairo_arc(cairo, middle.x, middle.y + radius, 0.68 * radius, 0, 2 * .pi)
      cairo_fill(cairo)
    }
  }
}
