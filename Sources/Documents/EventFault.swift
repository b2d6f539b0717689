/// Why an event is malformed.
///
/// A malformed event is never changed, moved, removed or archived.
///
/// The cases are in the order in which they are looked for: an event's fault is the first that holds.
package enum EventFault: String, CaseIterable, Sendable {
  case missingEventType = "missing-event-type"
  case unknownEventType = "unknown-event-type"
  case missingCreatedAt = "missing-created-at"
  case badCreatedAt = "bad-created-at"
  case missingOwner = "missing-owner"
  case missingProfileID = "missing-profile-id"
  case nullPhoto = "null-photo"
  case badPhotoData = "bad-photo-data"
  case unknownPhotoFormat = "unknown-photo-format"
}

/// What makes an event one moment of a family's timeline.
package enum EventType: String, CaseIterable, Sendable {
  case taskResponse, profileCreated
}

extension Noted {
  /// The instant of an event: its `createdAt`, or without one its `timestamp`.
  var eventInstant: Result<Instant, MissingInstant> {
    guard let node = [createdAt, timestamp].compactMap({ $0 }).first(where: { $0.tag != .null })
    else { return .failure(.absent) }
    guard let instant = Instant(node) else { return .failure(.unreadable) }
    return .success(instant)
  }

  enum MissingInstant: Error { case absent, unreadable }

  /// The first fault of an event; nil if it is well-formed.
  func eventFault(hasOwner: Bool) -> EventFault? {
    guard let eventType, eventType.tag == .string else { return .missingEventType }
    if !EventType.allCases.contains(where: { eventType.isText($0.rawValue) }) {
      return .unknownEventType
    }
    switch eventInstant {
    case .failure(.absent): return .missingCreatedAt
    case .failure(.unreadable): return .badCreatedAt
    case .success: break
    }
    if !hasOwner { return .missingOwner }
    guard let profileID, profileID.tag == .string, !profileID.string.isEmpty else {
      return .missingProfileID
    }
    switch photoFault {
    case .nullText: return .nullPhoto
    case .badData: return .badPhotoData
    case .unknownFormat: return .unknownPhotoFormat
    case nil: return nil
    }
  }
}

extension Instant {
  /// Reads a timestamp, RFC 3339 text, or a number.
  init?(_ node: JSONNode) {
    switch node.tag {
    case .string: self.init(rfc3339: node.string)
    case .integer: self.init(number: node.integer)
    case .double: self.init(number: node.double)
    case .object:
      guard let (name, value) = node.single, value.tag == .string else { return nil }
      if name.equals("__time__") {
        self.init(rfc3339: value.string)
      } else if name.equals("__double__"), value.string.equals("-0") {
        self.init(microseconds: 0)
      } else {
        return nil
      }
    default: return nil
    }
  }
}

extension JSONNode {
  func isText(_ text: String) -> Bool {
    tag == .string && string.elementsEqual(text.utf8)
  }
}
