package import Foundation

/// A fresh directory for a test's files, removed with this object.
package final class Scratch {
  package let directory: URL

  package init() throws {
    directory = FileManager.default.temporaryDirectory
      .appendingPathComponent("hallo-migrate-tests-" + UUID().uuidString)
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: directory) }

  /// The path of a file in the directory.
  package func path(_ name: String) -> String { directory.appendingPathComponent(name).path }

  /// Writes a file into the directory, or into a folder of it.
  ///
  /// - Returns: The file's path.
  @discardableResult
  package func write(_ text: String, to name: String) throws -> String {
    let file = directory.appendingPathComponent(name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
    return file.path
  }
}
