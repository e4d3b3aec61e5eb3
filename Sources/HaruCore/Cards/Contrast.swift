/// The contrast of colours, as the Web Content Accessibility Guidelines define it.
extension Color {
  /// The lowest ratio for text of normal size.
  public static let readableContrast = 4.5
  /// The lowest ratio for large text, and for shapes with a meaning.
  public static let largeContrast = 3.0

  /// The relative luminance, from 0 for black to 1 for white.
  public var luminance: Double {
    0.2126 * Color.linear(red) + 0.7152 * Color.linear(green) + 0.0722 * Color.linear(blue)
  }

  /// The contrast with another colour, from 1 for none to 21 for black on white.
  public func contrast(with other: Color) -> Double {
    let (darker, lighter) = (min(luminance, other.luminance), max(luminance, other.luminance))
    return (lighter + 0.05) / (darker + 0.05)
  }

  /// Whether the contrast meets a floor, with a margin because drawn colours are rounded.
  func reads(on other: Color, contrast floor: Double = Color.readableContrast) -> Bool {
    contrast(with: other) >= floor + 0.05
  }

  /// The better of black and white for a text on this colour; one always meets the floor.
  public var text: Color {
    contrast(with: .black) >= contrast(with: .white) ? .black : .white
  }

  /// A mixture with another colour; 0 is this one, 1 the other.
  public func mixed(with other: Color, _ share: Double) -> Color {
    func part(_ own: UInt8, _ others: UInt8) -> UInt8 {
      UInt8((Double(own) + (Double(others) - Double(own)) * share).rounded())
    }
    return Color(part(red, other.red), part(green, other.green), part(blue, other.blue))
  }

  /// One channel of sRGB as linear light.
  private static func linear(_ part: UInt8) -> Double {
    let value = Double(part) / 255
    guard value > 0.04045 else { return value / 12.92 }
    let base = (value + 0.055) / 1.055
    // A power of 2.4 is the fifth root of a twelfth power.
    let (square, fourth) = (base * base, base * base * base * base)
    return fifthRoot(fourth * fourth * fourth, above: square * base, upTo: square)
  }

  /// A fifth root by bisection; the standard library has no powers.
  private static func fifthRoot(_ value: Double, above low: Double, upTo high: Double) -> Double {
    var (low, high) = (low, high)
    for _ in 0..<52 {
      let middle = (low + high) / 2
      let square = middle * middle
      if square * square * middle < value { low = middle } else { high = middle }
    }
    return high
  }
}

/// The contrast of an ink on colours.
extension Ink {
  /// The colour that it has on a background.
  public func over(_ background: Color) -> Color { background.mixed(with: color, opacity) }

  /// The ink itself if it meets a contrast floor on some backgrounds; else the nearest that does.
  ///
  /// First its opacity grows, then its colour goes towards black or white, only as far as needed.
  public func readable(on backgrounds: [Color], contrast floor: Double) -> Ink {
    func reads(_ ink: Ink) -> Bool {
      backgrounds.allSatisfy { ink.over($0).reads(on: $0, contrast: floor) }
    }
    let steps = (0...100).map { Double($0) / 100 }
    let covering = steps.map { Ink(color, opacity + (1 - opacity) * $0) }
    let moved = steps.flatMap { share in
      [Color.black, .white].map { Ink(color.mixed(with: $0, share), 1) }
    }
    return (covering + moved).first(where: reads) ?? Ink(.black, 1)
  }
}
