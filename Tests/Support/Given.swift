internal import Foundation

/// What a test gives to a process of its own.
///
/// Such a process captures nothing: Swift 6.3 brought that, and no Debian has it yet. It inherits the environment.
public enum Given {
  private static let variable = "HARU_TEST_GIVEN"

  /// Gives values to the processes that begin from now on.
  public static func set<each Value: Encodable>(_ value: repeat each Value) throws {
    var values: [Data] = []
    repeat values.append(try JSONEncoder().encode(each value))
    setenv(variable, String(decoding: try JSONEncoder().encode(values), as: UTF8.self), 1)
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
