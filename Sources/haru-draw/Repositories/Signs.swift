internal import CPango
import HaruCore

/// The signs of the counts, each in a square.
enum Sign {
  case star
  case fork
  case issue
}

extension Canvas {
  /// Draws a sign into an area.
  func draw(_ sign: Sign, in area: Area, _ ink: Ink) {
    draw(ink) { cairo in
      cairo_translate(cairo, area.x, area.y)
      cairo_scale(cairo, area.width, area.height)
      cairo_set_line_width(cairo, 0.1)
      cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND)
      cairo_set_line_cap(cairo, CAIRO_LINE_CAP_ROUND)
      switch sign {
      case .star: Canvas.star(on: cairo)
      case .fork: Canvas.fork(on: cairo)
      case .issue: Canvas.issue(on: cairo)
      }
    }
  }

  /// A bar that fits into a disc.
  func stroke(bar middle: Point, radius: Double, _ ink: Ink) {
    draw(ink) { cairo in
      cairo_set_line_width(cairo, 1.5)
      cairo_set_line_cap(cairo, CAIRO_LINE_CAP_ROUND)
      cairo_move_to(cairo, middle.x - radius, middle.y)
      cairo_line_to(cairo, middle.x + radius, middle.y)
      cairo_stroke(cairo)
    }
  }

  /// A plus that fits into a disc.
  func stroke(plus middle: Point, radius: Double, _ ink: Ink) {
    draw(ink) { cairo in
      cairo_set_line_width(cairo, 0.3 * radius)
      cairo_set_line_cap(cairo, CAIRO_LINE_CAP_ROUND)
      for (x, y) in [(1.0, 0.0), (0, 1)] {
        cairo_move_to(cairo, middle.x - x * radius, middle.y - y * radius)
        cairo_line_to(cairo, middle.x + x * radius, middle.y + y * radius)
      }
      cairo_stroke(cairo)
    }
  }

  /// Five outer and five inner points.
  private static func star(on cairo: OpaquePointer) {
    let middle = Point(x: 0.5, y: 0.53)
    for (x, y) in [
      (0, -1), (0.2245, -0.309), (0.9511, -0.309), (0.3633, 0.118), (0.5878, 0.809), (0, 0.382),
      (-0.5878, 0.809), (-0.3633, 0.118), (-0.9511, -0.309), (-0.2245, -0.309),
    ] {
      cairo_line_to(cairo, middle.x + 0.52 * x, middle.y + 0.52 * y)
    }
    cairo_close_path(cairo)
    cairo_fill(cairo)
  }

  /// Two branches with rings at their ends, and a stem.
  private static func fork(on cairo: OpaquePointer) {
    let ring = 0.13
    for (x, y) in [(0.22, 0.18), (0.78, 0.18), (0.5, 0.84)] {
      cairo_new_sub_path(cairo)
      cairo_arc(cairo, x, y, ring, 0, 2 * .pi)
    }
    cairo_move_to(cairo, 0.22, 0.18 + ring)
    cairo_curve_to(cairo, 0.22, 0.56, 0.22, 0.52, 0.5, 0.52)
    cairo_curve_to(cairo, 0.78, 0.52, 0.78, 0.56, 0.78, 0.18 + ring)
    cairo_move_to(cairo, 0.5, 0.52)
    cairo_line_to(cairo, 0.5, 0.84 - ring)
    cairo_stroke(cairo)
  }

  /// A dot in a ring.
  private static func issue(on cairo: OpaquePointer) {
    cairo_arc(cairo, 0.5, 0.5, 0.43, 0, 2 * .pi)
    cairo_stroke(cairo)
    cairo_arc(cairo, 0.5, 0.5, 0.13, 0, 2 * .pi)
    cairo_fill(cairo)
  }
}
