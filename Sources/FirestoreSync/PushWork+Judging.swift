internal import DocumentStore
internal import Documents
internal import FirestoreClient

/// Texts that Swift takes for equal can be two paths: what counts are the bytes.
private typealias DocumentsByPath = [[UInt8]: RemoteDocument]

/// What is to become of changes, by what the live database has.
extension PushWork {
  /// Documents that are read with their fields at a time: each may be of a megabyte.
  private static let mostWhole = 32

  /// Reads what the live database has, notes what is done already and what is in conflict.
  ///
  /// - Returns: What is left to be sent.
  func judge(_ changes: [PushChange]) throws -> [PushChange] {
    var (rest, done) = ([PushChange](), [(change: PushChange, updateTime: Instant)]())
    let found = try find(changes)
    for start in stride(from: 0, to: changes.count, by: Self.mostWhole) {
      let slice = changes[start..<min(start + Self.mostWhole, changes.count)]
      for (change, state) in zip(slice, try states(of: slice, found)) {
        switch try state.verdict(on: change, to: place(of: change), session) {
        case .send(let change): rest.append(change)
        case .done(let time): done.append((change, time ?? clock()))
        case .conflict(let reason, let theirs): try note(conflict: change, reason, theirs)
        }
      }
    }
    report.alreadyThere += done.count
    if !push.isDryRun { try session.record(done) }
    return rest
  }

  /// The documents there without their fields: when they were written is mostly enough.
  private func find(_ changes: [PushChange]) throws -> DocumentsByPath {
    let paths = changes.filter { !$0.isOfUnknownTime }.flatMap(\.paths)
    return try read(paths, with: push.connection.find)
  }

  private func states(
    of changes: ArraySlice<PushChange>, _ found: DocumentsByPath
  ) throws -> [LiveState] {
    let paths = try changes.flatMap { try pathsToRead(for: $0, found) }
    let asked = Set(paths.map { Array($0.utf8) })
    let whole = try read(paths, with: push.connection.get)
    func document(at path: String?) -> RemoteDocument? {
      guard let key = path.map({ Array($0.utf8) }) else { return nil }
      return asked.contains(key) ? whole[key] : found[key]
    }
    return changes.map {
      LiveState(base: document(at: $0.base?.path), target: document(at: $0.target?.path))
    }
  }

  /// Where it matters what a document has: where it was written since, and where another one is.
  private func pathsToRead(
    for change: PushChange, _ found: DocumentsByPath
  ) throws -> [String] {
    if change.isOfUnknownTime { return change.paths }
    var paths: [String] = []
    if let base = change.base, let there = found[Array(base.path.utf8)] {
      // Of one that waits for another the report shows what it has, if that other one turns out to stay.
      let mayBeShown = try place(of: change) != .nobody
      if mayBeShown || there.updateTime != base.updateTime { paths.append(base.path) }
    }
    if change.isArrival, let path = change.target?.path, found[Array(path.utf8)] != nil {
      paths.append(path)
    }
    return paths
  }

  private func read(
    _ paths: [String], with request: ([String]) -> Pending<[RemoteDocument]>
  ) throws -> DocumentsByPath {
    if paths.isEmpty { return [:] }
    report.reads += paths.count
    return Dictionary(
      try request(paths).wait(unless: shouldStop).map { (Array($0.document.path.utf8), $0) },
      uniquingKeysWith: { $1 })
  }

  private func note(
    conflict change: PushChange, _ reason: String, _ theirs: RemoteDocument?
  ) throws {
    if let document = change.document { conflicting.insert(document) }
    report.conflictCount += 1
    if report.conflicts.count < Push.shownConflicts, shownBytes < Push.mostShownBytes {
      shownBytes += change.size
      if let theirs {
        shownBytes += try RemoteWrite.create(theirs.document).size(in: push.database)
      }
      report.conflicts.append(
        Push.Conflict(
          path: theirs?.document.path ?? change.paths[0], reason: reason, ours: change.target,
          theirs: theirs?.document))
    }
    if !push.isDryRun {
      try session.noteConflicts(at: change.paths, instant: clock().description)
    }
  }
}

extension PushChange {
  /// Whether it was never read when the live database has had the document since.
  fileprivate var isOfUnknownTime: Bool { base.map { $0.updateTime == nil } ?? false }
}
