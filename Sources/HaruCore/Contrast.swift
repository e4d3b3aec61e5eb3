/// How well colours can be told apart, as the Web Content Accessibility Guidelines measure it.
extension Color {
  /// The least ratio at which text of normal size can be read.
  public static let readableContrast = 4.5

  /// How much light it gives, from 0 for black to 1 for white.
  public var luminance: Double {
    0.2126 * Color.linear(red) + 0.7152 * Color.linear(green) + 0.0722 * Color.linear(blue)
  }

  /// The contrast with another colour, from 1 for none to 21 for black on white.
  public func contrast(with other: Color) -> Double {
    let (darker, lighter) = (min(luminance, other.luminance), max(luminance, other.luminance))
    return (lighter + 0.05) / (darker + 0.05)
  }

  /// The colour in which a text reads best on this one: black or white, of which one always reads.
  public var text: Color {
    contrast(with: .black) >= contrast(with: .white) ? .black : .white
  }

  /// The light of one part of a colour, out of its value in sRGB.
  private static func linear(_ part: UInt8) -> Double {
    let value = Double(part) / 255
    guard value > 0.04045 else { return value / 12.92 }
    let base = (value + 0.055) / 1.055
    // A power of 2.4 is the fifth root of a twelfth power.
    let (square, fourth) = (base * base, base * base * base * base)
    return fifthRoot(fourth * fourth * fourth, above: square * base, upTo: square)
  }

  /// A fifth root by halving the range it lies in; the standard library has no powers.
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
