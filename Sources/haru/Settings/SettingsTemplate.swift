import HaruCore
import HaruDesktop

/// A settings file that explains every setting and changes none.
enum SettingsTemplate {
  private static let width = 78

  static var text: String {
    let settings = ListedSetting.own + GuestGroup.settings
    let groups = settings.map(\.group)
    let blocks = settings.enumerated().map { index, each in
      let isFirst = groups.firstIndex(of: each.group) == index
      let words = DisplayWidth.wrapped(each.explanation, to: width).map { "# " + $0 }
      let setting = "#\(each.name)=\(each.usual)"
      return ((isFirst ? ["[\(each.group)]"] : []) + words + [setting]).joined(separator: "\n")
    }
    return blocks.joined(separator: "\n\n") + "\n"
  }
}
