internal import CDesktop
public import HaruCore
public import HaruSystem

extension GuestProgram {
  /// The variables of the environment that no other program than a guest gets.
  public static var allSecrets: [String] { secrets(of: registered(beside: ProgramFile())) }

  /// The variables that guests name as theirs, and all whose names tell of a secret: a registration may be missing.
  public static func secrets(of guests: [GuestProgram]) -> [String] {
    let named = strings(taking: g_listenv()).filter { name in
      ["TOKEN", "SECRET", "PASSWORD"].contains { name.uppercased().includes($0) }
    }
    return guests.flatMap(\.secrets) + named
  }

  /// The variables of the environment that this guest does not get: the secrets of all, but for its own.
  public func withheld(among all: [GuestProgram]) -> [String] {
    Array(Set(Self.secrets(of: all)).subtracting(secrets))
  }

  /// The path of the program, beside another one of the installation.
  public func path(beside file: ProgramFile) -> String {
    program.hasPrefix("/") ? program : file.helper(program)
  }

  /// The guests that are registered, in the order of their names (docs/guests.md#registration).
  ///
  /// - Parameters:
  ///   - file: The program that looks for them; they are registered in its installation.
  ///   - onProblem: Receives the path of a registration that is passed over, and why; a `MessageError`
  ///     names what is wrong in it.
  /// - Returns: The others.
  public static func registered(
    beside file: ProgramFile, onProblem: (String, any Error) -> Void = { _, _ in }
  ) -> [GuestProgram] {
    let folder = file.share + "/haru/guests/"
    return Files.names(in: folder).filter { $0.hasSuffix(".json") }.compactMap { name in
      do {
        let (file, _) = try OpenFile.regular(folder + name)
        guard let json = JSON(text: try file.bytes(1 << 16)[...]) else {
          throw MessageError("JSON")
        }
        return try GuestProgram(name: String(name.dropLast(".json".count)), json: json)
      } catch {
        onProblem(folder + name, error)
        return nil
      }
    }
  }
}
