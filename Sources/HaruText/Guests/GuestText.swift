public import HaruCore

/// The page of a guest as content, with nothing in it that could harm (docs/guests.md#the-page).
public enum GuestText {
  private static let (longestTitle, longestLine, longestLabel, mostLines) = (100, 200, 40, 10)

  /// The content of a page.
  ///
  /// - Parameters:
  ///   - page: What the guest has written.
  ///   - guest: The name of the guest, which its buttons carry.
  /// - Returns: The content.
  public static func content(of page: GuestPage.Notification, from guest: String) -> Content {
    let title = SafeText.short(page.title, to: longestTitle)
    var content = Content(
      title: title, lines: lines(page.body),
      actions: page.buttons.map {
        Content.Action(
          .press(GuestButton(of: guest, $0.key)), label: SafeText.short($0.label, to: longestLabel))
      },
      insteadOfButtons: InsteadOfButtons(
        command: SafeText.short(page.withoutButtons, to: longestLine)))
    content.narrow = page.narrow.map {
      Content.Narrow(title: SafeText.short($0, to: longestTitle), line: title)
    }
    content.image = page.picture
    if let key = page.bodyKey { content.bodyClick = .press(GuestButton(of: guest, key)) }
    return content
  }

  private static func lines(_ body: String) -> [String] {
    let lines = body.split(whereSeparator: \.isNewline).prefix(mostLines)
    return lines.map { SafeText.short(String($0), to: longestLine) }
  }
}
