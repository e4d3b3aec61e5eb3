import ArgumentParser
import HaruCommand
import HaruCore
import HaruStore
import HaruText

struct TasksCommand: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "tasks", abstract: text("Keep a task for each day in a task list."),
      discussion: text(
        """
        The folder holds a .ics file for each task, as vdirsyncer and todoman use it; vdirsyncer \
        carries it to a CalDAV server, and so to a phone. When you complete a task, Haru marks its \
        day; when you mark a day, Haru completes its task.
        """),
      subcommands: [On.self, Off.self, Status.self, Check.self])
  }

  /// No list is kept, and how to begin.
  private static var isOff: String { text("No tasks are kept. To begin: haru tasks on FOLDER") }

  struct On: LocalCommand {
    static var configuration: CommandConfiguration {
      .init("on", text("Begin, or use another folder."))
    }

    @Argument(
      help: .of(text("The folder of the task list, which exists."), valueName: "folder"),
      completion: .directory)
    var folder: String

    @Flag(help: .of(text("Keep a task for each of the seven days before today, too.")))
    var week = false

    @Flag(
      name: .customLong("no-week"),
      help: .of(text("Keep a task for today alone again, after --week.")))
    var todayAlone = false

    func validate() throws {
      guard !week || !todayAlone else {
        throw ValidationError(CommandText.notTogether("--week", "--no-week"))
      }
    }

    func run(in context: CommandContext) throws {
      let path = try context.folder(folder)
      let keptWeek = try context.taskList()?.keepsWeek ?? false
      let keepsWeek = week || keptWeek && !todayAlone
      let left = try context.beginTasks(TaskList(folder: path, keepsWeek: keepsWeek))
      printMessage(
        text("Tasks are kept in {path}. When you complete one, Haru marks its day.", ["path": path])
      )
      if let left {
        complain(
          text(
            "some of Haru's tasks stay in the folder that was used before: {reason}",
            ["reason": left.message]))
      }
    }
  }

  struct Off: LocalCommand {
    static var configuration: CommandConfiguration {
      .init("off", text("End, and remove Haru's tasks."))
    }

    func run(in context: CommandContext) throws {
      guard let list = try context.taskList(), let path = list.folder else {
        return printMessage(TasksCommand.isOff)
      }
      let problem = try context.removeTasks()
      try context.changeStore { store, _ in
        try store.setTaskList(TaskList(folder: nil, keepsWeek: list.keepsWeek))
      }
      printMessage(
        problem.map {
          text(
            "No tasks are kept any more, but Haru could not remove all of its tasks from {path}: {reason}",
            ["path": path, "reason": Failure(tasks: $0, path).message])
        }
          ?? text(
            "No tasks are kept any more. Haru has removed its tasks from {path}.", ["path": path]))
    }
  }

  struct Status: ContextCommand {
    static var configuration: CommandConfiguration {
      .init("status", text("Show the folder, and what is wrong."))
    }

    func run(in context: CommandContext) throws {
      guard let list = try context.taskList(), let path = list.folder else {
        return try printText(TasksCommand.isOff)
      }
      let days =
        list.keepsWeek
        ? text("Tasks are kept for today and the seven days before.")
        : text("A task is kept for today.")
      let lines = [SyncText.folder(path), days, list.sentence].compactMap(\.self)
      try printText(lines.joined(separator: "\n"))
    }
  }
  struct Check: LocalCommand {
    static var configuration: CommandConfiguration {
      .init("check", text("Look at the task list now."))
    }

    func run(in context: CommandContext) throws {
      guard let path = try context.taskList()?.folder else {
        throw Failure(.refused, TasksCommand.isOff)
      }
      let problem = try ExchangeKind.tasks.run(in: context)
      // Other machines get the days that the task list has changed.
      if context.hasSaved { context.startExchangesWithoutAgent([.sync]) }
      if let problem { throw Failure(tasks: problem, path) }
      try printText(SyncText.sound)
    }
  }
}
