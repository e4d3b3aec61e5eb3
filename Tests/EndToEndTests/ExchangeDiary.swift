import Foundation
import Support

/// When an agent has begun and ended its exchanges, which notes each in a file.
struct ExchangeDiary {
  /// The beginning or the end of an exchange.
  struct Entry: Hashable {
    let exchange: String
    let isBegin: Bool
    let milliseconds: Int
  }

  private static let name = "programs/diary"
  private let desk: Desk

  init(of desk: Desk) { self.desk = desk }

  /// Makes an agent that keeps one; while there is a file `hold-EXCHANGE` in the home, such an exchange does
  /// not end.
  static func agent(in home: Scratch) throws -> String {
    let script = """
      #!/bin/sh
      [ "$1" = exchange ] || exec '\(Built.product("haru"))' "$@"
      note() { echo "$1 $2 $(date +%s%3N)" >>'\(home(name))'; }
      note "$2" begin
      [ ! -e '\(home("hold-"))'"$2" ] || exec sleep 1000
      '\(Built.product("haru"))' "$@"
      status=$?
      note "$2" end
      exit $status

      """
    try home.write(program: script, to: "programs/haru")
    return try home.copy(Built.product("haru-agent"), to: "programs/haru-agent")
  }

  /// What is in it now.
  var entries: [Entry] {
    let text = (try? desk.home.read(Self.name)) ?? ""
    return text.split(separator: "\n").compactMap { line in
      let words = line.split(separator: " ")
      guard words.count == 3, let time = Int(words[2]) else { return nil }
      return Entry(exchange: String(words[0]), isBegin: words[1] == "begin", milliseconds: time)
    }
  }

  /// Waits until it is as wanted.
  func wait(until isWanted: ([Entry]) throws -> Bool) throws {
    try eventually(watching: desk.home(Self.name)) { try isWanted(entries) }
  }

  /// Waits until nothing that has happened before leads to an exchange any longer.
  func settle(_ exchange: String) throws {
    // One that watches a folder for the first time, or has written into it, leads to another one.
    for _ in 0..<2 {
      let seen = entries.count
      try desk.reload()
      try wait { entries in
        let new = entries.dropFirst(seen).filter { $0.exchange == exchange }
        return new.drop { !$0.isBegin }.contains { !$0.isBegin }
      }
    }
  }

  /// The milliseconds between the end of each such exchange and the beginning of the next.
  func pauses(in entries: [Entry], of exchange: String) -> [Int] {
    let entries = entries.filter { $0.exchange == exchange }
    return zip(entries, entries.dropFirst()).compactMap { last, next in
      !last.isBegin && next.isBegin ? next.milliseconds - last.milliseconds : nil
    }
  }
}
