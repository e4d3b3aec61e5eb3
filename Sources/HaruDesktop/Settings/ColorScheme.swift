/// Whether the user prefers a dark desktop, as its portal tells (docs/widgets.md#light-and-dark).
@MainActor
public final class ColorScheme {
  private static let settings = "org.freedesktop.portal.Settings"
  private static let key = (group: "org.freedesktop.appearance", name: "color-scheme")

  /// Whether it is dark now; `false` where there is no portal.
  public private(set) var isDark = false

  private let bus: Bus
  private let onChange: @MainActor () -> Void

  /// Asks the portal, which the bus may start, and listens from now on.
  public init(on bus: Bus, onChange: @escaping @MainActor () -> Void) {
    (self.bus, self.onChange) = (bus, onChange)
    bus.subscribe(
      sender: DesktopPortal.name, interface: ColorScheme.settings, member: "SettingChanged",
      path: DesktopPortal.path, first: ColorScheme.key.group
    ) { [weak self] in
      guard $0.children.count == 3, $0.children[1].string == ColorScheme.key.name else { return }
      self?.changed(to: $0.children[2])
    }
    let read = Bus.Method(DesktopPortal.name, DesktopPortal.path, ColorScheme.settings, "Read")
    let key: [Variant] = [.string(ColorScheme.key.group), .string(ColorScheme.key.name)]
    let reply = try? bus.callAndWait(read, key, mayStart: true, timeoutMilliseconds: 10_000)
    isDark = ColorScheme.isDark(reply?.children.first)
  }

  private func changed(to value: Variant) {
    let isDark = ColorScheme.isDark(value)
    guard isDark != self.isDark else { return }
    self.isDark = isDark
    onChange()
  }

  /// The portal wraps the number, once or twice.
  private static func isDark(_ value: Variant?) -> Bool {
    guard let value else { return false }
    let prefersDark: Int64 = 1
    return value.integer.map { $0 == prefersDark } ?? isDark(value.children.first)
  }
}
