import Testing

@testable import HaruLog

/// The name of a machine, made from that of its host.
struct MachineNameTests {
  @Test(arguments: [
    ("desk", "desk-0000002a"), ("Desk.example.org", "desk-0000002a"),
    ("my_räume", "my-r-ume-0000002a"), ("--", "haru-0000002a"), ("", "haru-0000002a"),
    (String(repeating: "x", count: 60), String(repeating: "x", count: 40) + "-0000002a"),
  ])
  func itIsThatOfTheHostAsFarAsANameCan(host: String, name: String) {
    #expect(MachineName.name(ofHost: host, 42) == name)
    #expect(MachineName.isValid(name))
  }
}
