internal import CPango
internal import CPixbuf

/// The middle of a picture file as a square of a given size.
struct SquareImage {
  /// Width and height in pixels.
  let side: Int
  /// The pixels, row by row, in the format of Cairo: premultiplied ARGB.
  private(set) var words: [UInt32]

  /// The formats of avatars; the library could read many others, and each is a risk.
  private static let formats: Set<String> = ["png", "jpeg", "gif", "webp"]
  /// The width and height that are accepted: a few bytes can declare an enormous picture.
  private static let sides = 1...2048

  /// Reads a file; `nil` if it is missing or not a picture.
  init?(file: String, side: Int) {
    guard g_file_test(file, G_FILE_TEST_IS_REGULAR) != 0, SquareImage.isReadable(file),
      let whole = gdk_pixbuf_new_from_file(file, nil)
    else { return nil }
    defer { g_object_unref(UnsafeMutableRawPointer(whole)) }
    let (width, height) = (gdk_pixbuf_get_width(whole), gdk_pixbuf_get_height(whole))
    let least = min(width, height)
    guard
      let middle = gdk_pixbuf_new_subpixbuf(
        whole, (width - least) / 2, (height - least) / 2, least, least)
    else { return nil }
    defer { g_object_unref(UnsafeMutableRawPointer(middle)) }
    guard
      let scaled = gdk_pixbuf_scale_simple(middle, Int32(side), Int32(side), GDK_INTERP_BILINEAR)
    else { return nil }
    defer { g_object_unref(UnsafeMutableRawPointer(scaled)) }
    self.side = side
    words = SquareImage.words(of: scaled, side: side)
  }

  /// Whether the header of the file has an accepted format and size.
  private static func isReadable(_ file: String) -> Bool {
    var (width, height): (gint, gint) = (0, 0)
    guard let format = gdk_pixbuf_get_file_info(file, &width, &height),
      let name = gdk_pixbuf_format_get_name(format)
    else { return false }
    defer { g_free(name) }
    return formats.contains(String(cString: name)) && sides.contains(Int(width))
      && sides.contains(Int(height))
  }

  private static func words(of image: OpaquePointer, side: Int) -> [UInt32] {
    guard let bytes = gdk_pixbuf_read_pixels(image) else { return [] }
    let stride = Int(gdk_pixbuf_get_rowstride(image))
    let channels = Int(gdk_pixbuf_get_n_channels(image))
    let isOpaque = gdk_pixbuf_get_has_alpha(image) == 0
    return (0..<side * side).map { place in
      let pixel = bytes + place / side * stride + place % side * channels
      let opacity = isOpaque ? 255 : UInt32(pixel[3])
      let parts = (0..<3).map { (UInt32(pixel[$0]) * opacity + 127) / 255 }
      return opacity << 24 | parts[0] << 16 | parts[1] << 8 | parts[2]
    }
  }

  /// The image in grey.
  var gray: SquareImage {
    var image = self
    image.words = words.map { word in
      let light =
        (2126 * (word >> 16 & 0xff) + 7152 * (word >> 8 & 0xff) + 722 * (word & 0xff)) / 10_000
      return word & 0xff00_0000 | light << 16 | light << 8 | light
    }
    return image
  }

  /// A surface of Cairo, which the caller destroys.
  var surface: OpaquePointer? {
    let surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, Int32(side), Int32(side))
    guard let data = cairo_image_surface_get_data(surface) else { return surface }
    let stride = Int(cairo_image_surface_get_stride(surface))
    for (place, word) in words.enumerated() {
      UnsafeMutableRawPointer(data).storeBytes(
        of: word, toByteOffset: place / side * stride + place % side * 4, as: UInt32.self)
    }
    cairo_surface_mark_dirty(surface)
    return surface
  }
}
