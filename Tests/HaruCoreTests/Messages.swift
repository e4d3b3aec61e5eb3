import HaruCore
import Support
import Testing

/// A message without any one of its members is an error that names it.
func expectEveryMemberIsNeeded<Read: Message>(
  by message: Read, location: SourceLocation = #_sourceLocation
) {
  // An element of an array has a number, and is no member.
  for place in message.json.places() where Int(place.last ?? "") == nil {
    #expect(throws: MessageError(place.last ?? ""), "\(place)", sourceLocation: location) {
      try Read(json: message.json.with(nil, at: place))
    }
  }
}
