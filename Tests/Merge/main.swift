import Foundation

// Tries every history of three machines and two keys, for Tests/Torture/merges.py:
//
//   haru-merge DEPTH BITS
//
// DEPTH is how many changes and accidents there are, with any exchanges between them; there is room for 2^BITS
// worlds. The last line has the numbers of worlds, of sets of entries, and of entries. What is wrong is told
// with a shortest history, and status 1.

let words = CommandLine.arguments.dropFirst()
guard words.count == 2, let depth = Int(words[1]), let bits = Int(words[2]), depth > 0, bits > 2
else {
  print("haru-merge: DEPTH BITS")
  exit(64)
}

let search = Search(depth: depth, bits: bits)
if let fault = search.run().min(by: { $0.history.all.count < $1.history.all.count }) {
  print("wrong: \(fault.what)")
  for move in fault.history.all { print("  " + move.text) }
  exit(1)
}
let counts = search.counts
print(counts.worlds, counts.sets, counts.entries)
