internal import CDesktop
internal import Glibc
public import HaruSystem

/// xdg-desktop-portal, which opens files and addresses for programs.
@MainActor
public struct DesktopPortal {
  static let name = "org.freedesktop.portal.Desktop"
  static let path = "/org/freedesktop/portal/desktop"
  /// The time to start the portal and to check the file; the user may be asked afterwards.
  private static let answerMilliseconds: Int32 = 25_000

  private let bus: Bus

  /// Finds the portal; `nil` if the desktop has none.
  public init?(on bus: Bus) {
    guard bus.isOwned(DesktopPortal.name) || bus.canStart(DesktopPortal.name) else { return nil }
    self.bus = bus
  }

  /// Opens a file in an application that the user has chosen or chooses now; choosing none is not an
  /// error.
  ///
  /// - Throws: `GLibError` if it cannot be opened.
  public func open(_ path: String) throws(GLibError) {
    let file = Glibc.open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw GLibError(String(cString: strerror(errno))) }
    defer { close(file) }
    let descriptors = g_unix_fd_list_new()
    defer { g_object_unref(descriptors) }
    var error: UnsafeMutablePointer<GError>?
    let place = g_unix_fd_list_append(descriptors, file, &error)
    guard place >= 0 else { throw GLibError(fromBus: error) }
    try request("OpenFile", .descriptor(place), descriptors)
  }

  /// Opens an address, as `open` does a file.
  public func open(address: String) throws(GLibError) {
    try request("OpenURI", .string(address), nil)
  }

  private func request(
    _ member: String, _ what: Variant, _ descriptors: UnsafeMutablePointer<GUnixFDList>?
  ) throws(GLibError) {
    var outcome: Outcome?
    func end(_ reached: Outcome) {
      outcome = outcome ?? reached
      MainLoop.quit()
    }
    // Subscribed before the call: the response may arrive before the reply to the call.
    let token = "haru\(getpid())"
    bus.subscribe(
      sender: DesktopPortal.name, interface: "org.freedesktop.portal.Request", member: "Response",
      path: "\(DesktopPortal.path)/request/\(caller)/\(token)"
    ) { arguments in
      let response = arguments.children.first?.integer ?? -1
      let (opened, cancelled): (Int64, Int64) = (0, 1)
      let isFine = response == opened || response == cancelled
      end(isFine ? .success(()) : .failure(GLibError("response \(response)")))
    }
    let method = Bus.Method(
      DesktopPortal.name, DesktopPortal.path, "org.freedesktop.portal.OpenURI", member)
    let noWindow = Variant.string("")
    let options = Variant.dictionary(["handle_token": .string(token)])
    bus.call(
      method, [noWindow, what, options], G_DBUS_CALL_FLAGS_NONE, with: descriptors,
      timeoutMilliseconds: DesktopPortal.answerMilliseconds
    ) { [bus] reply in
      if case .failure(let error) = reply { return end(.failure(error)) }
      bus.watch(
        name: DesktopPortal.name, appeared: { _ in },
        vanished: { end(.failure(GLibError("\(DesktopPortal.name) has gone"))) })
    }
    // The portal closes its dialog as soon as this process leaves the bus.
    while outcome == nil { MainLoop.run() }
    try outcome?.get()
  }

  private typealias Outcome = Result<Void, GLibError>

  /// The unique name of this connection, as the path of a request contains it.
  private var caller: String {
    let name = g_dbus_connection_get_unique_name(bus.connection).map { String(cString: $0) } ?? ""
    return String(name.dropFirst().map { $0 == "." ? "_" : $0 })
  }
}
