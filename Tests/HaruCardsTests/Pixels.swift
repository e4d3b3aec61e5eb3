import CPango
import Foundation
import Support

/// A picture as pixels.
struct Pixels {
  /// A pixel, not premultiplied; channels from 0 to 1.
  struct Pixel {
    var red, green, blue, opacity: Double

    /// A pixel of a colour, `0xffrrggbb`.
    init(opaque word: UInt32) {
      func part(_ shift: UInt32) -> Double { Double(word >> shift & 0xff) / 255 }
      (red, green, blue, opacity) = (part(16), part(8), part(0), 1)
    }

    init(red: Double, green: Double, blue: Double, opacity: Double) {
      (self.red, self.green, self.blue, self.opacity) = (red, green, blue, opacity)
    }

    /// The pixel on an opaque colour.
    func over(_ other: Pixel) -> Pixel {
      func mixed(_ own: Double, _ others: Double) -> Double {
        own * opacity + others * (1 - opacity)
      }
      return Pixel(
        red: mixed(red, other.red), green: mixed(green, other.green),
        blue: mixed(blue, other.blue), opacity: 1)
    }

    /// The contrast of two colours, as the Web Content Accessibility Guidelines define it.
    func contrast(with other: Pixel) -> Double {
      let (own, others) = (luminance, other.luminance)
      return (max(own, others) + 0.05) / (min(own, others) + 0.05)
    }

    private var luminance: Double {
      func light(_ part: Double) -> Double {
        part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
      }
      return 0.2126 * light(red) + 0.7152 * light(green) + 0.0722 * light(blue)
    }
  }

  let width: Int
  let height: Int
  /// Row by row in the format of Cairo: four bytes each, premultiplied.
  private(set) var words: [UInt32]

  /// An empty picture.
  init(width: Int, height: Int) {
    (self.width, self.height) = (width, height)
    words = [UInt32](repeating: 0, count: width * height)
  }

  /// Reads a PNG file.
  init(png: [UInt8]) throws {
    final class Source { var rest: ArraySlice<UInt8> = [] }
    let source = Source()
    source.rest = png[...]
    let surface = cairo_image_surface_create_from_png_stream(
      { source, data, length in
        guard let source, let data else { return CAIRO_STATUS_READ_ERROR }
        let bytes = Unmanaged<Source>.fromOpaque(source).takeUnretainedValue()
        guard bytes.rest.count >= length else { return CAIRO_STATUS_READ_ERROR }
        UnsafeMutableRawBufferPointer(start: data, count: Int(length))
          .copyBytes(from: bytes.rest.prefix(Int(length)))
        bytes.rest = bytes.rest.dropFirst(Int(length))
        return CAIRO_STATUS_SUCCESS
      }, Unmanaged.passUnretained(source).toOpaque())
    defer { cairo_surface_destroy(surface) }
    guard cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS else {
      throw Failure.unexpected("no PNG file")
    }
    // A file without opacity has no channel for it.
    self.init(
      width: Int(cairo_image_surface_get_width(surface)),
      height: Int(cairo_image_surface_get_height(surface)))
    let isOpaque = cairo_image_surface_get_format(surface) == CAIRO_FORMAT_RGB24
    let data = UnsafeRawPointer(cairo_image_surface_get_data(surface))
    let stride = Int(cairo_image_surface_get_stride(surface))
    words.withUnsafeMutableBytes { words in
      for row in 0..<height {
        guard let start = data?.advanced(by: row * stride) else { return }
        let place = row * width * 4
        words[place..<place + width * 4].copyBytes(
          from: UnsafeRawBufferPointer(start: start, count: width * 4))
      }
    }
    if isOpaque { words = words.map { $0 | 0xff00_0000 } }
    withExtendedLifetime(source) {}
  }

  /// Writes a PNG file.
  func write(to path: String) throws {
    var words = words
    let status = words.withUnsafeMutableBytes { bytes in
      let surface = cairo_image_surface_create_for_data(
        bytes.bindMemory(to: UInt8.self).baseAddress, CAIRO_FORMAT_ARGB32, Int32(width),
        Int32(height), Int32(width * 4))
      defer { cairo_surface_destroy(surface) }
      return cairo_surface_write_to_png(surface, path)
    }
    guard status == CAIRO_STATUS_SUCCESS else { throw Failure.unexpected("not written: \(path)") }
  }

  subscript(column: Int, row: Int) -> Pixel {
    let word = words[row * width + column]
    let opacity = Double(word >> 24) / 255
    func part(_ shift: UInt32) -> Double {
      opacity > 0 ? Double(word >> shift & 0xff) / 255 / opacity : 0
    }
    return Pixel(red: part(16), green: part(8), blue: part(0), opacity: opacity)
  }

  /// Puts a picture into this one.
  mutating func put(_ other: Pixels, x: Int, y: Int) {
    for row in 0..<other.height {
      for column in 0..<other.width {
        words[(y + row) * width + x + column] = other.words[row * other.width + column]
      }
    }
  }

  /// The picture on a colour, `0xrrggbb`.
  func over(_ color: UInt32) -> Pixels {
    var whole = self
    for (place, word) in words.enumerated() {
      let rest = 255 - word >> 24
      var mixed: UInt32 = 0xff00_0000
      for shift: UInt32 in [0, 8, 16] {
        let part = (word >> shift & 0xff) + ((color >> shift & 0xff) * rest + 127) / 255
        mixed |= min(part, 255) << shift
      }
      whole.words[place] = mixed
    }
    return whole
  }

  /// A part of the picture.
  func part(x: Int, y: Int, width: Int, height: Int) -> Pixels {
    var part = Pixels(width: width, height: height)
    for row in 0..<height {
      for column in 0..<width {
        part.words[row * width + column] = words[(y + row) * self.width + x + column]
      }
    }
    return part
  }

  /// The mean difference of all channels of two pictures of one size, 0 to 255.
  func distance(to other: Pixels) -> Double {
    guard (width, height) == (other.width, other.height) else { return 255 }
    var sum = 0
    for (own, others) in zip(words, other.words) where own != others {
      for shift: UInt32 in [0, 8, 16, 24] {
        sum += abs(Int(own >> shift & 0xff) - Int(others >> shift & 0xff))
      }
    }
    return Double(sum) / Double(width * height * 4)
  }

  /// Whether a pixel and its neighbours have the same opacity above 0: inside a stroke, not on a
  /// smoothed edge.
  func isInside(_ column: Int, _ row: Int) -> Bool {
    let place = row * width + column
    let opacity = words[place] >> 24
    // Most pixels are empty, and told at once.
    guard opacity > 0 else { return false }
    guard column > 0, column < width - 1, row > 0, row < height - 1 else { return false }
    return words[place - 1] >> 24 == opacity && words[place + 1] >> 24 == opacity
      && words[place - width] >> 24 == opacity && words[place + width] >> 24 == opacity
  }
}
