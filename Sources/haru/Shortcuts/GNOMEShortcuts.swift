import HaruCommand
import HaruDesktop
import HaruText

/// The custom shortcuts of GNOME's settings.
@MainActor
struct GNOMEShortcuts: ShortcutDesktop {
  private static let mediaKeys = "org.gnome.settings-daemon.plugins.media-keys"
  private static let custom = mediaKeys + ".custom-keybinding"
  private static let list = "custom-keybindings"
  private static let place =
    "/org/gnome/settings-daemon/plugins/media-keys/custom-keybindings/haru/"
  /// The schemas whose keys are shortcuts.
  private static let schemas = [
    "org.gnome.shell.keybindings", "org.gnome.desktop.wm.keybindings",
    "org.gnome.mutter.keybindings", "org.gnome.mutter.wayland.keybindings", mediaKeys,
  ]

  /// The administrator has locked the settings.
  private static var locked: Failure {
    Failure(.refused, text("the desktop does not let you change its shortcuts"))
  }

  private let settings: DesktopSettings
  private let shortcut: DesktopSettings

  init?() {
    guard let settings = DesktopSettings(schema: GNOMEShortcuts.mediaKeys),
      let shortcut = DesktopSettings(schema: GNOMEShortcuts.custom, path: GNOMEShortcuts.place)
    else { return nil }
    (self.settings, self.shortcut) = (settings, shortcut)
  }

  func owner(of keys: KeyCombination) -> String? {
    func isTaken(_ accelerators: [String]) -> Bool {
      accelerators.contains { KeyCombination(accelerator: $0) == keys }
    }
    for place in places where place != GNOMEShortcuts.place {
      let other = DesktopSettings(schema: GNOMEShortcuts.custom, path: place)
      if let other, isTaken(other.texts("binding")) { return other.texts("name").first }
    }
    for schema in GNOMEShortcuts.schemas {
      guard let settings = DesktopSettings(schema: schema) else { continue }
      for key in settings.keys where key != GNOMEShortcuts.list && isTaken(settings.texts(key)) {
        return settings.summary(of: key) ?? key
      }
    }
    return nil
  }

  func set(_ keys: KeyCombination) throws(Failure) {
    let values = [
      ("name", text("Study", as: "a shortcut of the desktop")), ("command", GNOMEShortcuts.command),
      ("binding", keys.accelerator),
    ]
    let isSet =
      values.allSatisfy { shortcut.set($0.1, for: $0.0) }
      && (places.contains(GNOMEShortcuts.place)
        || settings.set(places + [GNOMEShortcuts.place], for: GNOMEShortcuts.list))
    DesktopSettings.flush()
    guard isSet else { throw GNOMEShortcuts.locked }
  }

  func remove() throws(Failure) -> Bool {
    let others = places.filter { $0 != GNOMEShortcuts.place }
    guard others.count < places.count else { return false }
    guard settings.set(others, for: GNOMEShortcuts.list) else {
      throw GNOMEShortcuts.locked
    }
    shortcut.reset()
    DesktopSettings.flush()
    return true
  }

  private var places: [String] { settings.texts(GNOMEShortcuts.list) }
}
