import Glibc
import HaruSync

// Appends lines to a folder, for tests that kill it or run it beside another:
//
//   folder-writer DIR DEVICE NAME FIRST COUNT
//
// Each line is `NAME NUMBER` and some `x`, of each seventh number many. It appends three at a time, and
// prints the number of the last once they are durable. While another process has the lock it tries again.

func say(_ text: String) {
  let bytes = Array((text + "\n").utf8)
  write(STDOUT_FILENO, bytes, bytes.count)
}

let words = CommandLine.arguments
guard words.count == 6, let first = Int(words[4]), let count = Int(words[5]) else { exit(EX_USAGE) }
let folder = SyncFolder(words[1])
for start in stride(from: first, to: first + count, by: 3) {
  let lines = (start..<start + 3).map { number in
    let length = number.isMultiple(of: 7) ? 60_000 : number * 37 % 1000
    return "\(words[3]) \(number) " + String(repeating: "x", count: length)
  }
  while true {
    do throws(SyncFolderError) {
      try folder.append(lines, to: words[2])
      break
    } catch .busy {
      sched_yield()
    } catch {
      say("failed: \(error)")
      exit(EX_IOERR)
    }
  }
  say("\(start + 2)")
}
