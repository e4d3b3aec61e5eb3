import HaruCore
import HaruDesktop
import HaruText

/// A settings file that explains every setting and changes none.
enum SettingsTemplate {
  private static let width = 78

  static var text: String {
    let groups = SettingKey.all.map(\.group)
    let blocks = SettingKey.all.enumerated().map { index, key in
      let isFirst = groups.firstIndex(of: key.group) == index
      let words = DisplayWidth.wrapped(SettingText.explanation(key), to: width).map { "# " + $0 }
      let setting = "#\(key.name)=\(key.value(in: Settings()))"
      return ((isFirst ? ["[\(key.group)]"] : []) + words + [setting]).joined(separator: "\n")
    }
    return blocks.joined(separator: "\n\n") + "\n"
  }
}
