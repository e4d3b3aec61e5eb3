import Foundation

/// What programs asked of the kernel, as strace has written it.
package struct Trace {
  private struct Call: Hashable {
    let name: String
    let words: String
  }

  /// Who makes these goes on without: GLib's threads ask for the priority of their pool, and SQLite gives a
  /// file of root's to the owner of the store.
  private static let refusedWithoutHarm = ["sched_setattr", "fchown"]

  private let calls: Set<Call>

  package init(of files: String...) throws {
    let text = try files.map { try String(contentsOfFile: $0, encoding: .utf8) }.joined()
    calls = Set(
      text.split(separator: "\n").compactMap { line in
        let rest = line.drop { $0.isNumber }.drop { $0 == " " }
        guard let end = rest.firstIndex(of: "("), rest.first?.isLetter == true else { return nil }
        return Call(name: String(rest[..<end]), words: String(rest[end...]))
      })
  }

  /// The programs that were started.
  package var programs: [String] {
    calls.filter { $0.name == "execve" && !$0.words.contains(" = -1 ") }
      .compactMap { $0.words.split(separator: "\"").dropFirst().first.map(String.init) }
  }

  /// The calls that the service of a unit forbids.
  package func violations(of entries: [String: String]) throws -> [String] {
    let known = [
      "Type", "BusName", "ExecStart", "Restart", "RestartSec", "Slice", "UMask",
      "SystemCallErrorNumber",
    ]
    return try entries.filter { !known.contains($0.key) }.flatMap { key, value in
      try violations(of: key, value).map { "\(key)=\(value): \($0)" }
    }
  }

  /// The calls that a line of a unit forbids.
  private func violations(of key: String, _ value: String) throws -> [String] {
    func calls(_ names: String..., where isForbidden: (String) -> Bool = { _ in true }) -> [String]
    {
      self.calls.filter { names.contains($0.name) && isForbidden($0.words) }.map {
        $0.name + $0.words
      }
    }
    switch key {
    case "SystemCallFilter":
      let groups = value.drop { $0 == "~" }.split(separator: " ").map(String.init)
      let forbidden = try Set(groups.flatMap(Trace.calls))
      return self.calls.map(\.name).filter(forbidden.subtracting(Trace.refusedWithoutHarm).contains)
    case "RestrictAddressFamilies":
      let allowed = value.split(separator: " ")
      return calls("socket", "socketpair") { words in
        !allowed.contains { words.hasPrefix("(\($0),") }
      }
    case "MemoryDenyWriteExecute":
      return calls("mmap", "mprotect", "pkey_mprotect") {
        $0.contains("PROT_EXEC") && $0.contains("PROT_WRITE")
      } + calls("mprotect", "pkey_mprotect") { $0.contains("PROT_EXEC") }
    case "RestrictNamespaces":
      return calls("unshare", "setns") + calls("clone", "clone3") { $0.contains("CLONE_NEW") }
    case "LockPersonality": return calls("personality")
    case "RestrictRealtime":
      return calls("sched_setscheduler", "sched_setattr") {
        $0.contains("SCHED_FIFO") || $0.contains("SCHED_RR")
      }
    case "RestrictSUIDSGID":
      return calls("chmod", "fchmod", "fchmodat", "mkdir", "mkdirat", "open", "openat", "mknod") {
        $0.contains("S_ISUID") || $0.contains("S_ISGID") || $0.contains(/\b0[2467]\d{3}\)/)
      }
    case "NoNewPrivileges":
      // One that was looked for along PATH may be missing.
      return programs.filter {
        let attributes = try? FileManager.default.attributesOfItem(atPath: $0)
        return (attributes?[.posixPermissions] as? Int ?? 0) & 0o6000 != 0
      }
    case "SystemCallArchitectures": return value == "native" ? [] : ["of another architecture"]
    default: return ["no test knows what it forbids"]
    }
  }

  /// The calls of a group, as systemd knows it, and of the groups in it.
  private static func calls(of group: String) throws -> [String] {
    guard group.hasPrefix("@") else { return [group] }
    let run = try Child.run("systemd-analyze", ["syscall-filter", group])
    guard run.status == 0 else { throw Failure.unexpected(run.errors) }
    return try run.output.split(separator: "\n").dropFirst()
      .map { $0.drop { $0 == " " } }.filter { !$0.hasPrefix("#") && !$0.isEmpty }
      .flatMap { try calls(of: String($0)) }
  }
}
