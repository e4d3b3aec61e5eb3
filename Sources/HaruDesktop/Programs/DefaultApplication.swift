internal import CDesktop
internal import Glibc
public import HaruSystem

/// The user's default application for files of a type or addresses of a kind.
@MainActor
public final class DefaultApplication {
  private let application: OpaquePointer
  private let cleanup: Cleanup

  /// Finds the application; `nil` if there is none for such files.
  public convenience init?(forType type: String) {
    self.init(g_app_info_get_default_for_type(type, 0))
  }

  /// Finds the application; `nil` if there is none for addresses of this scheme, such as `https`.
  public convenience init?(forScheme scheme: String) {
    self.init(g_app_info_get_default_for_uri_scheme(scheme))
  }

  private init?(_ found: OpaquePointer?) {
    guard let found else { return nil }
    guard let application = haru_desktop_application(found) else {
      g_object_unref(UnsafeMutableRawPointer(found))
      return nil
    }
    self.application = application
    cleanup = Cleanup { g_object_unref(UnsafeMutableRawPointer(application)) }
  }

  /// Its name for people.
  public var name: String { String(cString: g_app_info_get_display_name(application)) }

  /// Opens a file, and returns without waiting for the user.
  ///
  /// - Throws: `GLibError` if the application cannot be started or called.
  public func open(_ path: String) throws(GLibError) {
    var error: UnsafeMutablePointer<GError>?
    guard let address = g_filename_to_uri(path, nil, &error) else {
      throw GLibError(fromBus: error)
    }
    defer { g_free(address) }
    try open(address)
  }

  /// Opens an address, as `open` does a file.
  public func open(address: String) throws(GLibError) {
    let address = g_strdup(address)
    defer { g_free(address) }
    try open(address)
  }

  private func open(_ address: UnsafeMutablePointer<gchar>?) throws(GLibError) {
    let addresses = g_list_append(nil, address)
    defer { g_list_free(addresses) }
    if Bus.hasAddress, g_desktop_app_info_get_boolean(application, "DBusActivatable") != 0 {
      try ask(addresses)
    } else {
      try start(addresses)
    }
  }

  /// Starts the application as a program.
  private func start(_ addresses: UnsafeMutablePointer<GList>?) throws(GLibError) {
    guard let context = g_app_launch_context_new() else { throw GLibError("no launch context") }
    defer { g_object_unref(context) }
    if !Bus.hasAddress {
      // GLib would start a bus for the launch and leave it running; the application gets none.
      setenv("DBUS_SESSION_BUS_ADDRESS", "disabled:", 1)
      g_app_launch_context_unsetenv(context, "DBUS_SESSION_BUS_ADDRESS")
    }
    // Its output is not Haru's, and a reader of this process's output would wait for its end.
    let nothing = Glibc.open("/dev/null", O_RDWR | O_CLOEXEC)
    defer { close(nothing) }
    var error: UnsafeMutablePointer<GError>?
    // Without "do not reap" GLib detaches it; in a session of its own it does not get the signals that
    // end this process.
    let isStarted = g_desktop_app_info_launch_uris_as_manager_with_fds(
      application, addresses, context, G_SPAWN_SEARCH_PATH, { _ in _ = setsid() }, nil, nil, nil,
      nothing, nothing, nothing, &error)
    guard isStarted != 0 else { throw GLibError(fromBus: error) }
  }

  /// Calls the application over the bus, which starts it; the call is lost unless its caller waits.
  private func ask(_ addresses: UnsafeMutablePointer<GList>?) throws(GLibError) {
    typealias Answer = Result<Void, GLibError>
    var answer: Answer?
    let answered = Box<MainHandler<Answer>> {
      answer = $0
      MainLoop.quit()
    }
    // Without a window a launch context is useless, and GLib 2.74 warns about it when this fails.
    g_app_info_launch_uris_async(
      application, addresses, nil, nil,
      { source, result, data in
        var error: UnsafeMutablePointer<GError>?
        let application = source.map { OpaquePointer($0) }
        let isOpened = g_app_info_launch_uris_finish(application, result, &error) != 0
        let answer: Answer = isOpened ? .success(()) : .failure(GLibError(fromBus: error))
        runBox(data, with: answer)
        releaseBox(data)
      }, answered.retained())
    while answer == nil { MainLoop.run() }
    try answer?.get()
  }
}
