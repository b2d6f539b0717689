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

    @Option(help: "Only collections of this id, wherever they are. May be given several times.")
    var collectionGroup: [String] = []

    @Option(help: "Only this user's documents. May be given several times.")
    var user: [String] = []

    @Option(help: "Keep only what was written since; everything is read to find it.")
    var changedSince: Moment?

    @Option(help: "The state of an earlier moment: up to an hour ago, or seven days with recovery on.")
    var asOf: Moment?

    @Flag(help: "Only the documents that the last push left alone, to settle them with `up`.")
    var conflicts = false

    @Flag(help: "Only say how many documents would be read.")
    var dryRun = false

    @OptionGroup var common: CommonOptions

    func validate() throws {
      let narrows = !collectionGroup.isEmpty || !user.isEmpty || changedSince != nil || asOf != nil
      if conflicts, narrows {
        throw ValidationError("--conflicts goes with none of the options that choose documents.")
      }
    }

    func run(in context: CommandContext) throws -> ExitStatus? {
      let exists = FileManager.default.fileExists(atPath: context.storePath)
      let selection = PullSelection(
        collectionGroups: collectionGroup, users: user, changedSince: changedSince?.instant)
      let live = try connect(context, exists: exists)
      defer { live.connection.close() }
      let pull = Pull(
        connection: live.connection, database: live.name, selection: selection, asOf: asOf?.instant)
      if dryRun { return try estimate(pull, context) }
      let lock = try context.lock()
      let report =
        conflicts
        ? try pull.conflicts(into: context.storePath, lock: lock, clock: context.clock, events(context))
        : try pull.run(
          into: context.storePath, exists: exists, lock: lock, clock: context.clock,
          events: events(context))
      let value = PullValue(report, database: live.name)
      try context.output.result(value, value.page(store: context.storePath))
      return nil
    }

    private func connect(_ context: CommandContext, exists: Bool) throws -> LiveOptions.Live {
      guard exists else { return try live.connect(context, store: nil) }
      let store = try context.reading()
      defer { try? store.close() }
      return try live.connect(context, store: store)
    }

    private func events(_ context: CommandContext) -> Pull.Events {
      let line = context.output.progress
      return Pull.Events(
        onBegin: { documents, isResumed in
          if isResumed { context.output.note("going on with the pull that was ended") }
          if let documents { context.output.note(PullValue.cost(ofReading: documents)) }
        },
        onProgress: { done, total in
          line.show(done, "documents", fraction: total.map { Double(done) / Double(max(1, $0)) })
        }, shouldStop: context.listening())
    }

    private func estimate(_ pull: Pull, _ context: CommandContext) throws -> ExitStatus? {
      let value = PullEstimate(documents: try pull.count(unless: context.listening()))
      try context.output.result(value, value.page)
      return nil
    }
  }
#endif
