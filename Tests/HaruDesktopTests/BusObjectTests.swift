import HaruDesktop
import HaruSystem
import OwnProcess
import Support
import Testing

@Suite struct BusObjectTests {
  @Test func aMethodAnswersNowLaterOrWithAnError() async {
    await inOwnProcess {
      let scene = try Scene()
      _ = try BusObject(Counter(), Counter.interface, on: scene.bus, at: path)
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
    }
  }

  @Test func propertiesAreReadEachTimeAndCannotBeWritten() async {
    await inOwnProcess {
      let scene = try Scene()
      let counter = Counter()
      _ = try BusObject(counter, Counter.interface, on: scene.bus, at: path)
      #expect(try scene.bus.own("haru.test.Name"))
      @MainActor func get(_ name: String) throws -> String? {
        let get = Bus.Method("haru.test.Name", path, propertyFace, "Get")
        return try scene.call(get, [.string(face), .string(name)]).first?.printed
      }
      #expect(try get("Count") == "<uint32 1>")
      counter.count = 2
      #expect(try get("Count") == "<uint32 2>")
      #expect(throws: GLibError.self) { try get("Today") }
      #expect(throws: GLibError.self) { try get("NoSuch") }
      let set = Bus.Method("haru.test.Name", path, propertyFace, "Set")
      #expect(throws: GLibError.self) {
        try scene.call(set, [.string(face), .string("Count"), .any(.uint32(9))])
      }
    }
  }

  @Test func changedPropertiesAreAnnouncedOnce() async {
    await inOwnProcess {
      let scene = try Scene()
      let counter = Counter()
      let object = try BusObject(counter, Counter.interface, on: scene.bus, at: path)
      _ = try scene.bus.own("haru.test.Name")
      let mail = Mailbox<String>()
      scene.bus.subscribe(
        sender: "haru.test.Name", interface: propertyFace, member: "PropertiesChanged",
        path: path
      ) { mail.put($0.printed) }
      _ = try scene.call(.ofBus("GetId"))
      object.announce { (counter.count, counter.today) = (3, "2026-11-20") }
      _ = try scene.call(.ofBus("GetId"))
      #expect(
        mail.all() == [
          "('haru.test.Face', {'Count': <uint32 3>, 'Today': <'2026-11-20'>}, [])"
        ])
    }
  }

  @Test func aPathHoldsOneObject() async {
    await inOwnProcess {
      let scene = try Scene()
      _ = try BusObject(Counter(), Counter.interface, on: scene.bus, at: path)
      #expect(throws: GLibError.self) {
        _ = try BusObject(Counter(), Counter.interface, on: scene.bus, at: path)
      }
    }
  }

  @MainActor
  @Test func itsRowsMakeItsXML() {
    let interface = BusInterface<Counter>(
      "haru.test.Face", "What it is for.",
      methods: [
        .init("Add", in: ["number": "u"], out: ["sum": "u"], { $0.echo }, "Two lines\nabout it."),
        .init("Fail", { $0.fail }),
      ],
      properties: [
        .init("Count", "u", "How many.") { .uint32($0.count) },
        .init("Version", "s", isConstant: true) { _ in nil },
      ],
      signals: [.init("Added", ["number": "u"])])
    #expect(
      interface.xml == """
        <!DOCTYPE node PUBLIC "-//freedesktop//DTD D-BUS Object Introspection 1.0//EN"
          "http://www.freedesktop.org/standards/dbus/1.0/introspect.dtd">
        <!-- What it is for. -->
        <node>
          <interface name="haru.test.Face">
            <!--
              Two lines
              about it.
            -->
            <method name="Add">
              <arg name="number" type="u" direction="in"/>
              <arg name="sum" type="u" direction="out"/>
            </method>
            <method name="Fail"/>
            <!-- How many. -->
            <property name="Count" type="u" access="read"/>
            <property name="Version" type="s" access="read">
              <annotation name="org.freedesktop.DBus.Property.EmitsChangedSignal" value="const"/>
            </property>
            <signal name="Added">
              <arg name="number" type="u"/>
            </signal>
          </interface>
        </node>

        """)
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
private func method(_ name: String) -> Bus.Method {
  Bus.Method("haru.test.Name", path, face, name)
}

/// An object that counts.
@MainActor
private final class Counter {
  static let interface = BusInterface<Counter>(
    face,
    methods: [
      .init(
        "Echo", in: ["text": "s", "flag": "b", "number": "u"],
        out: ["text": "s", "flag": "b", "number": "u"], { $0.echo }),
      .init("Caller", out: ["name": "s"], { $0.tellCaller }),
      .init("Fail", { $0.fail }),
    ],
    properties: [
      .init("Count", "u") { .uint32($0.count) },
      .init("Today", "s") { $0.today.map(Variant.string) },
    ])

  var count: UInt32 = 1
  var today: String?

  func echo(_ call: BusCall) {
    call.reply([
      .string(call.string(0)), .bool(call.bool(1)), .uint32(UInt32(call.integer(2))),
    ])
  }

  func tellCaller(_ call: BusCall) { MainLoop.later { call.reply([.string(call.sender)]) } }

  func fail(_ call: BusCall) { call.fail("haru.test.Error", "not \(call.method)") }
}
