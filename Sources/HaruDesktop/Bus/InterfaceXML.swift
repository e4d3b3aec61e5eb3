extension BusInterface {
  /// The interface in the XML of D-Bus introspection, with the summaries as comments.
  public var xml: String {
    let rows = methods.map(\.xml) + properties.map(\.xml) + signals.map(\.xml)
    let interface = element("interface", ["name": name], rows)
    return """
      <!DOCTYPE node PUBLIC "-//freedesktop//DTD D-BUS Object Introspection 1.0//EN"
        "http://www.freedesktop.org/standards/dbus/1.0/introspect.dtd">
      \(comment(summary))\(element("node", [:], [interface]))
      """
  }
}

extension BusInterface.Method {
  fileprivate var xml: String {
    let values =
      arguments.map { value($0, $1, ["direction": "in"]) }
      + results.map { value($0, $1, ["direction": "out"]) }
    return comment(summary) + element("method", ["name": name], values)
  }
}

extension BusInterface.Property {
  fileprivate var xml: String {
    let constant: KeyValuePairs = [
      "name": "org.freedesktop.DBus.Property.EmitsChangedSignal", "value": "const",
    ]
    return comment(summary)
      + element(
        "property", ["name": name, "type": type, "access": "read"],
        isConstant ? [element("annotation", constant)] : [])
  }
}

extension BusInterface.Signal {
  fileprivate var xml: String {
    element("signal", ["name": name], arguments.map { value($0, $1) })
  }
}

private func value(
  _ name: String, _ type: String, _ attributes: KeyValuePairs<String, String> = [:]
) -> String {
  element("arg", ["name": name, "type": type], more: attributes)
}

/// An element, a line for each that is in it.
private func element(
  _ tag: String, _ attributes: KeyValuePairs<String, String>, _ content: [String] = [],
  more: KeyValuePairs<String, String> = [:]
) -> String {
  let all = (Array(attributes) + Array(more)).map { " \($0.key)=\"\($0.value)\"" }.joined()
  guard !content.isEmpty else { return "<\(tag)\(all)/>\n" }
  return "<\(tag)\(all)>\n\(indented(content.joined()))</\(tag)>\n"
}

/// A comment, if there is something to say.
private func comment(_ text: String) -> String {
  if text.isEmpty { return "" }
  return text.contains("\n") ? "<!--\n\(indented(text + "\n"))-->\n" : "<!-- \(text) -->\n"
}

private func indented(_ lines: String) -> String {
  lines.split(separator: "\n").map { "  \($0)\n" }.joined()
}
