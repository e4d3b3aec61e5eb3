import ArgumentParser
import HaruCore
import HaruStore
import HaruText

/// The command `haru tasks`.
struct TasksCommand: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "tasks", abstract: HelpText.tasks, discussion: HelpText.tasksDiscussion,
      subcommands: [On.self, Off.self, Status.self, Check.self])
  }

  /// The command `haru tasks on`.
  struct On: ParsableCommand {
    static var configuration: CommandConfiguration { .init("on", HelpText.tasksOn) }

    @Argument(help: ArgumentHelp(HelpText.tasksFolder, valueName: "folder"), completion: .directory)
    var folder: String

    @Flag(help: ArgumentHelp(HelpText.tasksWeek))
    var week = false

    func run() throws {
      try Session.run(looking: false) { session in
        let path = try Session.folder(folder)
        let left = try session.beginTasks(TaskList(folder: path, keepsWeek: week))
        say(TaskText.begun(path))
        if let left { complain(TaskText.left(because: left.message)) }
      }
    }
  }

  /// The command `haru tasks off`.
  struct Off: ParsableCommand {
    static var configuration: CommandConfiguration { .init("off", HelpText.tasksOff) }

    func run() throws {
      try Session.run(looking: false) { session in
        guard let list = try session.taskList(), let path = list.folder else {
          return say(TaskText.isOff)
        }
        let problem = try session.removeTasks()
        try session.change { store, _ in
          try store.setTaskList(TaskList(folder: nil, keepsWeek: false))
        }
        say(
          problem.map { TaskText.endedWithout(path, because: Failure(tasks: $0, path).message) }
            ?? TaskText.ended(path))
      }
    }
  }

  /// The command `haru tasks status`.
  struct Status: ParsableCommand {
    static var configuration: CommandConfiguration { .init("status", HelpText.tasksStatus) }

    func run() throws {
      try Session.run(looking: false) { session in
        guard let list = try session.taskList(), let path = list.folder else {
          return try printText(TaskText.isOff)
        }
        let days = list.keepsWeek ? TaskText.keepsWeek : TaskText.keepsToday
        let lines = [TaskText.folder(path), days, session.taskProblem(list)].compactMap(\.self)
        try printText(lines.joined(separator: "\n"))
      }
    }
  }
  /// The command `haru tasks check`.
  struct Check: ParsableCommand {
    static var configuration: CommandConfiguration { .init("check", HelpText.tasksCheck) }

    func run() throws {
      try Session.run(looking: false) { session in
        guard let path = try session.taskList()?.folder else {
          throw Failure(.refused, TaskText.isOff)
        }
        let problem = try Exchange.tasks.run(in: session)
        // What the list has said, other machines are told.
        if session.hasSaved { session.exchangeWithoutAgent([.sync]) }
        if let problem { throw Failure(tasks: problem, path) }
        try printText(SyncText.sound)
      }
    }
  }
}
