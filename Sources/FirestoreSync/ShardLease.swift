package import Documents
package import FirestoreClient
internal import Foundation
internal import Synchronization

/// The right to work on a shard: a document in the live database that its holder renews, and that
/// anybody may take over when it has not been renewed for long enough.
///
/// It keeps two workers from doing the same work twice. That nothing is written wrongly does not rest on
/// it: every write is guarded on its own.
package final class ShardLease: Sendable {
  /// What a lease says of its shard.
  package struct State: Sendable {
    package let shard: Shard
    package let holder: String
    /// `pulled`, `pushing`, `pushed` and so on.
    package let stage: String
    /// Documents that the stage had to do with.
    package let documents: Int
    package let renewedAt: Instant
    package let isHeld: Bool

    /// When it can be taken over.
    package var expiresAt: Instant {
      Instant(microseconds: renewedAt.microseconds + ShardLease.life) ?? renewedAt
    }
  }

  /// A lease outlives the command that took it, for the same store's next command to go on with.
  static let life: Int64 = 600 * 1_000_000
  private static let renewal: TimeInterval = 60

  private let connection: FirestoreConnection
  private let shard: Shard
  private let holder: String

  private struct Held {
    var updateTime: Instant
    var stage: String
    var documents = 0
    var isLost = false
    var isEnded = false
  }

  private let held: Mutex<Held>
  /// Held while the lease is written: of two writes at a time, one would find itself overtaken.
  private let writing = NSLock()

  /// Whether another worker has taken the shard over: what is being done is to stop.
  package var isLost: Bool { held.withLock { $0.isLost } }

  /// Takes a shard, and keeps it until ``end(stage:documents:releases:)``.
  ///
  /// The holder is who works on it, the same for every command of one worker.
  ///
  /// - Throws: ``ShardError/taken(shard:holder:until:)``, if another worker has it.
  package init(
    _ shard: Shard, holder: String, stage: String, _ connection: FirestoreConnection,
    clock: () -> Instant
  ) throws {
    (self.shard, self.holder, self.connection) = (shard, holder, connection)
    let found = try connection.get([Self.path(shard)]).wait().first
    if let found, let state = State(found), state.isHeld, state.holder != holder,
      state.expiresAt > clock()
    {
      throw ShardError.taken(
        shard: shard.description, holder: state.holder, until: state.expiresAt)
    }
    let document = Self.document(shard, holder, stage: stage, documents: 0, isHeld: true)
    let write = found.map { RemoteWrite.update(document, ifUpdatedAt: $0.updateTime) }
    let time: Instant
    do {
      time = try connection.commit([write ?? .create(document)]).wait().first ?? clock()
    } catch let error as RemoteError where error.isSettledByReading {
      guard let own = try Self.lease(shard, of: holder, connection) else {
        throw ShardError.taken(
          shard: shard.description, holder: "another worker, which was faster", until: clock())
      }
      time = own.updateTime
    }
    held = Mutex(Held(updateTime: time, stage: stage))
    renewNowAndThen()
  }

  /// Notes how far the work is, and that nobody renews the lease for now.
  ///
  /// It is released if the work is done; else the same worker's next command goes on.
  package func end(stage: String, documents: Int, releases: Bool) throws {
    held.withLock {
      ($0.stage, $0.documents, $0.isEnded) = (stage, documents, true)
    }
    try write(isHeld: !releases)
  }

  private func renewNowAndThen() {
    let thread = Thread { [weak self] in
      while true {
        Thread.sleep(forTimeInterval: Self.renewal)
        guard let self, !self.held.withLock({ $0.isEnded || $0.isLost }) else { return }
        // What fails now may succeed the next time; until then the lease has not run out.
        try? self.write(isHeld: true)
      }
    }
    thread.start()
  }

  private func write(isHeld: Bool) throws {
    try writing.withLock {
      do {
        try writeOnce(isHeld: isHeld)
      } catch let error as RemoteError where error.isSettledByReading {
        // The answer to this write, or to the one before it, may have been lost.
        guard let own = try Self.lease(shard, of: holder, connection) else {
          held.withLock { $0.isLost = true }
          throw ShardError.lost(shard: shard.description)
        }
        held.withLock { $0.updateTime = own.updateTime }
        try writeOnce(isHeld: isHeld)
      }
    }
  }

  private func writeOnce(isHeld: Bool) throws {
    let now = held.withLock { $0 }
    let document = Self.document(
      shard, holder, stage: now.stage, documents: now.documents, isHeld: isHeld)
    let times = try connection.commit([.update(document, ifUpdatedAt: now.updateTime)]).wait()
    held.withLock { $0.updateTime = times.first ?? $0.updateTime }
  }

  /// The lease of a shard; nil if it is not a holder's.
  private static func lease(
    _ shard: Shard, of holder: String, _ connection: FirestoreConnection
  ) throws -> RemoteDocument? {
    let found = try connection.get([path(shard)]).wait().first
    return found.flatMap { State($0)?.holder == holder ? $0 : nil }
  }

  /// What every lease in the database says, by the number of shards and their places.
  package static func states(
    _ connection: FirestoreConnection, shouldStop: () -> Bool
  ) throws -> [State] {
    var query = DocumentQuery(.everything)
    query.from = "\(ShardPlan.collection)/\(PullPlan.lowestID)"
    query.before = "\(ShardPlan.collection)\u{1}/\(PullPlan.lowestID)"
    let found = Mutex<[State]>([])
    _ = try connection.stream(query, readTime: nil) { documents in
      found.withLock { $0 += documents.compactMap(State.init) }
    }.wait(unless: shouldStop)
    return found.withLock { $0 }.sorted {
      ($0.shard.count, $0.shard.index) < ($1.shard.count, $1.shard.index)
    }
  }

  private static func path(_ shard: Shard) -> String {
    "\(ShardPlan.path(shard.count))/leases/\(shard.index)"
  }

  private static func document(
    _ shard: Shard, _ holder: String, stage: String, documents: Int, isHeld: Bool
  ) -> Document {
    Document(
      path: path(shard),
      fields: [
        Field(name: "shard", value: .string(shard.description)),
        Field(name: "holder", value: .string(holder)),
        Field(name: "stage", value: .string(stage)),
        Field(name: "documents", value: .integer(Int64(documents))),
        Field(name: "isHeld", value: .boolean(isHeld)),
        // A write that changes nothing would not move the time that tells when it was renewed.
        Field(name: "renewal", value: .string(UUID().uuidString)),
      ])
  }
}

extension ShardLease.State {
  /// - Returns: nil if the document is no lease.
  fileprivate init?(_ remote: RemoteDocument) {
    let fields = remote.document.fields
    guard let shard = fields.text("shard").flatMap(Shard.init), let holder = fields.text("holder"),
      case .boolean(let isHeld) = fields.value("isHeld")
    else { return nil }
    (self.shard, self.holder, self.isHeld) = (shard, holder, isHeld)
    (stage, documents) = (fields.text("stage") ?? "", fields.integer("documents") ?? 0)
    renewedAt = remote.updateTime
  }
}
