internal import SwiftProtobuf

/// What the metadata of an export says is in it.
struct ExportContents {
  /// The output files' paths, each once: as the metadata orders them, `output-2` before `output-10`.
  private(set) var files: [String] = []
  /// How many documents there should be.
  private(set) var documents = 0

  /// Reads all of an export's metadata.
  ///
  /// - Throws: ``ExportError``.
  init(of location: ExportLocation) throws(ExportError) {
    let overall = try OverallMetadata(readingFrom: location.overallMetadata)
    for selection in overall.selection {
      let path = try location.root.file(selection.path, namedIn: location.overallMetadata)
      try add(filesNamedIn: path, root: location.root)
      documents = documents.addingReportingOverflow(Int(selection.documents)).partialValue
    }
  }

  private mutating func add(filesNamedIn path: String, root: ExportRoot) throws(ExportError) {
    let metadata = try SelectionMetadata(readingFrom: path)
    var named: [String] = []
    for name in metadata.output.flatMap(\.file) {
      named.append(try root.file(name, namedIn: path))
    }
    // This file has no checksum: a flipped bit can hide a name, and with it 5,000 documents.
    for file in try DirectoryListing(path.directory).outputFiles {
      let isNamed = named.contains { Identifier.areEqual($0, file) }
      if !isNamed { throw .unnamedFile(path: file, metadata: path) }
    }
    for file in named.sorted(by: Self.isBefore) {
      let isNew = !files.contains { Identifier.areEqual($0, file) }
      if isNew { files.append(file) }
    }
  }

  private static func isBefore(_ one: String, _ other: String) -> Bool {
    let (first, second) = (one.utf8.count, other.utf8.count)
    return first == second ? one.utf8.lexicographicallyPrecedes(other.utf8) : first < second
  }
}

extension OverallMetadata {
  /// The record that all of Google's exports begin with.
  static let version = "3"

  fileprivate init(readingFrom path: String) throws(ExportError) {
    let records = try LogReader(path: path)
    do {
      let version = try records.next { _, bytes in String(decoding: bytes, as: UTF8.self) }
      guard let version else { throw ExportError.damaged(file: path, offset: 0, .emptyFile) }
      guard version == Self.version else {
        throw ExportError.notAnExport(path: path, found: "its format is \(version.quoted), not 3")
      }
      let metadata = try records.next { offset, bytes in
        (try? OverallMetadata(serializedBytes: bytes.bytes)).map(Result.success)
          ?? .failure(ExportError.damaged(file: path, offset: offset, .notProtobuf))
      }
      guard let metadata else { throw ExportError.damaged(file: path, offset: 8, .truncated) }
      self = try metadata.get()
    } catch let error as ExportError {
      throw error
    } catch {
      throw .damaged(file: path, offset: 0, .notProtobuf)
    }
  }
}

extension SelectionMetadata {
  fileprivate init(readingFrom path: String) throws(ExportError) {
    let bytes = try Descriptor.contents(of: path)
    do { try self.init(serializedBytes: bytes) } catch {
      throw .damaged(file: path, offset: 0, .notProtobuf)
    }
  }
}
