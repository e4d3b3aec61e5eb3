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
}
