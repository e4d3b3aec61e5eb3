import Foundation
import HaruCore
import Testing

/// Contrast, as the guidelines define it: docs/cards.md#shape-colour-and-contrast.
@Suite struct ContrastTests {
  /// The definition, with the power that the standard library lacks.
  private func luminance(_ color: Color) -> Double {
    let parts = [color.red, color.green, color.blue].map { part in
      let value = Double(part) / 255
      return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
  }

  @Test func luminanceIsThatOfWCAG() {
    for value in UInt8.min...UInt8.max {
      for color in [Color(value, 0, 0), Color(0, value, 0), Color(0, 0, value)] {
        #expect(abs(color.luminance - luminance(color)) < 1e-12)
      }
    }
  }

  @Test func contrastOfKnownPairs() {
    #expect(abs(Color.black.contrast(with: .white) - 21) < 1e-9)
    #expect(Color.white.contrast(with: .white) == 1)
    // Two well-known examples.
    #expect(abs(Color(118, 118, 118).contrast(with: .white) - 4.54) < 0.005)
    #expect(abs(Color(0, 0, 255).contrast(with: .white) - 8.59) < 0.005)
  }

  /// Black or white is readable on every colour.
  @Test func blackOrWhiteIsReadableOnEveryColour() {
    let steps = stride(from: 0, through: 255, by: 15).map { UInt8($0) }
    for red in steps {
      for green in steps {
        for blue in steps {
          let color = Color(red, green, blue)
          guard color.contrast(with: color.text) >= 4.5 else {
            Issue.record("\(color.hex)")
            return
          }
        }
      }
    }
    for month in MonthName.allCases {
      let background = Theme(of: month).background
      #expect(background.contrast(with: background.text) >= 4.5)
    }
  }

  /// An ink changes until it is readable, and no further: every theme's, on its own background.
  @Test(arguments: MonthName.allCases)
  func aColourIsChangedUntilItIsReadable(month: MonthName) {
    let theme = Theme(of: month)
    for (ink, floor) in [
      (theme.weekday, 4.5), (theme.day, 3.0),
    ] {
      let grounds = [theme.background, theme.top]
      let moved = ink.readable(on: grounds, contrast: floor)
      for ground in grounds { #expect(moved.over(ground).contrast(with: ground) >= floor) }
      let reads = grounds.allSatisfy { ink.over($0).contrast(with: $0) >= floor + 0.05 }
      #expect((moved == ink) == reads)
      // A readable ink stays as it is.
      #expect(moved.readable(on: grounds, contrast: floor) == moved)
    }
  }

  /// On two backgrounds that need black and white, the best compromise is taken.
  @Test func twoOppositeBackgroundsGetTheBestCompromise() {
    let ink = Ink(.orange, 0.5).readable(on: [.black, .white], contrast: 4.5)
    #expect(ink.opacity == 1)
  }

  @Test func mixesAndReadsColours() {
    #expect(Color.black.mixed(with: .white, 0) == .black)
    #expect(Color.black.mixed(with: .white, 1) == .white)
    #expect(Color.black.mixed(with: .white, 0.5) == Color(128, 128, 128))
    #expect(Color("#ff9500") == .orange)
    #expect(Color("#FF9500") == .orange)
    for bad in ["", "#", "ff9500", "#ff950", "#ff95000", "#gg9500", "#-f9500", "#+f9500", "orange"]
    {
      #expect(Color(bad) == nil, "\(bad)")
    }
  }
}
