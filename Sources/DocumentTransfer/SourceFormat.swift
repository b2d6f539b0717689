internal import FirestoreExport
internal import Foundation

/// How documents are written down in a file or a directory.
package enum SourceFormat: String, CaseIterable, Sendable {
  /// Whatever the source turns out to be.
  case auto
  /// A directory of Google's export format.
  case firestore
  /// A file of one document a line.
  case ndjson
  /// A file of one JSON object, as node-firestore-import-export makes it.
  case tree

  /// What a source is.
  ///
  /// - Throws: ``TransferError/unrecognised(path:found:)``, which says what it is instead.
  package static func recognise(_ path: String) throws -> SourceFormat {
    if path == "-" { return .ndjson }
    var isDirectory: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) else {
      throw TransferError.unreadable(path: path, reason: "there is no such file or directory")
    }
    if isDirectory.boolValue { return try recognise(directory: path) }
    return try recognise(file: path)
  }

  private static func recognise(directory path: String) throws -> SourceFormat {
    if ExportReader.recognises(directory: path) { return .firestore }
    let names = try FileManager.default.contentsOfDirectory(atPath: path)
    throw TransferError.unrecognised(
      path: path, found: names.isEmpty ? "an empty directory" : "a directory with no export in it")
  }

  private static func recognise(file path: String) throws -> SourceFormat {
    guard let file = FileHandle(forReadingAtPath: path) else {
      throw TransferError.unreadable(path: path, reason: systemError())
    }
    defer { try? file.close() }
    let beginning = try file.read(upToCount: 4096) ?? Data()
    var text = beginning[...]
    if text.starts(with: [0xEF, 0xBB, 0xBF]) { text = text.dropFirst(3) }
    text = text.drop { $0 <= 0x20 }
    guard text.first == UInt8(ascii: "{") else {
      throw TransferError.unrecognised(path: path, found: name(of: beginning))
    }
    let member = text.dropFirst().drop { $0 <= 0x20 }
    return member.starts(with: Data("\"__collections__\"".utf8)) ? .tree : .ndjson
  }

  /// What a file is, by how it begins.
  private static func name(of beginning: Data) -> String {
    if beginning.isEmpty { return "an empty file" }
    let known: [(String, String)] = [
      ("SQLite format 3", "an SQLite database"), ("PK\u{3}\u{4}", "a zip archive"),
      ("%PDF", "a PDF document"), ("[", "a JSON array"), ("\u{1F}", "a compressed file"),
    ]
    for (magic, name) in known where beginning.starts(with: Data(magic.utf8)) { return name }
    if beginning.allSatisfy({ $0 <= 0x20 }) { return "a file of nothing but white space" }
    return beginning.contains(0)
      ? "a binary file of another program" : "a text file of another kind"
  }
}
