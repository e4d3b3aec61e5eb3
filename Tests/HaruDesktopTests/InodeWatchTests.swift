import Foundation
import HaruDesktop
import Support
import Testing

/// A file alone: a package manager unpacks hundreds beside it.
@MainActor
@Suite(.serialized) struct InodeWatchTests {
  private let scratch = Scratch()
  private let mail = Mailbox<Void>()

  init() throws {
    try scratch.write("1", to: "bin/program")
    InodeWatch.onLoss(of: scratch("bin/program")) { [mail] in mail.put() }
  }

  private func isTold(_ change: () throws -> Void) throws -> Bool {
    mail.settle()
    try change()
    return mail.hasMail(within: .seconds(2))
  }

  @Test func reportsAReplacement() throws {
    try scratch.write("2", to: "bin/new")
    #expect(try isTold { rename(scratch("bin/new"), scratch("bin/program")) })
  }

  /// As dpkg does it: the old file keeps another name for a while.
  @Test func reportsAReplacementWithABackup() throws {
    try scratch.write("2", to: "bin/new")
    #expect(try isTold { link(scratch("bin/program"), scratch("bin/program.dpkg-tmp")) })
    #expect(try isTold { rename(scratch("bin/new"), scratch("bin/program")) })
  }

  @Test(arguments: [true, false])
  func reportsRemoval(byMoving: Bool) throws {
    #expect(
      try isTold {
        if byMoving {
          rename(scratch("bin/program"), scratch("old"))
        } else {
          unlink(scratch("bin/program"))
        }
      })
  }

  @Test func reportsNothingOfOthers() throws {
    #expect(
      try !isTold {
        for number in 0..<100 { try scratch.write("x", to: "bin/\(number)") }
        for number in 0..<100 { unlink(scratch("bin/\(number)")) }
        _ = try scratch.read("bin/program")
      })
  }
}
