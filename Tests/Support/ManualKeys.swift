public import HaruCore

/// What haru.conf(5) lacks: whether the keys of some settings are there in another order, and each key whose text does
/// not name its default.
public func faultsOfManual<Values: SettingValues>(_: Values.Type) throws -> [String] {
  var (group, found, texts) = ("", [String](), [String: String]())
  for line in try SourceTree.read("share/man/haru.conf.5").split(separator: "\n") {
    let words = line.split(separator: " ")
    if line.hasPrefix(".Ss [") { group = String(line.dropFirst(5).dropLast()) }
    if line.hasPrefix(".Sh ") { group = "" }
    if line.hasPrefix(".It Cm "), Values.groups.contains(group) {
      found.append("\(group).\(words[2])")
    }
    if let key = found.last { texts[key, default: ""] += line + "\n" }
  }
  let order = found == Values.keys.map(\.fullName) ? [] : ["keys: \(found)"]
  return order
    + Values.keys.compactMap { key in
      let (text, value) = (texts[key.fullName] ?? "", key.value(in: Values()))
      // With Swift 6.0 no text contains an empty one.
      return value.isEmpty || text.contains(value) ? nil : "\(key.name): \(text)"
    }
}
