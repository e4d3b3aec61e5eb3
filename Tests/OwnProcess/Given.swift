import Foundation

/// What a test gives to a process of its own, which finds it in its environment.
public enum Given {
  static let variable = "HARU_TEST_GIVEN"

  static func text<each Value: Encodable>(_ value: repeat each Value) throws -> String {
    var values: [Data] = []
    repeat values.append(try JSONEncoder().encode(each value))
    return String(decoding: try JSONEncoder().encode(values), as: UTF8.self)
  }

  /// The values that were given to this process.
  public static func value<each Value: Decodable>(
    of type: repeat (each Value).Type
  ) throws -> (repeat each Value) {
    let text = ProcessInfo.processInfo.environment[variable] ?? "[]"
    var values = try JSONDecoder().decode([Data].self, from: Data(text.utf8))
    func next<Each: Decodable>(_ type: Each.Type) throws -> Each {
      try JSONDecoder().decode(type, from: values.removeFirst())
    }
    return (repeat try next(each type))
  }
}
