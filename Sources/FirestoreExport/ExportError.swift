internal import Glibc

/// Why an export can't be read or written.
package enum ExportError: Error, Sendable {
  /// What was found where an export's directory was expected.
  case notAnExport(path: String, found: String)
  /// A file that the export's own metadata names is not there.
  case missingFile(path: String, namedIn: String)
  /// An output file that the export's metadata doesn't name, which is how a damaged one looks.
  case unnamedFile(path: String, metadata: String)
  /// A path in the export's metadata that would lead out of the export.
  case unsafePath(path: String, namedIn: String)
  /// A file's bytes are not those that were written; `offset` is the damaged place.
  case damaged(file: String, offset: Int, Damage)
  /// A record is intact and still no Firestore document; `offset` is the record's first header.
  case invalidDocument(file: String, offset: Int, path: String?, RecordFault)
  /// A document that the format has no place for.
  case unrepresentable(path: String, RecordFault)
  /// A directory to write to that has something in it, or is a file.
  case notEmpty(directory: String)
  /// The system refused an operation on a file, or did it only in part.
  case system(operation: String, path: String, errno: Int32)
}

extension ExportError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .notAnExport(let path, let found):
      "\(path.quoted) is no Firestore export: \(found). Give the directory that holds "
        + "firebase-export-metadata.json or a file named *.overall_export_metadata."
    case .missingFile(let path, let metadata):
      "\(metadata.quoted) names \(path.quoted), which is not there: copy the export again, whole."
    case .unnamedFile(let path, let metadata):
      "\(metadata.quoted) doesn't name \(path.quoted): copy the export again, or move that file away."
    case .unsafePath(let path, let metadata):
      "\(metadata.quoted) names \(path.quoted), which is outside the export: don't trust this export."
    case .damaged(let file, let offset, let damage):
      "\(file.quoted) is damaged at byte \(offset): \(damage). Copy the export again."
    case .invalidDocument(let file, let offset, let path, let fault):
      "\(file.quoted) holds at byte \(offset) what can't be read as a document"
        + "\(path.map { ", \($0.quoted)" } ?? ""): \(fault). Import without it, or mend it and export again."
    case .unrepresentable(let path, let fault):
      "\(path.quoted) can't be written to a Firestore export: \(fault). Change the document first."
    case .notEmpty(let directory):
      "\(directory.quoted) is not an empty directory: name one that is, or that doesn't exist yet."
    case .system(let operation, let path, let code):
      "Can't \(operation) \(path.quoted): \(String(cString: strerror(code)))."
    }
  }
}

/// How a file's bytes differ from any that could have been written.
package enum Damage: Sendable, CustomStringConvertible {
  case emptyFile
  /// The file is of another kind, such as "a gzip archive".
  case foreign(String)
  case truncated
  case checksum
  /// A fragment whose length leads out of its 32 KiB block.
  case length(Int)
  case unknownFragment(type: UInt8)
  /// The middle or end of a record whose beginning is missing.
  case missingBeginning
  /// The beginning of a record whose end is missing.
  case missingEnd
  /// Something other than zeros where only zeros can be.
  case padding
  case recordTooLarge(limit: Int)
  case notProtobuf

  package var description: String {
    switch self {
    case .emptyFile: "it is empty"
    case .foreign(let kind): "it is \(kind), not a file of an export"
    case .truncated: "it ends in the middle of a record"
    case .checksum: "the checksum does not match"
    case .length(let length): "a length of \(length) leads out of its block"
    case .unknownFragment(let type): "there is no fragment type \(type)"
    case .missingBeginning: "a record's beginning is missing"
    case .missingEnd: "a record's end is missing"
    case .padding: "padding holds something other than zeros"
    case .recordTooLarge(let limit): "a record is larger than \(limit) bytes"
    case .notProtobuf: "it is not the protocol buffer that belongs here"
    }
  }
}

extension String {
  /// The text in quotes, safe on a terminal: control characters escaped, and cut if it is long.
  var quoted: String {
    utf8.count <= 512 ? debugDescription : String(prefix(256)).debugDescription + "…"
  }
}
