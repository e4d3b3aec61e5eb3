internal import Glibc

extension stat {
  /// A text that is another one once the file was replaced or changed.
  ///
  /// Without the device, whose number can change with each boot.
  var stamp: String {
    "\(st_ino)-\(st_size)-\(text(st_mtim))-\(text(st_ctim))"
  }

  private func text(_ time: timespec) -> String { "\(time.tv_sec).\(time.tv_nsec)" }
}
