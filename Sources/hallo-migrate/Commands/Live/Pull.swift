#if LiveFirestore
  internal import ArgumentParser
  internal import DocumentStore
  internal import Documents
  internal import FirestoreClient
  internal import FirestoreSync
  internal import Foundation
  internal import HalloReport

  struct PullCommand: StoreCommand {
    static let configuration = CommandConfiguration(
      commandName: "pull",
      abstract: "Bring the documents of a live Firestore database into the store.",
      discussion: discussion(
        """
        One consistent snapshot. A pull that was ended goes on where it was, as of the same instant, if \
        it is asked for again within the hour; the store changes only when all is there. Into a store \
        that was pulled before come the documents that were written since, for `up` to migrate.
        """,
        examples: "pull --project demo-hallo", "pull --conflicts"))

    @OptionGroup var live: LiveOptions

    @Option(
      help: ArgumentHelp(
        "Only collections of this id, wherever they are. May be given several times.",
        valueName: "id"))
    var collectionGroup: [String] = []

    @Option(
      help: ArgumentHelp("Only this user's documents. May be given several times.", valueName: "id")
    )
    var user: [String] = []

    @Option(
      help: ArgumentHelp(
        "Keep only what was written since; everything is read to find it.", valueName: "instant"))
    var changedSince: Moment?

    @Option(
      help: ArgumentHelp(
        "The state of an earlier moment: up to an hour ago, or seven days with recovery on.",
        valueName: "instant"))
    var asOf: Moment?

    @Option(
      help: ArgumentHelp(
        """
        One of N parts of the owners, as 0/8 to 7/8, each for a worker with a store of its own. \
        (default: the store's)
        """, valueName: "part"))
    var shard: Shard?

    @Flag(help: "Only the documents that the last push left alone, to settle them with `up`.")
    var conflicts = false

    @Flag(help: "Only say how many documents would be read.")
    var dryRun = false

    @OptionGroup var common: CommonOptions

    func validate() throws {
      let narrows = !collectionGroup.isEmpty || !user.isEmpty || changedSince != nil
      if conflicts, narrows || asOf != nil || shard != nil {
        throw ValidationError("--conflicts goes with none of the options that choose documents.")
      }
      if shard != nil, narrows {
        throw ValidationError("--shard goes with none of the options that choose documents.")
      }
    }

    func run(in context: CommandContext) throws -> ExitStatus? {
      let exists = FileManager.default.fileExists(atPath: context.storePath)
      let (live, known) = try connect(context, exists: exists)
      defer { live.connection.close() }
      let shard = shard ?? known
      var pull = Pull(
        connection: live.connection, database: live.name,
        selection: conflicts ? PullSelection() : try selection(shard, live, context),
        asOf: asOf?.instant)
      if dryRun { return try estimate(pull, context) }
      let lock = try context.lock()
      let worker = try shard.map { try ShardWorker($0, store: context.storePath, lock: lock) }
      pull.settings = worker?.settings ?? [:]
      let report = try ShardWorker.working(as: worker, "pulling", live, context) { shouldStop in
        let events = events(context, shouldStop)
        let report =
          conflicts
          ? try pull.conflicts(
            into: context.storePath, lock: lock, clock: context.clock, events)
          : try pull.run(
            into: context.storePath, exists: exists, lock: lock, clock: context.clock,
            events: events)
        return (report, ShardWorker.End(stage: "pulled", documents: report.documents))
      }
      let value = PullValue(report, database: live.name)
      try context.output.result(value, value.page(store: context.storePath))
      return nil
    }

    private func selection(
      _ shard: Shard?, _ live: LiveOptions.Live, _ context: CommandContext
    ) throws -> PullSelection {
      let owners = try shard.map {
        try ShardPlan.agree(on: $0.count, live.connection, shouldStop: context.listening())
          .owners(of: $0)
      }
      return PullSelection(
        collectionGroups: collectionGroup, users: user, changedSince: changedSince?.instant,
        owners: owners)
    }

    /// The database, and the shard that the store has of it.
    private func connect(
      _ context: CommandContext, exists: Bool
    ) throws -> (LiveOptions.Live, Shard?) {
      guard exists else { return (try live.connect(context, store: nil), nil) }
      let store = try context.reading()
      defer { try? store.close() }
      return (try live.connect(context, store: store), try ShardWorker(of: store)?.shard)
    }

    private func events(
      _ context: CommandContext, _ shouldStop: @escaping () -> Bool
    ) -> Pull.Events {
      let line = context.output.progress
      return Pull.Events(
        onBegin: { isResumed in
          if isResumed { context.output.note("going on with the pull that was ended") }
        },
        onCount: { context.output.note(PullValue.cost(ofReading: $0)) },
        onProgress: { done, total in
          line.show(done, "documents", fraction: total.map { Double(done) / Double(max(1, $0)) })
        }, shouldStop: shouldStop)
    }

    /// The documents that would be read; nil if the database does not count.
    private func count(_ pull: Pull, _ context: CommandContext) throws -> Int? {
      guard conflicts else { return try pull.count(unless: context.listening()) }
      let store = try context.reading()
      defer { try? store.close() }
      return try store.conflicts().count
    }

    private func estimate(_ pull: Pull, _ context: CommandContext) throws -> ExitStatus? {
      let value = PullEstimate(documents: try count(pull, context))
      try context.output.result(value, value.page)
      return nil
    }
  }
#endif
