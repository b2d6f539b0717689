/// Why documents cannot be read from a source or written to a destination.
package enum TransferError: Error, CustomStringConvertible {
  case unreadable(path: String, reason: String)
  case unwritable(path: String, reason: String)
  case unrecognised(path: String, found: String)
  case badInput(source: String, place: String, reason: String)

  package var code: String {
    switch self {
    case .unreadable: "input-unreadable"
    case .unwritable: "output-unwritable"
    case .unrecognised: "input-unrecognised"
    case .badInput: "input-invalid"
    }
  }

  package var description: String {
    switch self {
    case .unreadable(let path, let reason):
      "cannot read \(path): \(reason); check its name, and that it is yours to read"
    case .unwritable(let path, let reason):
      "cannot write \(path): \(reason); what was there is as it was"
    case .unrecognised(let path, let found):
      "\(path) is \(found); expected a directory that `gcloud firestore export` or "
        + "`firebase emulators:export` wrote, an NDJSON file of {\"path\":…,\"data\":…} lines, or a "
        + "JSON tree with `__collections__`"
    case .badInput(let source, let place, let reason):
      "\(source), \(place): \(reason); mend it, or set it aside with --skip-invalid"
    }
  }
}
