internal import CDesktop

/// Decompresses Deflate (RFC 1951).
public enum Inflate {
  /// The decompressed bytes; `nil` if the input is damaged, or the output exceeds the limit in bytes.
  public static func bytes(_ packed: ArraySlice<UInt8>, limit: Int) -> [UInt8]? {
    let decompressor = g_zlib_decompressor_new(G_ZLIB_COMPRESSOR_FORMAT_RAW)
    defer { g_object_unref(UnsafeMutableRawPointer(decompressor)) }
    var unpacked: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    return packed.withUnsafeBytes { packed -> [UInt8]? in
      var rest = packed
      while true {
        var (read, written): (gsize, gsize) = (0, 0)
        let result = g_converter_convert(
          decompressor, rest.baseAddress, gsize(rest.count), &chunk, gsize(chunk.count),
          G_CONVERTER_INPUT_AT_END, &read, &written, nil)
        guard result != G_CONVERTER_ERROR, unpacked.count + Int(written) <= limit else {
          return nil
        }
        unpacked += chunk[..<Int(written)]
        if result == G_CONVERTER_FINISHED { return unpacked }
        // Without progress the loop would never end.
        guard read > 0 || written > 0 else { return nil }
        rest = UnsafeRawBufferPointer(rebasing: rest[Int(read)...])
      }
    }
  }
}
