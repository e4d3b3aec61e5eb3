internal import CDesktop
internal import HaruCore
internal import HaruDesktop

/// A zip archive in memory, with stored and deflated members; encrypted, split and 64-bit archives are
/// not supported.
struct ZipArchive {
  /// The largest size that is read.
  static let limit = Megabytes(count: 128)

  private struct Member {
    let method: Int
    let checksum: UInt32
    let packedSize: Int
    let size: Int
    /// The offset of its header, which its bytes follow.
    let offset: Int
  }

  private let bytes: [UInt8]
  private let members: [String: Member]

  /// Reads the central directory.
  init(_ bytes: [UInt8]) throws(ImportError) {
    guard let members = ZipArchive.members(of: LittleEndian(bytes: bytes)) else { throw .damaged }
    self.bytes = bytes
    self.members = ZipArchive.withoutOuterFolders(members)
  }

  /// The members without the names of folders around all of them, which file managers add.
  private static func withoutOuterFolders(_ members: [String: Member]) -> [String: Member] {
    let folders = members.keys.map { $0.split(separator: "/").dropLast() }
    var outer = folders.first ?? []
    for folder in folders {
      outer = outer.prefix(zip(outer, folder).prefix { $0 == $1 }.count)
    }
    let length = outer.reduce(0) { $0 + $1.utf8.count + 1 }
    let inner = members.map { (String(Substring($0.key.utf8.dropFirst(length))), $0.value) }
    return Dictionary(inner) { first, _ in first }
  }

  /// The path of a member, its parts between slashes; `nil` for a folder, for what is hidden and for
  /// what a system keeps for itself.
  private static func path(_ written: String) -> String? {
    // Some programs of Windows write its separators.
    let separator: Character = written.contains("/") ? "/" : "\\"
    let parts = written.split(separator: separator).filter { $0 != "." }
    guard written.last != separator, let name = parts.last, parts.first != "__MACOSX",
      !name.hasPrefix("."), !["desktop.ini", "thumbs.db"].contains(name.lowercased())
    else { return nil }
    return parts.map(String.init).joined(separator: "/")
  }

  /// The sorted names of files and folders at its top.
  var topNames: [String] {
    let names = members.keys.compactMap { $0.split(separator: "/").first.map(String.init) }
    return Set(names).sorted()
  }

  /// The bytes of a member; `nil` if it is missing.
  func bytes(of name: String, limit: Megabytes) throws(ImportError) -> [UInt8]? {
    guard let member = members[name] else { return nil }
    guard member.size <= limit.bytes else { throw .tooLarge(megabytes: limit.count) }
    guard let packed = packedBytes(of: member) else { throw .damaged }
    let unpacked: [UInt8]? =
      switch member.method {
      case 0: Array(packed)
      case 8: Inflate.bytes(packed, limit: member.size)
      default: nil
      }
    guard let unpacked, unpacked.count == member.size, CRC32.of(unpacked) == member.checksum
    else { throw .damaged }
    return unpacked
  }

  private func packedBytes(of member: Member) -> ArraySlice<UInt8>? {
    let file = LittleEndian(bytes: bytes)
    guard file.number(at: member.offset, bytes: 4) == 0x0403_4b50,
      let nameLength = file.number(at: member.offset + 26, bytes: 2),
      let extraLength = file.number(at: member.offset + 28, bytes: 2)
    else { return nil }
    return file.slice(at: member.offset + 30 + nameLength + extraLength, count: member.packedSize)
  }

  private static func members(of file: LittleEndian) -> [String: Member]? {
    guard let end = endRecord(of: file), let count = file.number(at: end + 10, bytes: 2),
      var entry = file.number(at: end + 16, bytes: 4)
    else { return nil }
    var members: [String: Member] = [:]
    for _ in 0..<count {
      guard let (name, member, next) = self.member(at: entry, of: file) else { return nil }
      // The first of two members with one name counts.
      if let path = path(name), members[path] == nil { members[path] = member }
      entry = next
    }
    return members
  }

  private static func member(
    at entry: Int, of file: LittleEndian
  ) -> (name: String, Member, next: Int)? {
    guard file.number(at: entry, bytes: 4) == 0x0201_4b50,
      let flags = file.number(at: entry + 8, bytes: 2), flags & 1 == 0,
      let method = file.number(at: entry + 10, bytes: 2),
      let checksum = file.number(at: entry + 16, bytes: 4),
      let packedSize = file.number(at: entry + 20, bytes: 4),
      let size = file.number(at: entry + 24, bytes: 4),
      let nameLength = file.number(at: entry + 28, bytes: 2),
      let extraLength = file.number(at: entry + 30, bytes: 2),
      let commentLength = file.number(at: entry + 32, bytes: 2),
      let offset = file.number(at: entry + 42, bytes: 4),
      let name = file.slice(at: entry + 46, count: nameLength)
    else { return nil }
    let member = Member(
      method: method, checksum: UInt32(checksum), packedSize: packedSize, size: size,
      offset: offset)
    let next = entry + 46 + nameLength + extraLength + commentLength
    return (String(decoding: name, as: UTF8.self), member, next)
  }

  /// The offset of the end record, before a comment of up to 65,535 bytes.
  private static func endRecord(of file: LittleEndian) -> Int? {
    let length = 22
    let last = file.bytes.count - length
    guard last >= 0 else { return nil }
    return stride(from: last, through: max(0, last - 65_535), by: -1).first {
      file.number(at: $0, bytes: 4) == 0x0605_4b50
    }
  }
}

/// Little-endian numbers in bytes, with checked bounds.
private struct LittleEndian {
  let bytes: [UInt8]

  func number(at offset: Int, bytes count: Int) -> Int? {
    slice(at: offset, count: count)?.reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  func slice(at offset: Int, count: Int) -> ArraySlice<UInt8>? {
    guard offset >= 0, count >= 0, offset <= bytes.count, count <= bytes.count - offset
    else { return nil }
    return bytes[offset..<offset + count]
  }
}

/// The checksum of zip archives.
private enum CRC32 {
  static func of(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(~0) { sum, byte in table[Int(UInt8(truncatingIfNeeded: sum) ^ byte)] ^ sum >> 8 }
  }

  private static let table: [UInt32] = (0..<256).map { index in
    (0..<8).reduce(UInt32(index)) { sum, _ in sum & 1 == 0 ? sum >> 1 : 0xedb8_8320 ^ sum >> 1 }
  }
}

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
