package import DocumentStore

/// Why a store cannot be audited.
package enum AuditError: Error, CustomStringConvertible {
  case badName(file: String)
  case unusable(file: String, line: Int, reason: String)
  /// A query failed on the store's documents.
  case failed(file: String, failure: RunSession.ScriptFailure)

  package var code: String {
    switch self {
    case .badName, .unusable: "check-unusable"
    case .failed: "check-failed"
    }
  }

  package var description: String {
    switch self {
    case .badName(let file):
      "\(file): a check's file is named like words-like-this.sql, and its name is the check's code; "
        + "rename it"
    case .unusable(let file, let line, let reason):
      "\(file), line \(line): \(reason); nothing was checked; correct the file"
    case .failed(let file, let failure):
      "\(file), line \(failure.line): \(failure.reason); correct the file"
    }
  }
}
