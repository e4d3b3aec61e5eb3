internal import CDesktop
public import HaruSystem

/// A single instance on the bus, activated over it: a `GApplication`.
@MainActor
public final class Application {
  private let application: UnsafeMutablePointer<GApplication>
  private let cleanup: Cleanup

  /// Makes an application that is not registered yet.
  ///
  /// - Parameters:
  ///   - id: Its id, which is also its bus name.
  ///   - isService: Whether it was started as a service, so that its start does not activate it.
  public init?(id: String, isService: Bool) {
    let service = isService ? G_APPLICATION_IS_SERVICE.rawValue : 0
    let flags = GApplicationFlags(rawValue: service | G_APPLICATION_HANDLES_OPEN.rawValue)
    guard let application = g_application_new(id, flags) else { return nil }
    self.application = application
    cleanup = Cleanup { g_object_unref(application) }
  }

  /// Runs a closure when the application is activated, by a launcher or a second start.
  public func onActivate(_ body: @escaping @MainActor () -> Void) {
    let callback: @convention(c) (gpointer?, gpointer?) -> Void = { _, data in runBox(data) }
    connect(
      application, "activate", unsafeBitCast(callback, to: GCallback.self),
      Box<MainClosure>(body).retained())
  }

  /// Runs a closure when the application is asked to open addresses.
  public func onOpen(_ body: @escaping @MainActor ([String]) -> Void) {
    typealias Files = UnsafeMutablePointer<OpaquePointer?>
    let callback: @convention(c) (gpointer?, Files?, gint, gpointer?, gpointer?) -> Void = {
      _, files, count, _, data in
      let addresses = (0..<Int(count)).compactMap { index -> String? in
        guard let address = g_file_get_uri(files?[index]) else { return nil }
        defer { g_free(address) }
        return String(cString: address)
      }
      runBox(data, with: addresses)
    }
    connect(
      application, "open", unsafeBitCast(callback, to: GCallback.self),
      Box<MainHandler<[String]>>(body).retained())
  }

  /// Runs a closure for an action of its desktop file.
  public func onAction(_ name: String, _ body: @escaping @MainActor () -> Void) {
    guard let action = g_simple_action_new(name, nil) else { return }
    let callback: @convention(c) (gpointer?, OpaquePointer?, gpointer?) -> Void = { _, _, data in
      runBox(data)
    }
    connect(
      UnsafeMutableRawPointer(action), "activate", unsafeBitCast(callback, to: GCallback.self),
      Box<MainClosure>(body).retained())
    g_action_map_add_action(haru_action_map(application), haru_action(action))
    g_object_unref(UnsafeMutableRawPointer(action))
  }

  /// Takes the bus name, or finds its owner.
  ///
  /// - Returns: Whether this process is the instance; if not, requests go to the other process.
  /// - Throws: `GLibError` if the bus does not answer; for a service also if the name is taken.
  public func register() throws(GLibError) -> Bool {
    var error: UnsafeMutablePointer<GError>?
    guard g_application_register(application, nil, &error) != 0 else {
      throw GLibError(fromBus: error)
    }
    return g_application_get_is_remote(application) == 0
  }

  /// Runs until `quit`; a second instance asks the first one to open the addresses, or activates it if
  /// there are none, and returns.
  public func run(opening addresses: [String] = []) {
    // Without this an idle service ends by itself; with it a second instance would never end.
    if g_application_get_is_remote(application) == 0 { g_application_hold(application) }
    var words = addresses.isEmpty ? [] : ([""] + addresses).map { g_strdup($0) }
    g_application_run(application, gint(words.count), &words)
    words.forEach { g_free($0) }
  }

  /// Ends `run`.
  public func quit() {
    g_application_quit(application)
  }
}
