internal import Glibc
internal import HaruCore

/// A folder that Syncthing, Nextcloud, git or rclone carries between the machines of one person.
///
/// Each machine writes only `DIR/<device>/000001.jsonl` and the following numbers. This room knows
/// files and lines, and not what a line means.
public struct SyncFolder: Sendable {
  /// Where it is.
  public let path: String

  /// Names a folder, which may be missing.
  public init(_ path: String) {
    self.path = path
  }

  /// The size at which a file is sealed: the next line begins a new one.
  public static let sealedSize = 256 * 1024
  /// How much is read of one file.
  public static let mostBytes = 4 * 1024 * 1024
  /// How long a line may be, without its end.
  public static let longestLine = 1024 * 1024 + 64 * 1024
  /// How many devices are read.
  public static let mostDevices = 256

  /// The directory in which people and their phones put names of days.
  public static let inboxName = SyncNames.inbox

  /// Opens the folder, which is never made: one that is gone may be on a disk that is not there now.
  func open() throws(SyncFolderError) -> OpenFile {
    do throws(SystemError) {
      return try OpenFile(directory: path)
    } catch {
      throw SyncFolderError(opening: error)
    }
  }
}

// MARK: What is there

extension SyncFolder {
  /// The devices that have written here.
  ///
  /// - Throws: `SyncFolderError` if the folder cannot be read.
  public func devices() throws(SyncFolderError) -> SyncListing<String> {
    let folder = try open()
    do throws(SystemError) {
      return try SyncListing(
        of: folder, atMost: SyncFolder.mostDevices, names: { SyncReading.isDevice($0) }
      ) {
        // People may keep files of their own beside the devices.
        $1.isDirectory ? .item($0) : $1.isRegular ? .nothing : .refused
      }
    } catch {
      throw SyncFolderError(reading: path, error)
    }
  }

  /// The files of a device that may hold lines, its numbered ones and other copies of them.
  ///
  /// - Returns: The files; none if the device has written nothing yet.
  /// - Throws: `SyncFolderError` if its directory cannot be read, or is a link.
  public func files(of device: String) throws(SyncFolderError) -> SyncListing<SyncFile> {
    guard SyncReading.isDevice(device) else { throw .refused(device) }
    let folder = try open()
    do throws(SystemError) {
      let directory = try folder.directory(device)
      return try SyncListing(of: directory, names: SyncNames.mayHoldLines) { name, status in
        guard status.isRegular else { return .refused }
        return .item(SyncFile(device: device, name: name, stamp: status.stamp))
      }
    } catch {
      guard error.number == ENOENT else { throw SyncFolderError(reading: device, error) }
      return SyncListing(items: [])
    }
  }
}

extension SyncFolder {
  /// When a device wrote its newest file, in whole seconds since 1970; `nil` if it has none.
  ///
  /// - Throws: `SyncFolderError` if its directory is missing, or cannot be read.
  public func lastWrite(of device: String) throws(SyncFolderError) -> Int64? {
    let folder = try open()
    do throws(SystemError) {
      let directory = try folder.directory(device)
      return try SyncListing(of: directory, names: SyncNames.mayHoldLines) { _, status in
        status.isRegular ? .item(Int64(status.st_mtim.tv_sec)) : .nothing
      }.items.last
    } catch {
      throw SyncFolderError(reading: device, error)
    }
  }
}

/// A file of a device, as it was found.
public struct SyncFile: Hashable, Sendable {
  /// Whose it is.
  public let device: String
  /// Its name, without a directory.
  public let name: String
  /// What changes when it does; one that is as it was has not to be read again.
  public let stamp: String
}
