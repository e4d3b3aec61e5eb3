import HaruDesktop

extension Server {
  /// The interface of a notification server, as the specification 1.2 has it.
  static let interface = BusInterface<Server>(
    Server.name,
    methods: [
      .init(
        "Notify",
        in: [
          "app_name": "s", "replaces_id": "u", "app_icon": "s", "summary": "s", "body": "s",
          "actions": "as", "hints": "a{sv}", "expire_timeout": "i",
        ], out: ["id": "u"], unlessHanging { $0.notify }),
      .init("CloseNotification", in: ["id": "u"], unlessHanging { $0.close }),
      .init(
        "GetCapabilities", out: ["capabilities": "as"], unlessHanging { $0.answerCapabilities }),
      .init(
        "GetServerInformation",
        out: ["name": "s", "vendor": "s", "version": "s", "spec_version": "s"],
        unlessHanging { $0.answerInformation }),
    ],
    signals: [
      .init("NotificationClosed", ["id": "u", "reason": "u"]),
      .init("ActionInvoked", ["id": "u", "action_key": "s"]),
    ])

  /// Answers a call, or keeps it until the server answers again.
  private static func unlessHanging(
    _ answer: @escaping @MainActor (Server) -> @MainActor (BusCall) -> Void
  ) -> @MainActor (Server) -> @MainActor (BusCall) -> Void {
    { server in { call in server.receive { answer(server)(call) } } }
  }
}
