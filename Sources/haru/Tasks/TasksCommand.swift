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

  struct On: ContextCommand {
    static var configuration: CommandConfiguration {
      .init("on", text("Begin, or use another folder."))
    }

    @Argument(
      help: .of(text("The folder of the task list, which exists."), valueName: "folder"),
      completion: .directory)
    var folder: String

    @Flag(help: .of(text("Keep a task for each of the seven days before today, too.")))
    var week = false

    static let mergesIncoming = false

    func run(in context: CommandContext) throws {
      let path = try context.folder(folder)
      let left = try context.beginTasks(TaskList(folder: path, keepsWeek: week))
      printMessage(TaskText.begun(path))
      if let left { complain(TaskText.left(because: left.message)) }
    }
  }

  struct Off: ContextCommand {
    static var configuration: CommandConfiguration {
      .init("off", text("End, and remove Haru's tasks."))
    }

    static let mergesIncoming = false

    func run(in context: CommandContext) throws {
      guard let list = try context.taskList(), let path = list.folder else {
        return printMessage(TaskText.isOff)
      }
      let problem = try context.removeTasks()
      try context.changeStore { store, _ in
        try store.setTaskList(TaskList(folder: nil, keepsWeek: false))
      }
      printMessage(
        problem.map { TaskText.endedWithout(path, because: Failure(tasks: $0, path).message) }
          ?? TaskText.ended(path))
    }
  }

  struct Status: ContextCommand {
    static var configuration: CommandConfiguration {
      .init("status", text("Show the folder, and what is wrong."))
    }

    static let mergesIncoming = false

    func run(in context: CommandContext) throws {
      guard let list = try context.taskList(), let path = list.folder else {
        return try printText(TaskText.isOff)
      }
      let days = list.keepsWeek ? TaskText.keepsWeek : TaskText.keepsToday
      let lines = [SyncText.folder(path), days, list.sentence].compactMap(\.self)
      try printText(lines.joined(separator: "\n"))
    }
  }
  struct Check: ContextCommand {
    static var configuration: CommandConfiguration {
      .init("check", text("Look at the task list now."))
    }

    static let mergesIncoming = false

    func run(in context: CommandContext) throws {
      guard let path = try context.taskList()?.folder else {
        throw Failure(.refused, TaskText.isOff)
      }
      let problem = try ExchangeKind.tasks.run(in: context)
      // Other machines get the days that the task list has changed.
      if context.hasSaved { context.startExchangesWithoutAgent([.sync]) }
      if let problem { throw Failure(tasks: problem, path) }
      try printText(SyncText.sound)
    }
  }
}
