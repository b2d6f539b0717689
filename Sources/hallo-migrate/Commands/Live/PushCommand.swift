#if LiveFirestore
  internal import ArgumentParser
  internal import DocumentStore
  internal import FirestoreClient
  internal import FirestoreSync
  internal import HalloReport

  struct PushCommand: ReportingCommand {
    static let configuration = CommandConfiguration(
      commandName: "push",
      abstract: "Send what changed in the store to the live database, and nothing over newer work.",
      discussion: discussion(
        """
        Sent are the documents that are not as they were pulled or pushed last. One that was written in \
        the database meanwhile is left alone there, listed, and exits with 6: `pull --conflicts` and `up` \
        settle it. What was sent is noted document by document: after whatever ends a push, the next one \
        sends the rest.
        """,
        examples: "push --dry-run", "push"))

    @OptionGroup var live: LiveOptions

    @Flag(help: "Read what the database has, and show what would be sent; send nothing.")
    var dryRun = false

    @OptionGroup var reports: ReportOptions
    @OptionGroup var common: CommonOptions

    func run(in context: CommandContext) throws -> ExitStatus? {
      let store = dryRun ? try context.reading(rehearses: true) : try context.writing()
      let live = try live.connect(context, store: store)
      defer { live.connection.close() }
      let shard = try ShardWorker(of: store)
      // A pull that was ended is of a moment before this: to go on with it would take the store back.
      if !dryRun { try PullStaging.discard(for: context.storePath) }
      let push = Push(
        connection: live.connection, database: live.name, isEmulator: live.isEmulator,
        isDryRun: dryRun, workers: shard?.shard.count ?? 1)
      let line = context.output.progress
      let worker = dryRun ? nil : shard
      let report = try ShardWorker.working(as: worker, "pushing", live, context) { shouldStop in
        let report = try store.pushing(to: live.name.project, live.name.database) { session in
          try push.run(
            session, clock: context.clock,
            onProgress: { line.show($0, "documents", fraction: Double($0) / Double(max(1, $1))) },
            shouldStop: shouldStop)
        }
        let isDone = report.conflictCount == 0
        return (
          report,
          ShardWorker.End(
            stage: isDone ? "pushed" : "in conflict", documents: report.changes, isDone: isDone)
        )
      }
      let value = PushValue(report, isDryRun: dryRun, database: live.name, context.personalData)
      try reports.write(value, value.page, web: value.webPage, in: context)
      try context.output.result(value, value.page)
      try store.close()
      return report.conflictCount > 0 ? .conflict : nil
    }
  }
#endif
