internal import DocumentStore
internal import Documents
internal import FirestoreClient

/// One push: what is collected, and what is on its way.
final class PushWork {
  private let push: Push
  private let session: PushSession
  private let clock: () -> Instant
  private let shouldStop: () -> Bool
  private var rampUp: RampUp
  private var report = Push.Report()
  private var group = PushGroup()
  private var sent: [(group: PushGroup, answer: Pending<[Instant]>)] = []
  /// Changes of which it must be read first what the live database has.
  private var unread: [PushChange] = []
  private var unreadBytes = 0

  /// Requests at a time.
  private static let requests = 4
  /// Documents that are read at a time.
  private static let mostReads = 300
  /// How often what others write at the same time may come in between.
  private static let mostRounds = 8

  init(
    _ push: Push, _ session: PushSession, clock: @escaping () -> Instant,
    shouldStop: @escaping () -> Bool
  ) {
    (self.push, self.session) = (push, session)
    (self.clock, self.shouldStop) = (clock, shouldStop)
    rampUp = RampUp(isOn: !push.isEmulator && !push.isDryRun, workers: push.workers)
  }

  func add(_ change: PushChange) throws {
    try checkStop()
    guard push.isDryRun || change.writes() == nil else { return try collect(change) }
    unread.append(change)
    unreadBytes += change.size
    if unread.count >= Self.mostReads || unreadBytes > limit { try read() }
  }

  func finish() throws -> Push.Report {
    try read()
    try send()
    while !sent.isEmpty { try settle() }
    return report
  }

  /// Waits a little, after an error, for what is on its way, and notes what was done.
  ///
  /// What comes later, the next push finds there already.
  func noteAnswers() {
    let end = ContinuousClock.now + .seconds(5)
    for (group, answer) in sent {
      if let times = try? answer.wait(unless: { ContinuousClock.now > end }) {
        try? note(group.recorded(at: times))
      }
    }
  }

  // MARK: Sending

  private var limit: Int {
    push.isEmulator ? PushGroup.mostBytesOfEmulator : PushGroup.mostBytes
  }

  private func collect(_ change: PushChange) throws {
    let writes = change.writes() ?? []
    let size = try writes.reduce(0) { try $0 + $1.size(in: push.database) }
    if !group.hasRoom(for: writes, size, limit: limit) { try send() }
    group.append(change, writes, size)
  }

  private func send() throws {
    if group.isEmpty { return }
    if sent.count == Self.requests { try settle() }
    try rampUp.wait(for: group.writes.count, checkStop: checkStop)
    sent.append((group, push.connection.commit(group.writes)))
    group = PushGroup()
  }

  /// Waits for the oldest answer.
  private func settle() throws {
    let (group, answer) = sent[0]
    do {
      try note(group.recorded(at: try answer.wait(unless: shouldStop)))
      sent.removeFirst()
    } catch let error as RemoteError where error.isSettledByReading {
      sent.removeFirst()
      try resolve(group.changes, round: 1)
    }
  }

  /// Notes changes as done; nothing is told as done before that.
  private func note(_ done: [(change: PushChange, updateTime: Instant)]) throws {
    try session.record(done)
    for (change, _) in done { count(change) }
  }

  private func count(_ change: PushChange) {
    report.counts[change.kind, default: 0] += 1
    if change.target != nil { report.writes += 1 }
    if change.target == nil || change.isMove { report.deletes += 1 }
  }

  // MARK: Settling by reading

  private func read() throws {
    let changes = unread
    (unread, unreadBytes) = ([], 0)
    for change in try judge(changes) {
      if push.isDryRun { count(change) } else { try collect(change) }
    }
  }

