internal import CDesktop

/// A setting of the desktop in GSettings that is true or false.
@MainActor
public final class DesktopSetting {
  private let settings: OpaquePointer
  private let key: String

  /// Watches a setting; `nil` if the desktop has none of this name, because GLib would end the process.
  public init?(_ schema: String, _ key: String, onChange: @escaping @MainActor () -> Void) {
    guard
      let found = g_settings_schema_source_lookup(
        g_settings_schema_source_get_default(), schema, 1)
    else { return nil }
    defer { g_settings_schema_unref(found) }
    guard g_settings_schema_has_key(found, key) != 0, let settings = g_settings_new(schema) else {
      return nil
    }
    (self.settings, self.key) = (OpaquePointer(settings), key)
    let callback: @convention(c) (gpointer?, UnsafePointer<CChar>?, gpointer?) -> Void = {
      _, _, data in runBox(data)
    }
    connect(
      settings, "changed::" + key, unsafeBitCast(callback, to: GCallback.self),
      Box<MainClosure>(onChange).retained())
    // GLib tells of changes only after the value was read.
    _ = value
  }

  isolated deinit {
    g_object_unref(UnsafeMutableRawPointer(settings))
  }

  /// Its value; `nil` if it is of another type.
  public var value: Bool? {
    g_settings_get_value(UnsafeMutablePointer(settings), key).flatMap { Variant(taking: $0).bool }
  }
}
