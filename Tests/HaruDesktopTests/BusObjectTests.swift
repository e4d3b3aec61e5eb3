import HaruDesktop
import HaruSystem
import Support
import Testing

@Suite struct BusObjectTests {
  @Test func aMethodAnswersNowLaterOrWithAnError() async {
    await #expect(processExitsWith: .success) {
      await Scene.play { scene in
        let object = try BusObject(on: scene.bus, path: path, xml: xml) { call in
          switch call.method {
          case "Echo": call.reply(call.arguments)
          case "Caller": MainLoop.later { call.reply([.string(call.sender)]) }
          default: call.fail("haru.test.Error", "not \(call.method)")
          }
        }
        #expect(try scene.bus.own("haru.test.Name"))
        let echo = try scene.call(method("Echo"), [.string("하루"), .bool(true), .uint32(7)])
        #expect(echo.map(\.printed) == ["'하루'", "true", "7"])
        let caller = try scene.call(method("Caller")).first?.string
        #expect(caller?.hasPrefix(":1.") == true)
        #expect {
          try scene.call(method("Fail"))
        } throws: { error in
          let error = error as? GLibError
          return error?.busName == "haru.test.Error" && error?.message == "not Fail"
        }
        // The bus checks the types of a call.
        #expect {
          try scene.call(method("Echo"), [.string("too few")])
        } throws: { error in
          (error as? GLibError)?.busName == "org.freedesktop.DBus.Error.InvalidArgs"
        }
        withExtendedLifetime(object) {}
      }
    }
  }

  @Test func propertiesAreReadEachTimeAndCannotBeWritten() async {
    await #expect(processExitsWith: .success) {
      await Scene.play { scene in
        let count = Box(1)
        let object = try BusObject(on: scene.bus, path: path, xml: xml) {
          $0.reply()
        } property: {
          $0 == "Count" ? .uint32(count.value) : nil
        }
        #expect(try scene.bus.own("haru.test.Name"))
        @MainActor func get(_ name: String) throws -> String? {
          let get = Bus.Method("haru.test.Name", path, propertyFace, "Get")
          return try scene.call(get, [.string(face), .string(name)]).first?.printed
        }
        #expect(try get("Count") == "<uint32 1>")
        count.value = 2
        #expect(try get("Count") == "<uint32 2>")
        #expect(throws: GLibError.self) { try get("Unknown") }
        #expect(throws: GLibError.self) { try get("NoSuch") }
        let set = Bus.Method("haru.test.Name", path, propertyFace, "Set")
        #expect(throws: GLibError.self) {
          try scene.call(set, [.string(face), .string("Count"), .any(.uint32(9))])
        }
        withExtendedLifetime(object) {}
      }
    }
  }

  @Test func changedPropertiesAreAnnouncedOnce() async {
    await #expect(processExitsWith: .success) {
      await Scene.play { scene in
        let object = try BusObject(on: scene.bus, path: path, xml: xml) { $0.reply() }
        _ = try scene.bus.own("haru.test.Name")
        let mail = Mailbox<String>()
        scene.bus.subscribe(
          sender: "haru.test.Name", interface: propertyFace, member: "PropertiesChanged",
          path: path
        ) { mail.put($0.printed) }
        _ = try scene.call(.ofBus("GetId"))
        object.announce(changed: ["Count": .uint32(3), "Today": .string("2026-11-20")])
        _ = try scene.call(.ofBus("GetId"))
        #expect(
          mail.all() == [
            "('haru.test.Face', {'Count': <uint32 3>, 'Today': <'2026-11-20'>}, [])"
          ])
        withExtendedLifetime(object) {}
      }
    }
  }

  @Test func aPathHoldsOneObjectAndInvalidXMLIsRefused() async {
    await #expect(processExitsWith: .success) {
      await Scene.play { scene in
        let object = try BusObject(on: scene.bus, path: path, xml: xml) { $0.reply() }
        for text in [xml, "<node/>", "nonsense"] {
          #expect(throws: GLibError.self) {
            _ = try BusObject(on: scene.bus, path: path, xml: text) { $0.reply() }
          }
        }
        withExtendedLifetime(object) {}
      }
    }
  }

  @Test func variantsKeepTheirValue() async {
    #expect(Variant.strings([]).type == "as")
    #expect(Variant.strings(["a"]).children.map(\.string) == ["a"])
    #expect(Variant.dictionary([:]).type == "a{sv}")
    #expect(Variant.tuple([]).printed == "()")
    #expect(Variant.int64(.min).integer == .min)
    #expect(Variant.int32(-1).integer == -1)
    #expect(Variant.bool(true).bool == true)
    #expect(Variant.any(.uint32(5)).children.first?.integer == 5)
    #expect(Variant.string("5").integer == nil)
    #expect(Variant.uint32(5).string == nil)
    #expect(Variant.uint32(5).children.isEmpty)
  }
}

private let path = "/haru/test"
private let face = "haru.test.Face"
private let propertyFace = "org.freedesktop.DBus.Properties"
private let xml = """
  <node>
    <interface name="haru.test.Face">
      <method name="Echo">
        <arg type="s" direction="in"/><arg type="b" direction="in"/>
        <arg type="u" direction="in"/><arg type="s" direction="out"/>
        <arg type="b" direction="out"/><arg type="u" direction="out"/>
      </method>
      <method name="Caller"><arg type="s" direction="out"/></method>
      <method name="Fail"/>
      <property name="Count" type="u" access="read"/>
      <property name="Unknown" type="u" access="read"/>
    </interface>
  </node>
  """

private func method(_ name: String) -> Bus.Method {
  Bus.Method("haru.test.Name", path, face, name)
}

/// A value that a closure reads.
@MainActor
private final class Box {
  var value: UInt32

  init(_ value: UInt32) {
    self.value = value
  }
}
