internal import CDesktop
internal import HaruSystem

extension GLibError {
  /// Converts a C error that may have come over the bus, and frees it.
  init(fromBus error: UnsafeMutablePointer<GError>?) {
    guard let error, let name = g_dbus_error_get_remote_error(error) else {
      self.init(taking: error)
      return
    }
    defer {
      g_free(name)
      g_error_free(error)
    }
    g_dbus_error_strip_remote_error(error)
    self.init(
      String(cString: error.pointee.message), busName: String(cString: name), isNotFound: false)
  }
}
