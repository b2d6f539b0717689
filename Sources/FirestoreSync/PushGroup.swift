internal import DocumentStore
internal import Documents
internal import FirestoreClient

/// Changes that are written together: all of them, or none.
struct PushGroup {
  private(set) var changes: [PushChange] = []
  private(set) var writes: [RemoteWrite] = []
  private var bytes = 0

  /// What a request may hold (https://firebase.google.com/docs/firestore/quotas): 500 writes, and 10 MiB,
  /// of which something is left for what is around the writes.
  static let mostWrites = 500
  static let mostBytes = 9 << 20
  /// An emulator takes no message over 4 MiB.
  static let mostBytesOfEmulator = 3 << 20 + 1 << 19

  var isEmpty: Bool { changes.isEmpty }

  /// Whether a change's writes fit in as well.
  func hasRoom(for writes: [RemoteWrite], _ size: Int, limit: Int) -> Bool {
    isEmpty || (self.writes.count + writes.count <= Self.mostWrites && bytes + size <= limit)
  }

  mutating func append(_ change: PushChange, _ writes: [RemoteWrite], _ size: Int) {
    changes.append(change)
    self.writes += writes
    bytes += size
  }

  /// When the database has each change since, from the times of its writes.
  func recorded(at times: [Instant]) -> [(change: PushChange, updateTime: Instant)] {
    var index = 0
    return changes.map { change in
      // A move's first write makes the document where it goes.
      defer { index += change.writeCount }
      return (change, times[index])
    }
  }
}

extension PushChange {
  /// What brings the live database from the base to the target, each write guarded; nil if it is not
  /// known when the database has had the base since.
  func writes() -> [RemoteWrite]? {
    guard let base else { return target.map { [.create($0)] } ?? [] }
    guard let time = base.updateTime else { return nil }
    guard let target else { return [.delete(path: base.path, ifUpdatedAt: time)] }
    return isMove
      ? [.create(target), .delete(path: base.path, ifUpdatedAt: time)]
      : [.update(target, ifUpdatedAt: time)]
  }

  var writeCount: Int { isMove ? 2 : 1 }

  /// What it is called in a report.
  var kind: Push.Kind {
    if isMove { return .moved }
    if target == nil { return .deleted }
    return base == nil ? .created : .updated
  }
}
