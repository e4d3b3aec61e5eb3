public import Foundation

/// The folder that holds Package.swift, whose files some tests read.
public enum SourceTree {
  /// Its address.
  public static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// Reads a text file.
  ///
  /// - Parameter path: Its path below the root.
  /// - Returns: Its text.
  /// - Throws: If it cannot be read.
  public static func read(_ path: String) throws -> String {
    try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
  }

  /// Lists a folder.
  ///
  /// - Parameter path: The folder's path below the root.
  /// - Returns: The names in it, sorted.
  /// - Throws: If it cannot be read.
  public static func names(in path: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(
      atPath: root.appendingPathComponent(path).path
    ).sorted()
  }

  /// The paths of all files below a directory, sorted.
  ///
  /// - Parameter path: Its path below the root of the source tree.
  /// - Returns: Their paths below the directory.
  /// - Throws: If the directory cannot be read.
  public static func files(in path: String) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: root.appendingPathComponent(path).path)
      .sorted()
  }
}