  /// Sends changes of a group that was refused, or whose answer was lost, as far as they are not done,
  /// and the live database has what they change.
  private func resolve(_ changes: [PushChange], round: Int) throws {
    try checkStop()
    guard round <= Self.mostRounds else { throw PushError.neverSettles(path: changes[0].paths[0]) }
    let rest = try judge(changes)
    // Together once more; then each alone, so that one does not keep the others back.
    for part in round == 1 ? [rest] : rest.map({ [$0] }) where !part.isEmpty {
      var group = PushGroup()
      for change in part { group.append(change, change.writes() ?? [], 0) }
      do {
        try rampUp.wait(for: group.writes.count, checkStop: checkStop)
        let answer = push.connection.commit(group.writes)
        try note(group.recorded(at: try answer.wait(unless: shouldStop)))
      } catch let error as RemoteError where error.isSettledByReading {
        try resolve(part, round: round + 1)
      }
    }
  }

  /// Reads what the live database has, notes what is done already and what is in conflict.
  ///
  /// - Returns: What is left to be sent.
  private func judge(_ changes: [PushChange]) throws -> [PushChange] {
    if changes.isEmpty { return [] }
    let paths = changes.flatMap(\.paths)
    let found = try push.connection.get(paths).wait(unless: shouldStop)
    report.reads += paths.count
    // Texts that Swift takes for equal can be two paths: what counts are the bytes.
    let documents = Dictionary(
      found.map { (Array($0.document.path.utf8), $0) }, uniquingKeysWith: { $1 })
    var (rest, done) = ([PushChange](), [(change: PushChange, updateTime: Instant)]())
    for change in changes {
      let state = LiveState(
        base: change.base.flatMap { documents[Array($0.path.utf8)] },
        target: change.target.flatMap { documents[Array($0.path.utf8)] })
      switch try state.verdict(on: change, session) {
      case .send(let change): rest.append(change)
      case .done(let time): done.append((change, time ?? clock()))
      case .conflict(let reason, let theirs): try note(conflict: change, reason, theirs)
      }
    }
    report.alreadyThere += done.count
    if !push.isDryRun { try session.record(done) }
    return rest
  }

  private func note(
    conflict change: PushChange, _ reason: String, _ theirs: RemoteDocument?
  ) throws {
    report.conflictCount += 1
    if report.conflicts.count < Push.shownConflicts {
      report.conflicts.append(
        Push.Conflict(
          path: theirs?.document.path ?? change.paths[0], reason: reason, ours: change.target,
          theirs: theirs?.document))
    }
    if !push.isDryRun {
      try session.noteConflicts(at: change.paths, instant: clock().description)
    }
  }

  private func checkStop() throws {
    if shouldStop() { throw RemoteError.stopped }
  }
}

/// What the live database has where a change is to happen.
private struct LiveState {
  let base: RemoteDocument?
  let target: RemoteDocument?

  enum Verdict {
    case send(PushChange)
    /// Since when, if the document is there.
    case done(Instant?)
    case conflict(_ reason: String, theirs: RemoteDocument?)
  }

  func verdict(on change: PushChange, _ session: PushSession) throws -> Verdict {
    if let target, try session.isDone(change, target.document), !change.isMove || base == nil {
      return .done(target.updateTime)
    }
    if change.target == nil, base == nil { return .done(nil) }
    guard let known = change.base else {
      return target == nil ? .send(change) : .conflict(Self.isTaken, theirs: target)
    }
    guard let base else { return .conflict("it was deleted there", theirs: nil) }
    var change = change
    if base.updateTime != known.updateTime {
      // Written again with what it had: nobody's work is lost by a write over it.
      guard let version = known.version, try session.isSame(base.document, asVersion: version)
      else { return .conflict("it was written there since it was pulled", theirs: base) }
      change = change.based(on: base.updateTime)
    }
    return change.isMove && target != nil
      ? .conflict(Self.isTaken, theirs: target) : .send(change)
  }

  private static let isTaken = "another document is where it goes"
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

/// Why a push ended early.
package enum PushError: Error, Sendable {
  case neverSettles(path: String)
}
