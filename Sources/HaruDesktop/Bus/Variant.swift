internal import CDesktop

/// A GVariant, the type of values on the bus.
public final class Variant {
  private let pointer: OpaquePointer

  /// Shares a value that other code owns.
  init(_ pointer: OpaquePointer) {
    self.pointer = g_variant_ref_sink(pointer)
  }

  /// Takes ownership of a value.
  init(taking pointer: OpaquePointer) {
    self.pointer = pointer
  }

  deinit {
    g_variant_unref(pointer)
  }

  /// Passes the C value to a closure, and keeps this object alive until it returns.
  func withPointer<Result>(_ body: (OpaquePointer) -> Result) -> Result {
    withExtendedLifetime(self) { body(pointer) }
  }

  private static func withPointers<Result>(
    _ values: [Variant], _ body: ([OpaquePointer?]) -> Result
  ) -> Result {
    withExtendedLifetime(values) { body(values.map { $0.pointer }) }
  }

  /// A text (`s`).
  public static func string(_ value: String) -> Variant { Variant(g_variant_new_string(value)) }
  /// A truth value (`b`).
  public static func bool(_ value: Bool) -> Variant {
    Variant(g_variant_new_boolean(value ? 1 : 0))
  }
  /// An unsigned number of 32 bits (`u`).
  public static func uint32(_ value: UInt32) -> Variant { Variant(g_variant_new_uint32(value)) }
  /// A number of 32 bits (`i`).
  public static func int32(_ value: Int32) -> Variant { Variant(g_variant_new_int32(value)) }
  /// A number of 64 bits (`x`).
  public static func int64(_ value: Int64) -> Variant { Variant(g_variant_new_int64(Int(value))) }
  /// A number with a fraction (`d`).
  public static func double(_ value: Double) -> Variant { Variant(g_variant_new_double(value)) }
  /// A file descriptor of a message (`h`), by its index.
  public static func descriptor(_ place: Int32) -> Variant { Variant(g_variant_new_handle(place)) }
  /// Any value (`v`).
  public static func any(_ value: Variant) -> Variant {
    value.withPointer { Variant(g_variant_new_variant($0)) }
  }

  /// A tuple, such as the arguments of a call.
  public static func tuple(_ values: [Variant]) -> Variant {
    withPointers(values) { Variant(g_variant_new_tuple($0, gsize($0.count))) }
  }

  /// An array of texts (`as`).
  public static func strings(_ values: [String]) -> Variant {
    array(of: "s", values.map(Variant.string))
  }

  /// A dictionary of named values (`a{sv}`).
  public static func dictionary(_ values: [String: Variant]) -> Variant {
    let entries = values.sorted { $0.key < $1.key }.map { key, value in
      Variant.string(key).withPointer { key in
        Variant.any(value).withPointer { Variant(g_variant_new_dict_entry(key, $0)) }
      }
    }
    return array(of: "{sv}", entries)
  }

  /// An array of values of one type, by its D-Bus signature.
  public static func array(of type: String, _ values: [Variant]) -> Variant {
    // The type is the text itself, which has to outlive the call.
    type.withCString { type in
      withPointers(values) {
        Variant(g_variant_new_array(haru_variant_type(type), $0, gsize($0.count)))
      }
    }
  }

  /// The D-Bus signature of its type.
  public var type: String { String(cString: g_variant_get_type_string(pointer)) }

  /// The text, if it is one (`s`, `o` or `g`).
  public var string: String? {
    guard ["s", "o", "g"].contains(type) else { return nil }
    return String(cString: g_variant_get_string(pointer, nil))
  }

  /// The texts, if it is an array of them.
  public var texts: [String] { children.compactMap(\.string) }

  /// The truth value, if it is one.
  public var bool: Bool? { type == "b" ? g_variant_get_boolean(pointer) != 0 : nil }

  /// The number, if it is an integer of any size.
  public var integer: Int64? {
    switch type {
    case "y": Int64(g_variant_get_byte(pointer))
    case "i": Int64(g_variant_get_int32(pointer))
    case "u": Int64(g_variant_get_uint32(pointer))
    case "x": Int64(g_variant_get_int64(pointer))
    case "t": Int64(clamping: g_variant_get_uint64(pointer))
    default: nil
    }
  }

  /// The elements of a tuple, array, dictionary entry or variant; none of another value.
  public var children: [Variant] {
    guard g_variant_is_container(pointer) != 0 else { return [] }
    return (0..<g_variant_n_children(pointer)).map {
      Variant(taking: g_variant_get_child_value(pointer, $0))
    }
  }

  /// The value in the text format of GVariant.
  public var printed: String {
    guard let text = g_variant_print(pointer, 0) else { return "" }
    defer { g_free(text) }
    return String(cString: text)
  }
}
