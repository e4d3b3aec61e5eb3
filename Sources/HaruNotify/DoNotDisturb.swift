internal import HaruCore
internal import HaruDesktop
internal import HaruSystem

/// Hears of the end of *do not disturb*, for servers that do not show what came meanwhile
/// (docs/servers.md#do-not-disturb).
@MainActor
final class DoNotDisturb {
  /// The server hears of the end at the same time, and has to be ready before anything is shown.
  private static let milliseconds = 1000

  private let onEnd: @MainActor () -> Void
  /// Whether it is on; `nil` until that is known.
  private var isOn: Bool?
  private var wait: Wait?
  private var settings: DesktopSettings?
  private var file: FileWatch?
  private var subscription: Cleanup?

  /// Listens where a server's switch is; `nil` if nothing has to be heard.
  init?(_ place: ServerManner.QuietSwitch, on bus: Bus, onEnd: @escaping @MainActor () -> Void) {
    self.onEnd = onEnd
    switch place {
    case .own: return nil
    case .dunst:
      listen(to: "paused", of: "org.dunstproject.cmd0", at: "org.freedesktop.Notifications", bus)
    case .budgie:
      listen(
        to: "NotificationsPaused", of: "org.buddiesofbudgie.budgie.Dispatcher",
        at: "org.budgie_desktop.Notifications", bus)
    case .xfconf: listenToXfconf(bus)
    case .mate: watch("org.mate.NotificationDaemon", "do-not-disturb", whileOn: true)
    case .gnome: watch("org.gnome.desktop.notifications", "show-banners", whileOn: false)
    case .lxqt: watchFile(UserDirectories.config + "/lxqt/notifications.conf")
    }
  }

  private func changed(to isOn: Bool) {
    defer { self.isOn = isOn }
    wait?.cancel()
    guard !isOn, self.isOn != false else { return }
    wait = MainLoop.after(milliseconds: Self.milliseconds) { [weak self] in self?.onEnd() }
  }

  private func listen(to flag: String, of interface: String, at sender: String, _ bus: Bus) {
    let subscription = bus.subscribe(toFlagsOf: interface, sender: sender) {
      [weak self] name, isOn in
      if name == flag { self?.changed(to: isOn) }
    }
    self.subscription = Cleanup { bus.unsubscribe(subscription) }
  }

  private func listenToXfconf(_ bus: Bus) {
    let name = "org.xfce.Xfconf"
    let subscription = bus.subscribe(
      sender: name, interface: name, member: "PropertyChanged", path: nil, first: "xfce4-notifyd"
    ) { [weak self] in
      let values = $0.children
      guard values.count == 3, values[1].string == "/do-not-disturb",
        let isOn = values[2].children.first?.bool
      else { return }
      self?.changed(to: isOn)
    }
    self.subscription = Cleanup { bus.unsubscribe(subscription) }
  }

  private func watch(_ schema: String, _ key: String, whileOn on: Bool) {
    guard let settings = DesktopSettings(schema: schema) else { return }
    self.settings = settings
    settings.onChange(of: key) { [weak self] in
      if let value = self?.settings?.flag(key) { self?.changed(to: value == on) }
    }
    isOn = settings.flag(key).map { $0 == on }
  }

  private func watchFile(_ path: String) {
    func isOn() -> Bool {
      (try? KeyFile(path: path))?.value(of: "doNotDisturb", in: "General") == "true"
    }
    self.isOn = isOn()
    file = FileWatch(path) { [weak self] in self?.changed(to: isOn()) }
  }
}
