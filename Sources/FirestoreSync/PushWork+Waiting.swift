internal import DocumentStore
internal import Documents
internal import FirestoreClient

/// Documents that go where others are, sent after those that have left in the meantime.
extension PushWork {
  /// Sends what waits: the last of each chain first, all of a ring at once.
  func sendWaiting() throws {
    var (group, bytes) = ([PushChange](), 0)
    for part in try parts() {
      let changes = try part.compactMap { try session.change(of: $0) }
      let size = try changes.reduce(0) { try $0 + $1.mostBytes(in: push.database) }
      if part.count > PushGroup.mostWrites || size > limit {
        throw PushError.tooLongARing(path: changes[0].paths[0], count: part.count)
      }
      // A move may be two writes.
      if 2 * (group.count + changes.count) > PushGroup.mostWrites || bytes + size > limit {
        try sendTogether(group)
        (group, bytes) = ([], 0)
      }
      group += changes
      bytes += size
    }
    try sendTogether(group)
  }

  /// What must be sent together, in an order in which each finds its place free, or left in its request.
  private func parts() throws -> [[Int64]] {
    var others: [Int64: Int64] = [:]
    for document in waiting {
      guard let path = try session.change(of: document)?.target?.path else { continue }
      others[document] = try session.document(remotelyAt: path).flatMap {
        waiting.contains($0) ? $0 : nil
      }
    }
    return PushChain.all(of: waiting, others).flatMap { chain in
      chain.isRing ? [chain.documents] : chain.documents.map { [$0] }
    }
  }

  private func sendTogether(_ linked: [PushChange]) throws {
    var changes = linked
    for _ in 0..<Self.mostRounds {
      try checkStop()
      let rest = try judge(changes)
      if rest.isEmpty { return }
      // What is left out may have been to leave the place of another one.
      if rest.count == changes.count {
        if push.isDryRun { return rest.forEach(count) }
        if try commit(PushGroup(linked: rest)) { return }
      }
      changes = rest
    }
    throw PushError.neverSettles(path: changes[0].paths[0], last: unsettled)
  }

  /// Who is known to be where a document goes.
  func place(of change: PushChange) throws -> LiveState.Place {
    guard change.isArrival, let path = change.target?.path,
      let other = try session.document(remotelyAt: path), other != change.document
    else { return .nobody }
    let itsChange = try session.change(of: other)
    let isLeaving = itsChange.map { $0.target == nil || $0.isMove } ?? false
    return isLeaving && !conflicting.contains(other) ? .leaving : .inConflict
  }
}

/// Documents each of which goes where the one before it was.
struct PushChain: Equatable {
  /// From the one that leaves first.
  let documents: [Int64]
  /// Whether the first one goes where the last one is, so that all can only be written at once.
  let isRing: Bool

  /// The chains of documents, of which each has another one of them where it goes, or none.
  static func all(of documents: Set<Int64>, _ others: [Int64: Int64]) -> [PushChain] {
    var left = documents
    let heads = documents.subtracting(others.values)
    return (heads.sorted() + documents.subtracting(heads).sorted()).compactMap { start in
      var chain: [Int64] = []
      var next: Int64? = start
      while let document = next, left.remove(document) != nil {
        chain.append(document)
        next = others[document]
      }
      return chain.isEmpty ? nil : PushChain(documents: chain.reversed(), isRing: next == start)
    }
  }
}
