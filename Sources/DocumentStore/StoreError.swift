internal import Foundation

/// Why a store cannot be used as asked.
package enum StoreError: Error, CustomStringConvertible {
  case missing(path: String)
  case missingDirectory(path: String)
  case notSQLite(path: String)
  case notAStore(path: String)
  case newer(path: String, version: Int, known: Int)
  /// It can be read once its format is brought up to date, by opening it to change it.
  case older(path: String)
  case damaged(path: String, detail: String)
  case readOnly(path: String)
  case full(path: String)
  case inUse(path: String, holder: StoreLock.Holder?)
  /// The work was given up, because that was asked for.
  case stopped
  case failed(path: String, detail: String)

  /// There is no file: its directory may not be there either.
  package static func absent(_ path: String) -> StoreError {
    let directory = URL(fileURLWithPath: path).deletingLastPathComponent().path
    return FileManager.default.fileExists(atPath: directory)
      ? .missing(path: path) : .missingDirectory(path: path)
  }

  package var code: String {
    switch self {
    case .missing: "store-missing"
    case .missingDirectory: "store-directory-missing"
    case .notSQLite: "store-not-sqlite"
    case .notAStore: "not-a-store"
    case .newer: "store-newer"
    case .older: "store-older"
    case .damaged: "store-damaged"
    case .readOnly: "store-read-only"
    case .full: "disk-full"
    case .inUse: "store-in-use"
    case .stopped: "stopped"
    case .failed: "store-failed"
    }
  }

  package var description: String {
    switch self {
    case .missing(let path):
      "there is no store at \(path); make one with `hallo-migrate import SOURCE --store \(path)`"
    case .missingDirectory(let path):
      "the directory of \(path) does not exist; create it, or name another with --store"
    case .notSQLite(let path):
      "\(path) is not an SQLite database; name the store with --store"
    case .notAStore(let path):
      "\(path) is an SQLite database of another program; name the store with --store"
    case .newer(let path, let version, let known):
      "\(path) was written by a newer hallo-migrate (format \(version), this one knows \(known)); "
        + "install the newer one"
    case .older(let path):
      "\(path) was written by an older hallo-migrate, and cannot be brought up to date because it "
        + "cannot be written; check its owner and mode, or work on a copy"
    case .damaged(let path, let detail):
      "\(path) is damaged (\(detail)); restore it from a backup, or save what can be read with "
        + "`sqlite3 \(path) .recover`"
    case .readOnly(let path):
      "\(path) cannot be written; check its owner and mode, and those of its directory"
    case .full(let path):
      "the disk of \(path) is full; nothing was left half done; free some space and run the command again"
    case .inUse(let path, let holder):
      "\(path) is in use\(holder.map { " by \($0)" } ?? ""); wait for it, or give --wait SECONDS"
    case .stopped:
      "stopped, as asked; what was begun is taken back, and nothing is half done"
    case .failed(let path, let detail):
      "\(path): \(detail); `hallo-migrate doctor` checks the store and its disk"
    }
  }
}

extension StoreError {
  /// The same failure, of a file under the name that its user knows.
  func about(_ path: String) -> StoreError {
    switch self {
    case .full: .full(path: path)
    case .readOnly: .readOnly(path: path)
    case .failed(_, let detail): .failed(path: path, detail: detail)
    default: self
    }
  }
}
