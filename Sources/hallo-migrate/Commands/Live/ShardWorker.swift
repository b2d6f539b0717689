#if LiveFirestore
  internal import ArgumentParser
  internal import DocumentStore
  internal import Documents
  internal import FirestoreSync
  internal import Foundation

  extension Shard: ExpressibleByArgument {
    init?(argument: String) { self.init(argument) }
  }

  /// One worker of many: its shard, and what it is called in the lease.
  ///
  /// The store keeps both, so that the next command with it is the same worker's.
  struct ShardWorker {
    let shard: Shard
    private let id: String
    /// Whether it has no store yet, so that another one may as well begin.
    private var isNew = false
    private static let (shardSetting, idSetting) = ("shard", "worker")

    /// The worker whose store is at a path, or will be.
    ///
    /// - Throws: ``OtherShard``, if the store is another shard's.
    init(_ shard: Shard, store path: String, lock: StoreLock) throws {
      self.shard = shard
      if FileManager.default.fileExists(atPath: path) {
        let store = try DocumentStore.reading(path)
        defer { try? store.close() }
        let known = try store.setting(Self.shardSetting)
        guard known == shard.description else { throw OtherShard(store: path, known: known) }
        id = try store.setting(Self.idSetting) ?? UUID().uuidString
        return
      }
      isNew = true
      let unfinished = try PullStaging.unfinished(for: path, lock: lock)
      id = unfinished?.pull.settings[Self.idSetting] ?? UUID().uuidString
      try unfinished?.close()
    }

    /// The worker whose store it is; nil if it is nobody's.
    init?(of store: DocumentStore) throws {
      guard let shard = try store.setting(Self.shardSetting).flatMap({ Shard($0) }),
        let id = try store.setting(Self.idSetting)
      else { return nil }
      (self.shard, self.id) = (shard, id)
    }

    var settings: [String: String] {
      [Self.shardSetting: shard.description, Self.idSetting: id]
    }

    /// What a lease says when its worker is done for now.
    struct End {
      let stage: String
      let documents: Int
      /// Whether there is nothing left to do.
      var isDone = false
    }

    /// Does work while a lease keeps other workers off the shard; without a worker, does it at once.
    static func working<Result>(
      as worker: ShardWorker?, _ stage: String, _ live: LiveOptions.Live, _ context: CommandContext,
      _ body: (_ shouldStop: @escaping () -> Bool) throws -> (Result, End)
    ) throws -> Result {
      let isStopped = context.listening()
      guard let worker else { return try body(isStopped).0 }
      let host = ProcessInfo.processInfo.hostName
      let lease = try ShardLease(
        worker.shard, holder: "\(host) \(worker.id)", stage: stage, live.connection,
        clock: { Instant(clock: Date().timeIntervalSince1970) })
      do {
        let (result, end) = try body { isStopped() || lease.isLost }
        try lease.end(stage: end.stage, documents: end.documents, releases: end.isDone)
        return result
      } catch {
        if lease.isLost { throw ShardError.lost(shard: worker.shard.description) }
        // A store keeps its shard until the lease runs out; the error is what is told.
        try? lease.end(stage: "failed", documents: 0, releases: worker.isNew)
        throw error
      }
    }

    /// A store has one shard for good.
    struct OtherShard: Error, CustomStringConvertible {
      let store: String
      let known: String?

      var description: String {
        "\(store) has \(known.map { "the shard \($0)" } ?? "a whole database"): use another --store for "
          + "another shard"
      }
    }
  }
#endif
