import HaruCore
import HaruText
import Testing

/// Commands that are printed to be typed.
struct ShellTextTests {
  @Test(arguments: [
    ("sat,sun", "sat,sun"), ("/home/kim/haru.sqlite", "/home/kim/haru.sqlite"),
    ("sat;sun", "'sat;sun'"), ("/mnt/my stick", "'/mnt/my stick'"), ("it's", #"'it'\''s'"#),
    ("", "''"),
  ])
  func aWordIsOneForAShellToo(word: String, quoted: String) {
    #expect(shellQuoted(word) == quoted)
  }

  @Test func pathsAndValuesInCommandsAreQuoted() {
    let path = "/mnt/my stick"
    for sentence in [
      StoreText.withRemedy("damaged", path),
      SyncText.foreign(path, days: 2, machines: ["desk"], ["haru", "sync", "on", path]),
      SyncText.emptied(path), ErrorText.line(.absent("/mnt/b", link: path), path: ""),
      CommandText.isNoSetting("free", now: ["rest", path]),
    ] {
      #expect(sentence.hasSuffix(" '/mnt/my stick'"), "\(sentence)")
    }
  }
}
