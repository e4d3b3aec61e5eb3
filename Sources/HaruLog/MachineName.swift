internal import Glibc
internal import HaruCore

/// How a machine is known among others.
public enum MachineName {
  /// Whether a text can be the name of a machine: 1 to 63 of a-z, 0-9 and `-`, which does not come first.
  public static func isValid(_ name: String) -> Bool {
    (1...63).contains(name.utf8.count) && name.utf8.first != UInt8(ascii: "-")
      && name.utf8.allSatisfy("abcdefghijklmnopqrstuvwxyz0123456789-".utf8.contains)
  }

  /// A new name: that of the host, as far as a name can have it, and a random number.
  public static func new() -> String {
    var buffer = [CChar](repeating: 0, count: 256)
    gethostname(&buffer, buffer.count - 1)
    let host = buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:))
    return name(ofHost: String(decoding: host, as: UTF8.self), .random(in: 0...UInt32.max))
  }

  /// The name of a host with a number.
  static func name(ofHost host: String, _ number: UInt32) -> String {
    let first = host.lowercased().prefix { $0 != "." }
    let letters = first.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-" }
    let trimmed = String(letters.drop { $0 == "-" }.prefix(40))
    return (trimmed.isEmpty ? "haru" : trimmed) + "-" + padded(number, to: 8, radix: 16)
  }

  /// Tells this machine from one to which its files were copied; empty if the system has no such number.
  ///
  /// A hash, because the number itself is not to be told to others (machine-id(5)).
  public static var number: String {
    for path in ["/etc/machine-id", "/var/lib/dbus/machine-id"] {
      guard let file = fopen(path, "re") else { continue }
      defer { fclose(file) }
      var buffer = [CChar](repeating: 0, count: 64)
      guard fgets(&buffer, Int32(buffer.count), file) != nil else { continue }
      let bytes = buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:))
      return String(StableHash.of(Array("haru ".utf8) + bytes), radix: 16)
    }
    return ""
  }
}
