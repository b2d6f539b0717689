internal import Glibc

/// Why an archive's directory cannot be used as asked.
package enum ArchiveError: Error {
  case missing(path: String)
  case missingDirectory(path: String)
  case notADirectory(path: String)
  case symbolicLink(path: String)
  case writableByOthers(path: String)
  case notAFile(path: String)
  case exists(path: String)
  case inUse(path: String)
  case readOnly(path: String)
  case full(path: String)
  case failed(operation: String, path: String, errno: Int32)
  /// A manifest that cannot be read; lines are counted from 1.
  case badManifest(path: String, line: Int, reason: String)
  case badTar(path: String, TarError)
  /// A record that was handed over out of order, or that has no place in a bundle.
  case badRecord(path: String, reason: String)
}

extension ArchiveError: CustomStringConvertible {
  package var code: String {
    switch self {
    case .missing: "archive-missing"
    case .missingDirectory: "directory-missing"
    case .notADirectory, .symbolicLink, .writableByOthers, .notAFile: "archive-unsafe"
    case .exists: "archive-exists"
    case .inUse: "archive-in-use"
    case .readOnly: "archive-read-only"
    case .full: "disk-full"
    case .failed: "archive-failed"
    case .badManifest, .badTar: "archive-damaged"
    case .badRecord: "record-invalid"
    }
  }

  package var description: String { describe { $0 } }

  /// Tells the operator what is wrong.
  ///
  /// - Parameter shown: What is shown of a path, in which ids may be telephone numbers.
  /// - Returns: One sentence for the operator.
  package func describe(_ shown: (String) -> String) -> String {
    func quoted(_ path: String) -> String { Self.quoted(shown(path)) }
    return switch self {
    case .missing(let path):
      "there is no archive at \(quoted(path)); name it with --archive"
    case .missingDirectory(let path):
      "the directory of \(quoted(path)) does not exist; create it, or name another"
    case .notADirectory(let path):
      "\(quoted(path)) is not a directory; name one that is, or move it away"
    case .symbolicLink(let path):
      "\(quoted(path)) is a symbolic link, which is not followed; name what it leads to, or remove it"
    case .writableByOthers(let path):
      "\(quoted(path)) can be changed by other users; take that right away with "
        + "`chmod go-w \(quoted(path))`"
    case .notAFile(let path):
      "\(quoted(path)) is not a regular file; move it out of the archive"
    case .exists(let path):
      "\(quoted(path)) exists already; name another place, or move it away"
    case .inUse(let path):
      "the archive \(quoted(path)) is in use by another hallo-migrate; wait for it"
    case .readOnly(let path):
      "\(quoted(path)) cannot be opened or changed; check its owner and mode, and those of its directory"
    case .full(let path):
      "the disk of \(quoted(path)) is full; free some space and run the command again"
    case .failed(let operation, let path, let code):
      "cannot \(operation) \(quoted(path)): \(String(cString: strerror(code))); `hallo-migrate doctor` "
        + "checks the archive and its disk"
    case .badManifest(let path, let line, let reason):
      "\(quoted(path)), line \(line): \(reason); restore the file from a backup"
    case .badTar(let path, let error):
      "\(quoted(path)): \(error.describe(shown)); restore the file from a backup"
    case .badRecord(let path, let reason):
      "the record \(quoted(path)) cannot be archived: \(reason)"
    }
  }

  /// The failure of the system call that was made last.
  static func system(
    _ operation: String, _ path: String, _ code: Int32 = errno
  ) -> ArchiveError {
    switch code {
    case ENOENT: .missing(path: path)
    case ENOTDIR: .notADirectory(path: path)
    case ELOOP: .symbolicLink(path: path)
    case EEXIST: .exists(path: path)
    case ENOSPC, EDQUOT: .full(path: path)
    case EACCES, EPERM, EROFS: .readOnly(path: path)
    default: .failed(operation: operation, path: path, errno: code)
    }
  }

  private static func quoted(_ text: String) -> String {
    text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F } ? text : text.debugDescription
  }
}
