import Foundation
import Support
import Testing

/// Programs that read what strangers have written leave nothing of their memory behind (SECURITY.md).
struct DumpTests {
  /// While it looks for fonts.
  @Test(.enabled(if: DumpingHome.areFiles, "needs core dumps in the directory of a program"))
  func whatDrawsLeavesNoDump() throws {
    let dumping = DumpingHome()
    let home = dumping.home
    let fonts = home("fonts.conf")
    try #require(mkfifo(fonts, 0o600) == 0)
    let haru = try dumping.start(
      [Built.product("haru"), "card", "study", "--sample", "-o", home("card.png")],
      ["FONTCONFIG_FILE": fonts])
    // This waits until somebody reads.
    let descriptor = open(fonts, O_WRONLY)
    try #require(descriptor >= 0)
    defer { close(descriptor) }
    // It has become the program that draws.
    haru.signal(SIGSYS)
    #expect(try haru.wait(within: .seconds(60)) == .killed(SIGSYS))
    #expect(try dumping.dumps == [])
    #expect(try dumping.dumpsOfAnother() == 1)
  }
}
