package import DocumentStore
package import Documents
internal import FirestoreExport
internal import Foundation

/// Writes a store's current documents to a file or a directory.
///
/// Everything goes to a temporary name first, is synced, and then takes the destination's place: a
/// failed export leaves the last good one as it was.
package struct DocumentExport {
  package var destination: String
  package var format: SourceFormat
  package var filter: DocumentStore.Filter

  /// Prepares an export; the format `auto` goes by the destination's name.
  ///
  /// `.ndjson` or `-` is NDJSON, `.json` a tree, and anything else a directory of Google's format.
  package init(
    destination: String, format: SourceFormat = .auto,
    filter: DocumentStore.Filter = DocumentStore.Filter()
  ) {
    self.destination = destination
    self.filter = filter
    self.format = format == .auto ? Self.format(of: destination) : format
  }

  /// - Returns: The number of documents written.
  package func run(from store: DocumentStore, clock: () -> Instant) throws -> Int {
    switch format {
    case .firestore:
      return try SwappedDirectory(destination).write { directory in
        try writeFirestore(from: store, to: directory, clock: clock)
      }
    case .tree:
      return try SwappedFile(destination).write { output in
        let writer = TreeWriter(output.write)
        let count = try store.forEachDocument(matching: filter, order: .tree) { document in
          try writer.append(path: document.path, data: document.data)
        }
        try writer.finish()
        return count
      }
    case .ndjson, .auto:
      return try SwappedFile(destination).write { try writeLines(from: store, to: $0) }
    }
  }

  private static func format(of destination: String) -> SourceFormat {
    if destination == "-" || destination.hasSuffix(".ndjson") { return .ndjson }
    return destination.hasSuffix(".json") ? .tree : .firestore
  }

  private func writeLines(from store: DocumentStore, to output: ByteSink) throws -> Int {
    var line = ByteBuffer()
    return try store.forEachDocument(matching: filter) { document in
      line.truncate(to: 0)
      line.append("{\"path\":")
      line.appendJSON(string: document.path)
      line.append(",\"data\":")
      line.append(document.data)
      line.append("}\n")
      try output.write(line.bytes)
    }
  }

  private func writeFirestore(
    from store: DocumentStore, to directory: String, clock: () -> Instant
  ) throws -> Int {
    let parser = JSONParser()
    var writer = try ExportWriter(
      directory: directory, project: try store.setting("project") ?? "demo-hallo",
      database: try store.setting("database") ?? "(default)",
      startedAt: clock().microseconds)
    let count = try store.forEachDocument(matching: filter) { document in
      try writer.append(
        Document(
          path: document.path.text,
          fields: try DocumentReader.fields(of: document.data, parser: parser)))
    }
    try writer.finish(endedAt: clock().microseconds)
    return count
  }
}
