/// An interface of an object on the bus; each method, property and signal is a row.
///
/// The rows answer the calls, and make the XML in which the interface is described.
@MainActor
public struct BusInterface<Object: AnyObject> {
  /// The names of values and their D-Bus types, in order.
  public typealias Values = KeyValuePairs<String, String>

  /// A method.
  public struct Method {
    let name: String
    let (arguments, results): (Values, Values)
    let answer: @MainActor (Object) -> @MainActor (BusCall) -> Void
    let summary: String

    /// Makes a row.
    ///
    /// - Parameters:
    ///   - name: Its name.
    ///   - arguments: What it gets.
    ///   - results: What it answers.
    ///   - answer: Answers a call, now or later, exactly once.
    ///   - summary: What it does, for who calls it.
    public init(
      _ name: String, in arguments: Values = [:], out results: Values = [:],
      _ answer: @escaping @MainActor (Object) -> @MainActor (BusCall) -> Void,
      _ summary: String = ""
    ) {
      (self.name, self.arguments, self.results) = (name, arguments, results)
      (self.answer, self.summary) = (answer, summary)
    }
  }

  /// A property that can be read.
  public struct Property {
    let (name, type): (String, String)
    let isConstant: Bool
    let value: @MainActor (Object) -> Variant?
    let summary: String

    /// Makes a row.
    ///
    /// - Parameters:
    ///   - name: Its name.
    ///   - type: Its D-Bus type.
    ///   - summary: What it means, for who reads it.
    ///   - isConstant: Whether it never changes.
    ///   - value: Reads it; `nil` while it is not known.
    public init(
      _ name: String, _ type: String, _ summary: String = "", isConstant: Bool = false,
      _ value: @escaping @MainActor (Object) -> Variant?
    ) {
      (self.name, self.type, self.summary) = (name, type, summary)
      (self.isConstant, self.value) = (isConstant, value)
    }
  }

  /// A signal.
  public struct Signal {
    let name: String
    let arguments: Values

    /// Makes a row of a name and what is sent with it.
    public init(_ name: String, _ arguments: Values) {
      (self.name, self.arguments) = (name, arguments)
    }
  }

  /// Its name.
  public let name: String
  let methods: [Method]
  let properties: [Property]
  let signals: [Signal]
  let summary: String

  /// Makes an interface of its rows, and a summary for who uses it.
  public init(
    _ name: String, _ summary: String = "", methods: [Method] = [], properties: [Property] = [],
    signals: [Signal] = []
  ) {
    (self.name, self.summary) = (name, summary)
    (self.methods, self.properties, self.signals) = (methods, properties, signals)
  }
}

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
