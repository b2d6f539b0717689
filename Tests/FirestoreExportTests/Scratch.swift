import Documents
import FirestoreExport
import FirestoreTesting
import Foundation

/// A directory for one test, removed after it.
final class Scratch {
  let path: String

  init() throws {
    path = NSTemporaryDirectory() + "firestore-export-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func file(_ name: String) -> String { path + "/" + name }

  /// Writes a file, and the directories that lead to it.
  @discardableResult
  func write(_ bytes: [UInt8], to name: String) throws -> String {
    let url = URL(fileURLWithPath: file(name))
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: url)
    return url.path
  }

  @discardableResult
  func write(_ text: String, to name: String) throws -> String {
    try write(Array(text.utf8), to: name)
  }

  /// Writes an export of these documents.
  @discardableResult
  func export(
    _ documents: [Document], to name: String = "export", project: String = "demo",
    database: String = "(default)"
  ) throws -> String {
    var writer = try ExportWriter(
      directory: file(name), project: project, database: database, startedAt: 1)
    for document in documents { try writer.append(document) }
    try writer.finish(endedAt: 2)
    return file(name)
  }
}

/// The paths in an export, from its directory.
enum Layout {
  static let outputs = "firestore_export/all_namespaces/all_kinds"
  static let output = outputs + "/output-0"
  static let overall = "firestore_export/firestore_export.overall_export_metadata"
  static let selection = outputs + "/all_namespaces_all_kinds.export_metadata"
  static let suite = "firebase-export-metadata.json"
}

/// The export that Google's emulator wrote of every type.
let allTypes = Bundle.module.bundlePath + "/Fixtures/all-types"

func contents(of path: String) throws -> [UInt8] {
  [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
}

func documents(in directory: String) throws -> [Document] {
  var documents: [Document] = []
  try ExportReader(directory: directory).forEachDocument { documents.append($0.document) }
  return documents
}

/// The documents' texts, in an order that doesn't depend on theirs.
func texts(in directory: String) throws -> [String] {
  try documents(in: directory).map(text).sorted()
}
