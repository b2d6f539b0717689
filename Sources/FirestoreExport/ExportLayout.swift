internal import Foundation
internal import Glibc
internal import SwiftProtobuf

/// The files and directories of an export that is being written.
struct ExportLayout {
  /// What the metadata says of the documents.
  struct Summary {
    let start: Int64
    let end: Int64
    let documents: Int
    let files: Int
    let bytes: Int
  }

  private static let name = "firestore_export"
  private static let selection = "all_namespaces/all_kinds"
  private static let selectionMetadata = "all_namespaces_all_kinds.export_metadata"
  private static let overallMetadata = "\(name).overall_export_metadata"

  private let directory: String
  private var export: String { directory + "/" + Self.name }
  private var outputs: String { export + "/" + Self.selection }

  /// - Throws: ``ExportError/notEmpty(directory:)``, and what the system refuses.
  init(creatingIn directory: String) throws(ExportError) {
    self.directory = directory
    if mkdir(directory, 0o700) != 0 {
      guard errno == EEXIST else {
        throw .system(operation: "create", path: directory, errno: errno)
      }
      let names = try? FileManager.default.contentsOfDirectory(atPath: directory)
      guard names?.isEmpty == true else { throw .notEmpty(directory: directory) }
    }
    try Self.createDirectory(export)
  }

  /// Creates an output file; with the first one, the directories that an empty export lacks.
  func createOutput(number: Int) throws(ExportError) -> LogWriter {
    if number == 0 {
      try Self.createDirectory(outputs.directory)
      try Self.createDirectory(outputs)
    }
    return try LogWriter(creating: "\(outputs)/output-\(number)")
  }

  /// Writes all metadata, what names other files after them, and syncs every directory.
  func finish(_ summary: Summary) throws(ExportError) {
    if summary.files > 0 { try writeSelection(summary) }
    try writeOverall(summary)
    try Self.sync(export)
    try Self.create(directory + "/" + SuiteMetadata.fileName, Array(Self.suiteMetadata.utf8))
    try Self.sync(directory)
  }

  private func writeSelection(_ summary: Summary) throws(ExportError) {
    var metadata = SelectionMetadata()
    metadata.export.name = Self.name
    metadata.export.start = summary.start
    metadata.export.end = summary.end
    metadata.output = [
      .with {
        $0.kind = ""
        $0.file = (0..<summary.files).map { "output-\($0)" }
      }
    ]
    try Self.create(outputs + "/" + Self.selectionMetadata, Self.bytes(of: metadata))
    try Self.sync(outputs)
    try Self.sync(outputs.directory)
  }

  private func writeOverall(_ summary: Summary) throws(ExportError) {
    var metadata = OverallMetadata()
    if summary.files > 0 {
      metadata.selection = [
        .with {
          $0.format = .with {
            $0.first = 2
            $0.second = 3
          }
          $0.path = Self.selection + "/" + Self.selectionMetadata
          $0.documents = Int64(summary.documents)
          $0.bytes = Int64(summary.bytes)
        }
      ]
    }
    let log = try LogWriter(creating: export + "/" + Self.overallMetadata)
    try log.append(Array(OverallMetadata.version.utf8))
    try log.append(try Self.bytes(of: metadata))
    try log.finish()
  }

  /// The versions are of the programs whose files these are; nothing reads them.
  private static let suiteMetadata = """
    {
      "version": "14.0.0",
      "firestore": {
        "version": "1.19.9",
        "path": "\(name)",
        "metadata_file": "\(name)/\(overallMetadata)"
      }
    }
    """
}

extension ExportLayout {
  private static func createDirectory(_ path: String) throws(ExportError) {
    if mkdir(path, 0o700) != 0 { throw .system(operation: "create", path: path, errno: errno) }
  }

  private static func create(_ path: String, _ contents: [UInt8]) throws(ExportError) {
    let file = try Descriptor(creating: path)
    try file.write(contents)
    try file.sync()
  }

  private static func sync(_ directory: String) throws(ExportError) {
    try Descriptor(reading: directory).sync()
  }

  private static func bytes(of message: some Message) throws(ExportError) -> [UInt8] {
    do { return try message.serializedBytes() } catch {
      throw .unrepresentable(path: name, .notProtobuf)
    }
  }
}
