import Foundation
import HaruStore
import Support
import Testing

/// What a user meets in a first week, on a real server with a real pointer.
@Suite(.serialized)
struct FirstWeekTests {
  /// The agent does not know where the store is, and does not make another one.
  @Test func aWrongPathOfTheStoreIsSaidToo() throws {
    let file = ".config/haru/haru.conf"
    let screen = try Screen {
      try $0.write("[Notifications]\nat-login=always\n[Store]\npath=here\n", to: file)
    }
    let wrong = try screen.drawn("Cannot read your days")
    #expect(wrong.contains("A setting is wrong: [Store] path=here"))
    #expect(wrong.contains("Allowed: an absolute path, or an empty value"))
    #expect(wrong.contains("\(screen.home(file)):4"))
    try screen.click("Study")
    #expect(try screen.drawn("Not saved").contains("Haru does not know where your store is."))
    try screen.waitForLog("not saved yet")
    try screen.waitForLog("shown")
    #expect(!FileManager.default.fileExists(atPath: screen.home(Desk.storePath)))

    // Put right, it is where the click is saved. Most editors empty a file before they write it, and
    // an empty one names the usual store.
    let path = screen.home("there.sqlite")
    let editor = try #require(FileHandle(forWritingAtPath: screen.home(file)))
    try editor.truncate(atOffset: 0)
    try screen.expectNothingNew(during: .milliseconds(500))
    try editor.write(contentsOf: Data("[Store]\npath=\(path)\n".utf8))
    try editor.close()
    try screen.drawn("Studied")
    #expect(try Store(path: path, for: .reading).isStudied(screen.today))
    #expect(!FileManager.default.fileExists(atPath: screen.home(Desk.storePath)))
  }
}
