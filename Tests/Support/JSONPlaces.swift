package import HaruCore

extension JSON {
  /// The places of values in it, by the names of members and the numbers of elements.
  package func places(where isWanted: (JSON) -> Bool = { _ in true }) -> [[String]] {
    let inObject = (members ?? []).map { ($0.name, $0.value) }
    let inArray = (array ?? []).enumerated().map { ("\($0.offset)", $0.element) }
    return (inObject + inArray).flatMap { name, value in
      (isWanted(value) ? [[name]] : []) + value.places(where: isWanted).map { [name] + $0 }
    }
  }

  /// The same with another value at a place, or without the member there.
  package func with(_ value: JSON?, at place: some Collection<String>) -> JSON {
    guard let name = place.first else { return value ?? .null }
    let rest = place.dropFirst()
    switch self {
    case .object(let members):
      let others = members.filter { $0.name != name }
      let changed = rest.isEmpty ? value : self[name]?.with(value, at: rest)
      return .object(others + (changed.map { [(name, $0)] } ?? []))
    case .array(var values):
      guard let number = Int(name) else { return self }
      values[number] = values[number].with(value, at: rest)
      return .array(values)
    case .null, .bool, .number, .string: return self
    }
  }
}
