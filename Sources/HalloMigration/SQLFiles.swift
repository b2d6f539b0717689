internal import Foundation

/// The SQL files of a directory that the user has named.
enum SQLFiles {
  /// - Returns: The files, in the order of their names.
  /// - Throws: ``MigrationError/unreadableDirectory(path:reason:)``
  static func list(in directory: String) throws -> [(path: String, text: Data)] {
    do {
      let names = try FileManager.default.contentsOfDirectory(atPath: directory)
      return try names.filter { $0.hasSuffix(".sql") }.sorted().map { name in
        let file = directory + "/" + name
        return (file, try Data(contentsOf: URL(fileURLWithPath: file)))
      }
    } catch is CocoaError {
      throw MigrationError.unreadableDirectory(path: directory, reason: reason(directory))
    }
  }

  /// Why the files of a directory cannot be read.
  private static func reason(_ directory: String) -> String {
    var isDirectory: ObjCBool = false
    guard FileManager.default.fileExists(atPath: directory, isDirectory: &isDirectory) else {
      return "there is no such directory"
    }
    return isDirectory.boolValue ? "it, or a file in it, may not be read" : "it is not a directory"
  }
}
