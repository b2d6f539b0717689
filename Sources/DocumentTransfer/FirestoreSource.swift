internal import Documents
internal import FirestoreExport

/// Reads a directory of Google's export format.
enum FirestoreSource {
  /// What an export says of itself.
  struct Origin {
    var project: String?
    var database: String?
    /// Documents that the metadata promises, if there is another number of them.
    var missing: Int?
  }

  static func read(_ path: String, into filler: BatchFiller) throws -> Origin {
    let reader = try ExportReader(directory: path)
    var (origin, count) = (Origin(), 0)
    let onInvalid: ((ExportError) throws -> Void)? =
      filler.skipsInvalid
      ? { error in
        count += 1
        try filler.reject(place: error.place, reason: error.description, text: "")
      } : nil
    var source = DocumentSource(name: path, unit: .byte)
    try reader.forEachDocument(onInvalid: onInvalid) { exported in
      if exported.file != source.file {
        source = DocumentSource(name: path, file: exported.file, unit: .byte)
        filler.enter(source)
      }
      if origin.project == nil {
        (origin.project, origin.database) = (exported.project, exported.database)
      }
      count += 1
      filler.note(fraction: min(1, Double(count) / Double(max(1, reader.statedDocuments))))
      try filler.add(
        place: source.place(Int64(exported.offset)), text: exported.document.path
      ) { reader, batch throws(DocumentFault) in
        try reader.read(exported.document, origin: Int64(exported.offset), into: batch)
      }
    }
    filler.flush()
    if reader.statedDocuments > count { origin.missing = reader.statedDocuments - count }
    return origin
  }
}

extension ExportError {
  /// Where in an export something is wrong, as far as that is known.
  fileprivate var place: String {
    switch self {
    case .damaged(let file, let offset, _), .invalidDocument(let file, let offset, _, _):
      "\(file), byte offset \(offset)"
    case .notAnExport(let path, _), .missingFile(let path, _), .unnamedFile(let path, _),
      .unsafePath(let path, _), .unrepresentable(let path, _), .notEmpty(let path),
      .system(_, let path, _):
      path
    }
  }
}
