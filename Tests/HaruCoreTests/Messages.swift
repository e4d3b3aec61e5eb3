import HaruCore
import Testing

extension JSON {
  /// The places of all members, by their names and the numbers of array elements.
  var places: [[String]] {
    let inObject = (members ?? []).flatMap { member in
      [[member.name]] + member.value.places.map { [member.name] + $0 }
    }
    let inArray = (array ?? []).enumerated().flatMap { number, value in
      value.places.map { ["\(number)"] + $0 }
    }
    return inObject + inArray
  }

  /// The same with another value at a place, or without the member there.
  func with(_ value: JSON?, at place: some Collection<String>) -> JSON {
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

/// A message without any one of its members is an error that names it.
func expectEveryMemberIsNeeded<Read: Message>(
  by message: Read, location: SourceLocation = #_sourceLocation
) {
  for place in message.json.places {
    #expect(throws: MessageError(place.last ?? ""), "\(place)", sourceLocation: location) {
      try Read(json: message.json.with(nil, at: place))
    }
  }
}
