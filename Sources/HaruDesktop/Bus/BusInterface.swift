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
