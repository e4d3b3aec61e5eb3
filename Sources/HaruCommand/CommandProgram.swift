public import ArgumentParser
internal import Glibc
internal import HaruSystem
internal import HaruText

/// A program with commands: how it answers in the user's language, and how it ends.
public struct CommandProgram: Sendable {
  private let root: any ParsableCommand.Type
  private let synonyms: @Sendable () -> Synonyms
  private let whole: @Sendable ([String]) -> [String]

  /// Makes a program.
  ///
  /// - Parameters:
  ///   - root: The command that holds all others.
  ///   - synonyms: Other words for commands, which few runs need.
  ///   - whole: Writes the words behind the root, of those that the process is started with.
  public init(
    _ root: any ParsableCommand.Type, synonyms: @autoclosure @escaping @Sendable () -> Synonyms,
    whole: @escaping @Sendable ([String]) -> [String] = { $0 }
  ) {
    (self.root, self.synonyms, self.whole) = (root, synonyms, whole)
  }

  private var message: ParserMessage { ParserMessage(root: root, synonyms: synonyms()) }

  /// Runs the command of this process; every way to end goes through here: a result, or one line and its status.
  ///
  /// - Parameter body: Runs the command of the words.
  /// - Returns: The exit status.
  public func run(_ body: ([String]) throws -> Void) -> Int32 {
    do {
      try runOrHelp(body)
      return 0
    } catch let problem as Input.Problem {
      complain(ErrorText.unusable(problem.word, isUTF8: problem.isUTF8, isZone: problem.isZone))
      return problem.status
    } catch let failure as Failure {
      if failure.status != .readerGone { complain(failure.message) }
      return failure.status.rawValue
    } catch {
      if !(error is ExitCode) { complain(message.error(root.message(for: error))) }
      return root.exitCode(for: error).rawValue
    }
  }

  private func runOrHelp(_ body: ([String]) throws -> Void) throws {
    var words: [String] = []
    do {
      try Input.check()
      guard let typed = ProgramArguments.words else {
        throw Failure(.inputOutput, CommandText.noArguments(ProgramArguments.file))
      }
      // A command that is printed in a language from right to left is isolated from it.
      words = whole(typed.map(Direction.withoutIsolates))
      try body(words)
    } catch  where root.exitCode(for: error) == .success {
      let page = root.fullMessage(for: error, columns: .max)
      try printOutput(message.help(page, of: words))
    }
  }

  /// Parses the words of a command.
  ///
  /// - Parameters:
  ///   - words: The words, with commands in the place of their synonyms.
  ///   - other: What else they may mean if the parser refuses them; `nil` for nothing.
  /// - Returns: The command.
  /// - Throws: `Failure` if there is no such command; errors of the parser, and the help that it shows.
  public func read(
    _ words: [String], or other: ([String]) throws -> (any ParsableCommand)? = { _ in nil }
  ) throws -> any ParsableCommand {
    // The parser would show the help of all commands.
    if words.first == "help", let error = message.unknownCommand(words) {
      throw Failure(.usage, error)
    }
    do {
      return try root.parseAsRoot(words)
    } catch {
      if let command = try other(words) { return command }
      guard root.exitCode(for: error) != .success, let unknown = message.unknownCommand(words)
      else { throw error }
      throw Failure(.usage, unknown)
    }
  }
}

/// Refuses to work as root in the directories of another user.
public func requireOwnUser() throws(Failure) {
  guard let (path, user) = UserDirectories.directoryOfAnother else { return }
  throw Failure(.otherUser, CommandText.belongs(path, to: user))
}
