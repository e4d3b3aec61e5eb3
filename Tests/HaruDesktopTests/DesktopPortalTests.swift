import CDesktop
import Foundation
import HaruDesktop
import HaruSystem
import OwnProcess
import Support
import Testing

/// With a portal of the test.
@Suite struct DesktopPortalTests {
  /// It is passed as an open descriptor, and the portal's response is awaited.
  @Test func opensAFile() async {
    await inOwnProcess {
      let scene = try Scene()
      let file = try scene.scratch.write("a picture", to: "a b.png")
      try Portal.begin(on: scene)
      for (response, isFine) in [(0, true), (1, true), (2, false)] {
        Portal.response = UInt32(response)
        let portal = try #require(DesktopPortal(on: scene.bus))
        if isFine {
          try portal.open(file)
        } else {
          #expect(throws: GLibError.self) { try portal.open(file) }
        }
      }
      #expect(Portal.received == ["a picture", "a picture", "a picture"])
    }
  }

  @Test func opensAnAddress() async {
    await inOwnProcess {
      let scene = try Scene()
      try Portal.begin(on: scene)
      Portal.response = 0
      let portal = try #require(DesktopPortal(on: scene.bus))
      try portal.open(address: "https://github.com/apple/swift")
      #expect(Portal.received == ["https://github.com/apple/swift"])
      Portal.response = nil
      #expect(throws: GLibError.self) { try portal.open(address: "https://github.com/a/b") }
    }
  }

  @Test func aRefusalIsAnErrorWithItsReason() async {
    await inOwnProcess {
      let scene = try Scene()
      let file = try scene.scratch.write("a picture", to: "a.png")
      try Portal.begin(on: scene)
      Portal.response = nil
      let portal = try #require(DesktopPortal(on: scene.bus))
      #expect {
        try portal.open(file)
      } throws: {
        ($0 as? GLibError)?.message == "not in the mood"
      }
      #expect(throws: GLibError.self) { try portal.open("/nowhere/a.png") }
      #expect(Portal.received.count == 1)
    }
  }

  @Test func withoutAPortalThereIsAnError() async {
    await inOwnProcess {
      let scene = try Scene()
      #expect(DesktopPortal(on: scene.bus) == nil)
    }
  }
}

/// A portal on the one connection of this process.
private enum Portal {
  /// The response to a request; `nil` makes the call fail.
  nonisolated(unsafe) static var response: UInt32?
  /// The contents of the files that were opened, and the addresses.
  nonisolated(unsafe) static var received: [String] = []

  private static let xml = """
    <node><interface name="org.freedesktop.portal.OpenURI"><method name="OpenFile">
      <arg type="s" direction="in"/><arg type="h" direction="in"/><arg type="a{sv}" direction="in"/>
      <arg type="o" direction="out"/>
    </method><method name="OpenURI">
      <arg type="s" direction="in"/><arg type="s" direction="in"/><arg type="a{sv}" direction="in"/>
      <arg type="o" direction="out"/>
    </method></interface></node>
    """

  @MainActor static func begin(on scene: Scene) throws {
    let connection = try #require(g_bus_get_sync(G_BUS_TYPE_SESSION, nil, nil))
    let node = try #require(g_dbus_node_info_new_for_xml(xml, nil))
    defer { g_dbus_node_info_unref(node) }
    var table = GDBusInterfaceVTable()
    table.method_call = { connection, sender, _, _, _, arguments, call, _ in
      Portal.answer(connection, sender, arguments, call)
    }
    g_dbus_connection_register_object(
      connection, "/org/freedesktop/portal/desktop", node.pointee.interfaces[0], &table, nil, nil,
      nil)
    #expect(try scene.bus.own("org.freedesktop.portal.Desktop"))
  }

  /// The address in a call, or the contents of the file.
  private static func what(_ arguments: OpaquePointer?, _ message: OpaquePointer?) -> String {
    let value = g_variant_get_child_value(arguments, 1)
    if g_variant_classify(value) == G_VARIANT_CLASS_STRING {
      return String(cString: g_variant_get_string(value, nil))
    }
    let descriptors = g_dbus_message_get_unix_fd_list(message)
    let file = FileHandle(
      fileDescriptor: g_unix_fd_list_get(descriptors, g_variant_get_handle(value), nil),
      closeOnDealloc: true)
    return String(decoding: file.readDataToEndOfFile(), as: UTF8.self)
  }

  private static func answer(
    _ connection: OpaquePointer?, _ sender: UnsafePointer<CChar>?, _ arguments: OpaquePointer?,
    _ call: OpaquePointer?
  ) {
    received.append(what(arguments, g_dbus_method_invocation_get_message(call)))
    guard let response, let sender else {
      g_dbus_method_invocation_return_dbus_error(call, "haru.test.Error", "not in the mood")
      return
    }
    let options = g_variant_get_child_value(arguments, 2)
    let token = g_variant_lookup_value(options, "handle_token", nil)
    let path =
      "/org/freedesktop/portal/desktop/request/"
      + String(cString: sender).dropFirst().replacing(".", with: "_") + "/"
      + String(cString: g_variant_get_string(token, nil))
    func tuple(_ text: String) -> OpaquePointer? {
      g_variant_parse(nil, text, nil, nil, nil)
    }
    g_dbus_method_invocation_return_value(call, tuple("(objectpath '\(path)',)"))
    g_dbus_connection_emit_signal(
      connection, sender, path, "org.freedesktop.portal.Request", "Response",
      tuple("(uint32 \(response), @a{sv} {})"), nil)
  }
}
