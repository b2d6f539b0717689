internal import DocumentStore
internal import Documents
internal import FirestoreClient

/// Changes that are written together: all of them, or none.
struct PushGroup {
  private(set) var changes: [PushChange] = []
  private(set) var writes: [RemoteWrite] = []
  /// Of each change the write that makes the document what it is to be, or deletes it.
  private var mainWrites: [Int] = []
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
    mainWrites.append(self.writes.count)
    self.writes += writes
    bytes += size
  }

  /// When the database has each change since, from the times of its writes.
  func recorded(at times: [Instant]) -> [(change: PushChange, updateTime: Instant)] {
    zip(changes, mainWrites).map { ($0, times[$1]) }
  }
}

extension PushGroup {
  /// Documents that go where others of them are: those are written over there.
  ///
  /// There is one write a path: a database takes no two of them on different conditions.
  init(linked changes: [PushChange]) {
    self.init()
    let bases = changes.compactMap(\.base)
    var times: [[UInt8]: Instant] = [:]
    for base in bases { times[Array(base.path.utf8)] = base.updateTime }
    var taken: Set<[UInt8]> = []
    for case let (change, target?) in changes.map({ ($0, $0.target) }) {
      let path = Array(target.path.utf8)
      taken.insert(path)
      append(change, [change.arrival(of: target, replacing: times[path])], 0)
    }
    for base in bases where !taken.contains(Array(base.path.utf8)) {
      if let time = base.updateTime { writes.append(.delete(path: base.path, ifUpdatedAt: time)) }
    }
  }
}

extension PushChange {
  /// What brings the live database from the base to the target, each write guarded; nil if it is not
  /// known when the database has had the base since.
  func writes() -> [RemoteWrite]? {
    guard let base else { return target.map { [arrival(of: $0)] } ?? [] }
    guard let time = base.updateTime else { return nil }
    guard let target else { return [.delete(path: base.path, ifUpdatedAt: time)] }
    return isMove
      ? [arrival(of: target), .delete(path: base.path, ifUpdatedAt: time)]
      : [.update(target, ifUpdatedAt: time)]
  }

  /// Makes the document where it goes: over one that leaves, or was archived, if there is one.
  fileprivate func arrival(of target: Document, replacing time: Instant? = nil) -> RemoteWrite {
    (time ?? replaced).map { .update(target, ifUpdatedAt: $0) } ?? .create(target)
  }

  /// The most that its writes take in a request.
  func mostBytes(in database: DatabaseName) throws -> Int {
    let writes: [RemoteWrite?] = [
      target.map { .create($0) },
      base.map { .delete(path: $0.path, ifUpdatedAt: $0.updateTime ?? Instant(clock: 0)) },
    ]
    return try writes.compactMap(\.self).reduce(0) { try $0 + $1.size(in: database) }
  }

  /// What it is called in a report.
  var kind: Push.Kind {
    if isMove { return .moved }
    if target == nil { return .deleted }
    return base == nil ? .created : .updated
  }
}
