internal import CXattr
internal import Glibc

/// What lies on the way to a file, as the system goes it: directories, links, what those lead through, and
/// the file.
///
/// Who can change one of them decides what the path leads to.
public enum WayToFile {
  /// What another user than this one and root can change.
  public enum Weakness: Hashable, Sendable {
    /// Something that belongs to another user, by its path.
    case foreign(String)
    /// Something that other users may write, by its path.
    case open(String)
  }

  /// As many links as the system follows.
  private static let mostLinks = 40

  /// The first weakness on the way to a file; `nil` if there is none, also where the way ends before it.
  public static func weakness(to path: String) -> Weakness? {
    // Names are bytes: a link may lead through some that are not UTF-8.
    var place: [UInt8] = []
    var names = Array(path.utf8.split(separator: slash).map(Array.init).reversed())
    var links = 0
    if let weakness = weakness(of: place) { return weakness }
    while let name = names.popLast() {
      if name == Array(".".utf8) { continue }
      if name == Array("..".utf8) {
        place = Array(place[..<(place.lastIndex(of: slash) ?? 0)])
        continue
      }
      let next = place + [slash] + name
      if let weakness = weakness(of: next) { return weakness }
      guard let target = target(ofLink: next) else {
        place = next
        continue
      }
      links += 1
      guard links <= mostLinks else { return nil }
      if target.first == slash { place = [] }
      names += target.split(separator: slash).map(Array.init).reversed()
    }
    return nil
  }

  private static let slash = UInt8(ascii: "/")

  private static func terminated(_ path: [UInt8]) -> [CChar] {
    (path.isEmpty ? [slash, 0] : path + [0]).map { CChar(bitPattern: $0) }
  }

  private static func weakness(of path: [UInt8]) -> Weakness? {
    var status = stat()
    guard lstat(terminated(path), &status) == 0 else { return nil }
    let shown = path.isEmpty ? "/" : String(decoding: path, as: UTF8.self)
    guard [0, geteuid()].contains(status.st_uid) else { return .foreign(shown) }
    return status.mayBeWrittenByOthers(byList: hasListOfRights(path)) ? .open(shown) : nil
  }

  /// Whether a list of rights (ACL) says who may do what: the bits of the group are then the most that it gives.
  private static func hasListOfRights(_ path: [UInt8]) -> Bool {
    lgetxattr(terminated(path), "system.posix_acl_access", nil, 0) > 0
  }

  private static func target(ofLink path: [UInt8]) -> [UInt8]? {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let length = readlink(terminated(path), &buffer, buffer.count)
    return length > 0 ? buffer[..<length].map(UInt8.init(bitPattern:)) : nil
  }
}

extension stat {
  /// Whether users other than its owner may change what it says or leads to.
  ///
  /// A group that has the owner's name and no other member is that of the owner alone. In a sticky directory
  /// such as `/tmp` others cannot touch what is not theirs, and a link has no mode.
  fileprivate func mayBeWrittenByOthers(byList hasList: Bool) -> Bool {
    if st_mode & S_IFMT == S_IFLNK { return false }
    if st_mode & S_IFMT == S_IFDIR, st_mode & S_ISVTX != 0 { return false }
    if st_mode & 0o002 != 0 { return true }
    return st_mode & 0o020 != 0 && (hasList || !isGroupOfOwnerAlone)
  }

  private var isGroupOfOwnerAlone: Bool {
    guard let user = getpwuid(st_uid), let entry = getgrgid(st_gid) else { return false }
    let name = String(cString: user.pointee.pw_name)
    guard String(cString: entry.pointee.gr_name) == name else { return false }
    var member = entry.pointee.gr_mem
    while let next = member?.pointee {
      guard String(cString: next) == name else { return false }
      member = member?.successor()
    }
    // Its list does not name those whose own group it is.
    setpwent()
    defer { endpwent() }
    while let other = getpwent() {
      if other.pointee.pw_gid == st_gid, other.pointee.pw_uid != st_uid { return false }
    }
    return true
  }
}
