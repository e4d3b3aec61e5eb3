internal import CDesktop
internal import Glibc
internal import HaruSystem

/// The display on which programs open their windows.
@MainActor
public enum Display {
  /// Whether a connection to it is accepted: a variable alone may name one that is gone.
  public static var isReachable: Bool {
    isReachableByWayland || isReachableByX11
  }

  private static var isReachableByWayland: Bool {
    guard let name = value("WAYLAND_DISPLAY") else { return false }
    if name.hasPrefix("/") { return accepts(path: name) }
    return UserDirectories.runtime.map { accepts(path: $0 + "/" + name) } ?? false
  }

  /// `:0`, `:0.0`, `unix:0`, or `host:10.0` as ssh sets it.
  private static var isReachableByX11: Bool {
    guard let name = value("DISPLAY"), let colon = name.lastIndex(of: ":") else { return false }
    let number = name[name.index(after: colon)...].prefix(while: \.isNumber)
    guard let display = UInt16(number), display < 1000 else { return false }
    let host = String(name[..<colon])
    guard ["", "unix"].contains(host) else { return accepts(host: host, port: 6000 + display) }
    let path = "/tmp/.X11-unix/X\(display)"
    return accepts(path: path) || accepts(path: path, isAbstract: true)
  }

  private static func value(_ variable: String) -> String? {
    getenv(variable).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
  }

  private static func accepts(path: String, isAbstract: Bool = false) -> Bool {
    let type = isAbstract ? G_UNIX_SOCKET_ADDRESS_ABSTRACT : G_UNIX_SOCKET_ADDRESS_PATH
    guard let address = g_unix_socket_address_new_with_type(path, -1, type) else { return false }
    defer { g_object_unref(UnsafeMutableRawPointer(address)) }
    return connects { g_socket_client_connect($0, OpaquePointer(address), nil, nil) }
  }

  private static func accepts(host: String, port: UInt16) -> Bool {
    connects { g_socket_client_connect_to_host($0, host, port, nil, nil) }
  }

  private static func connects(
    _ connect: (UnsafeMutablePointer<GSocketClient>?) -> UnsafeMutablePointer<GSocketConnection>?
  ) -> Bool {
    let client = g_socket_client_new()
    defer { g_object_unref(client) }
    g_socket_client_set_timeout(client, 2)
    guard let connection = connect(client) else { return false }
    g_object_unref(connection)
    return true
  }
}
