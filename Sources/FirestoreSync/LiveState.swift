internal import DocumentStore
internal import Documents
internal import FirestoreClient

/// What the live database has where a change is to happen.
struct LiveState {
  /// Without its fields, if it was last written when it was pulled or pushed.
  let base: RemoteDocument?
  let target: RemoteDocument?

  enum Verdict {
    case send(PushChange)
    /// Since when, if the document is there.
    case done(Instant?)
    case conflict(_ reason: String, theirs: RemoteDocument?)
  }

  /// Who was known to be where a document goes.
  enum Place {
    case nobody
    /// A document that leaves it in the same request, or before.
    case leaving
    /// A document that is in conflict, and may stay.
    case inConflict
  }

  func verdict(
    on change: PushChange, to place: Place, _ session: PushSession
  ) throws -> Verdict {
    let isThere =
      try target.map { try session.isDone(change, $0.document) } ?? (change.target == nil)
    let done = Verdict.done(target?.updateTime)
    guard let known = change.base else { return isThere ? done : arrival(of: change, at: place) }
    guard let base else {
      return isThere ? done : .conflict("it was deleted there", theirs: nil)
    }
    if isThere, change.target != nil, !change.isMove { return done }
    if base.updateTime == known.updateTime { return arrival(of: change, at: place) }
    // Written again with what it had: nobody's work is lost by a write over it.
    if let version = known.version, try session.isSame(base.document, asVersion: version) {
      return arrival(of: change.based(on: base.updateTime), at: place)
    }
    // It has moved, and somebody has made another one since where it was.
    if isThere, change.isMove { return done }
    return .conflict("it was written there since it was pulled", theirs: base)
  }

  private func arrival(of change: PushChange, at place: Place) -> Verdict {
    guard change.isArrival else { return .send(change) }
    switch place {
    case .leaving: return .send(change)
    case .inConflict:
      return .conflict("it goes where another conflict is", theirs: target ?? base)
    case .nobody:
      guard let target, target.updateTime != change.replaced else { return .send(change) }
      return .conflict("another document is where it goes", theirs: target)
    }
  }
}

extension RemoteError {
  /// Whether reading tells what has happened, and what is to be done.
  var isSettledByReading: Bool {
    switch self {
    case .preconditionFailed, .ambiguous: true
    default: false
    }
  }
}
