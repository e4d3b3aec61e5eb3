import HaruDesktop
import Testing

/// Keys, as users and desktops write them.
@Suite struct KeyCombinationTests {
  @Test(arguments: [
    ("SUPER+S", "Super+S", "<Super>s", "Mod4+s", "SUPER, s"),
    ("shift+super+s", "Super+Shift+S", "<Shift><Super>s", "Mod4+Shift+s", "SUPER SHIFT, s"),
    ("Ctrl+Alt+F9", "Ctrl+Alt+F9", "<Primary><Alt>F9", "Ctrl+Mod1+F9", "CTRL ALT, F9"),
    ("mod4+SPACE", "Super+Space", "<Super>space", "Mod4+space", "SUPER, space"),
    ("Pause", "Pause", "Pause", "Pause", ", Pause"),
  ])
  func isWrittenAsEachDesktopDoes(
    text: String, name: String, accelerator: String, bindsym: String, bind: String
  ) throws {
    let keys = try #require(KeyCombination(text))
    #expect(keys.name == name)
    #expect(keys.accelerator == accelerator)
    #expect(keys.bindsym == bindsym)
    #expect(keys.bind == bind)
    #expect(KeyCombination(accelerator: keys.accelerator) == keys)
  }

  @Test(arguments: ["", "+", "SUPER+", "+S", "SUPER", "HYPER+S", "SUPER+SS", "SUPER+ㅅ", "S+SUPER"])
  func otherTextIsNoKeys(text: String) {
    #expect(KeyCombination(text) == nil)
  }

  @Test func theOrderOfModifiersDoesNotMatter() {
    #expect(KeyCombination(accelerator: "<Super><Control>s") == KeyCombination("CTRL+SUPER+S"))
    #expect(KeyCombination(accelerator: "XF86AudioPlay") == nil)
  }

  @Test func keysThatTypeAreKnown() {
    for text in ["s", "shift+S", "space", "9"] {
      #expect(KeyCombination(text)?.isTyped == true, "\(text)")
    }
    for text in ["SUPER+s", "F9", "alt+shift+s", "Pause"] {
      #expect(KeyCombination(text)?.isTyped == false, "\(text)")
    }
  }
}
