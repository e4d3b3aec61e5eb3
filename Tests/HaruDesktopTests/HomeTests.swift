import Foundation
import HaruSystem
import OwnProcess
import Support
import Testing

/// The home of a user without `HOME`.
@Suite struct HomeTests {
  @Test(arguments: [String?.none, ""])
  func anEmptyHomeIsThatOfTheUser(home: String?) async throws {
    await inOwnProcess(given: home) {
      let home = try Given.value(of: String?.self)
      if let home { setenv("HOME", home, 1) } else { unsetenv("HOME") }
      for name in ["CONFIG", "DATA", "CACHE"] { setenv("XDG_\(name)_HOME", "", 1) }
      try Input.check()
      let user = try #require(getpwuid(geteuid()))
      let directory = String(cString: user.pointee.pw_dir)
      #expect(UserDirectories.config == directory + "/.config")
      #expect(UserDirectories.data == directory + "/.local/share")
      #expect(UserDirectories.cache == directory + "/.cache")
    }
  }
}
