/// Why a live database did not do what it was asked.
package enum RemoteError: Error, Sendable {
  /// A document is not as a write expects: nothing was written.
  case preconditionFailed(message: String)
  /// The answer was lost: the writes may have happened, all or none.
  case ambiguous(reason: String)
  /// More than a request may hold: nothing was sent.
  case tooLarge(reason: String)
  case notAuthenticated(reason: String)
  case permissionDenied(message: String)
  /// No answer in time, however often it was asked.
  case notReachable(asked: String, reason: String)
  case refused(asked: String, code: String, message: String)
  /// A document of the database that can't be taken in.
  case unreadable(path: String, reason: String)
  case badAddress(text: String)
  /// The caller asked to stop.
  case stopped
}

extension RemoteError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .preconditionFailed(let message):
      "a document of the database is not as expected, so nothing was written (\(message.quoted)): "
        + "read it again."
    case .ambiguous(let reason):
      "the answer to a write was lost (\(reason.quoted)): it may have happened, so read its documents again."
    case .tooLarge(let reason): "\(reason): write fewer documents at a time."
    case .notAuthenticated(let reason):
      "Firestore does not know who asks: \(reason). Set GOOGLE_APPLICATION_CREDENTIALS to the key file of "
        + "a service account."
    case .permissionDenied(let message):
      "Firestore refuses permission (\(message.quoted)): give the service account the role "
        + "roles/datastore.user in this project, and check the names of project and database."
    case .notReachable(let asked, let reason):
      "Firestore did not \(asked): \(reason.quoted). Check the network, and try again."
    case .refused(let asked, let code, let message):
      "Firestore refused to \(asked): \(code), \(message.quoted)."
    case .unreadable(let path, let reason):
      "the document \(path.quoted) of the database can't be read: \(reason). "
        + "Mend it in the database, or leave it out."
    case .badAddress(let text):
      "\(text.quoted) is not an address: set FIRESTORE_EMULATOR_HOST to HOST:PORT."
    case .stopped: "stopped"
    }
  }
}

extension MessageFault: CustomStringConvertible {
  package var description: String {
    switch self {
    case .foreignName: "its name is of another database"
    case .noUpdateTime: "it came without the time of its last change"
    case .unknownType(let field): "the field \(field.quoted) has a type that is not known here"
    case .reservedName(let name): "the field name \(name.quoted) is of the reserved form `__…__`"
    case .timestamp(let field):
      "the time in the field \(field.quoted) is not in the years 1 to 9999"
    case .vector(let field): "the vector in the field \(field.quoted) is not one of doubles"
    }
  }
}

extension String {
  /// The text in quotes, safe on a terminal: control characters escaped, and cut if it is long.
  var quoted: String {
    utf8.count <= 512 ? debugDescription : String(prefix(256)).debugDescription + "…"
  }
}
