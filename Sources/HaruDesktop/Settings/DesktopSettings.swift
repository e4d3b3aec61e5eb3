internal import CDesktop

/// Settings of the desktop and its programs: GSettings, which GNOME keeps in dconf.
@MainActor
public final class DesktopSettings {
  private let settings: UnsafeMutablePointer<GSettings>
  private let schema: OpaquePointer
  private let cleanup: Cleanup

  /// Opens settings; `nil` if their schema is not installed.
  ///
  /// - Parameters:
  ///   - name: The name of the schema.
  ///   - path: The place of settings whose schema serves several places.
  public init?(schema name: String, path: String? = nil) {
    // GLib ends the process for a schema that is missing, or a place where there is only one.
    guard let source = g_settings_schema_source_get_default(),
      let schema = g_settings_schema_source_lookup(source, name, 1)
    else { return nil }
    guard (path == nil) == (g_settings_schema_get_path(schema) != nil),
      let settings = g_settings_new_full(schema, nil, path)
    else {
      g_settings_schema_unref(schema)
      return nil
    }
    (self.settings, self.schema) = (settings, schema)
    cleanup = Cleanup {
      g_object_unref(settings)
      g_settings_schema_unref(schema)
    }
  }

  /// The names of its keys.
  public var keys: [String] { strings(taking: g_settings_schema_list_keys(schema)) }

  /// The value of a key; `nil` if there is no such key, for which GLib would end the process.
  private func value(_ key: String) -> Variant? {
    guard g_settings_schema_has_key(schema, key) != 0 else { return nil }
    return g_settings_get_value(settings, key).map { Variant(taking: $0) }
  }

  /// Whether a key is true; `nil` if it is missing, or of another type.
  public func flag(_ key: String) -> Bool? { value(key)?.bool }

  /// The text of a key, or its texts; none of another type.
  public func texts(_ key: String) -> [String] {
    guard let value = value(key) else { return [] }
    return value.string.map { [$0] } ?? value.texts
  }

  /// Runs a closure when a key changes, as long as this object lives.
  public func onChange(of key: String, _ body: @escaping @MainActor () -> Void) {
    let callback: @convention(c) (gpointer?, UnsafePointer<CChar>?, gpointer?) -> Void = {
      _, _, data in runBox(data)
    }
    connect(
      settings, "changed::" + key, unsafeBitCast(callback, to: GCallback.self),
      Box<MainClosure>(body).retained())
    // GLib tells of changes only after the value was read.
    _ = value(key)
  }

  /// What a key is for, in a few words of the user's language.
  public func summary(of key: String) -> String? {
    guard let details = g_settings_schema_get_key(schema, key) else { return nil }
    defer { g_settings_schema_key_unref(details) }
    return g_settings_schema_key_get_summary(details).map { String(cString: $0) }
  }

  /// Sets a key to a text; `false` if the user may not change it.
  public func set(_ text: String, for key: String) -> Bool {
    g_settings_set_string(settings, key, text) != 0
  }

  /// Sets a key to texts; `false` if the user may not change it.
  public func set(_ texts: [String], for key: String) -> Bool {
    Variant.strings(texts).withPointer { g_settings_set_value(settings, key, $0) != 0 }
  }

  /// Removes the user's values of all keys.
  public func reset() {
    for key in keys { g_settings_reset(settings, key) }
  }

  /// Waits until all changes are written.
  public static func flush() { g_settings_sync() }
}
