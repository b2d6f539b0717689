internal import DocumentStore
internal import Documents
internal import FirestoreClient

/// One push: what is collected, and what is on its way.
final class PushWork {
  let push: Push
  let session: PushSession
  let clock: () -> Instant
  let shouldStop: () -> Bool
  private var rampUp: RampUp
  var report = Push.Report()
  private var group = PushGroup()
  private var sent: [(group: PushGroup, answer: Pending<[Instant]>)] = []
  /// Changes of which it must be read first what the live database has.
  private var unread: [PushChange] = []
  private var unreadBytes = 0
  /// Documents that go where another one is known to be, which may leave: sent last.
  var waiting: Set<Int64> = []
  var conflicting: Set<Int64> = []
  /// Why the last group was not written, or may not have been.
  var unsettled: RemoteError?
  /// Bytes of the documents of the conflicts that the report shows.
  var shownBytes = 0

  /// Requests at a time.
  private static let requests = 4
  /// Documents that are read at a time.
  private static let mostReads = 300
  /// How often what others write at the same time may come in between.
  static let mostRounds = 8

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
    if let document = change.document, try place(of: change) != .nobody {
      waiting.insert(document)
      return
    }
    guard push.isDryRun || change.writes() == nil else { return try collect(change) }
    unread.append(change)
    unreadBytes += change.size
    if unread.count >= Self.mostReads || unreadBytes > limit { try read() }
  }

  func finish() throws -> Push.Report {
    try read()
    try send()
    while !sent.isEmpty { try settle() }
    try sendWaiting()
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

  var limit: Int {
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
      unsettled = error
      sent.removeFirst()
      try resolve(group.changes, round: 1)
    }
  }

  /// Notes changes as done; nothing is told as done before that.
  private func note(_ done: [(change: PushChange, updateTime: Instant)]) throws {
    try session.record(done)
    for (change, _) in done { count(change) }
  }

  func count(_ change: PushChange) {
    report.counts[change.kind, default: 0] += 1
    if change.target != nil { report.writes += 1 }
    if change.target == nil || change.isMove { report.deletes += 1 }
  }

  /// Sends a group and waits for its answer.
  ///
  /// - Returns: false if reading tells what has become of it.
  func commit(_ group: PushGroup) throws -> Bool {
    do {
      try rampUp.wait(for: group.writes.count, checkStop: checkStop)
      let answer = push.connection.commit(group.writes)
      try note(group.recorded(at: try answer.wait(unless: shouldStop)))
      return true
    } catch let error as RemoteError where error.isSettledByReading {
      unsettled = error
      return false
    }
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
    guard round <= Self.mostRounds else {
      throw PushError.neverSettles(path: changes[0].paths[0], last: unsettled)
    }
    let rest = try judge(changes)
    // Together once more; then each alone, so that one does not keep the others back.
    for part in round == 1 ? [rest] : rest.map({ [$0] }) where !part.isEmpty {
      var group = PushGroup()
      for change in part { group.append(change, change.writes() ?? [], 0) }
      if try !commit(group) { try resolve(part, round: round + 1) }
    }
  }

  func checkStop() throws {
    if shouldStop() { throw RemoteError.stopped }
  }
}
