#if LiveFirestore
  internal import ArgumentParser
  internal import Documents
  internal import FirestoreClient
  internal import FirestoreSync
  internal import HalloReport

  struct ShardsCommand: StoreCommand {
    static let configuration = CommandConfiguration(
      commandName: "shards",
      abstract: "Show what the workers on a live database's shards are doing.",
      discussion: discussion(
        "A shard that its worker has not renewed for ten minutes can be taken over by another.",
        examples: "shards --project demo-hallo"))

    @OptionGroup var live: LiveOptions
    @OptionGroup var common: CommonOptions

    func run(in context: CommandContext) throws -> ExitStatus? {
      let live = try live.connect(context, store: nil)
      defer { live.connection.close() }
      let states = try ShardLease.states(live.connection, shouldStop: context.listening())
      let value = ShardsValue(states, now: context.clock())
      try context.output.result(value, value.page)
      return nil
    }
  }

  /// What `shards` reports.
  private struct ShardsValue: Encodable {
    struct ShardValue: Encodable {
      let shard: String
      let stage: String
      let documents: Int
      let worker: String
      let renewedAt: String
      /// `held`, `free`, or `run out`: held by a worker that has not been heard of for too long.
      let lease: String
    }

    let command = "shards"
    let shards: [ShardValue]

    init(_ states: [ShardLease.State], now: Instant) {
      shards = states.map {
        ShardValue(
          shard: $0.shard.description, stage: $0.stage, documents: $0.documents, worker: $0.holder,
          renewedAt: $0.renewedAt.description,
          lease: !$0.isHeld ? "free" : $0.expiresAt > now ? "held" : "run out")
      }
    }

    var page: Page {
      var page = Page()
      page.heading(
        shards.isEmpty
          ? "No worker has taken a shard." : "\(count(shards.count, "shard")) with workers so far.")
      var table = Table(
        .text("shard"), .text("stage"), .number("documents"), .text("lease"), .text("renewed"),
        .text("worker"))
      for shard in shards {
        table.row(
          shard.shard, shard.stage, grouped(shard.documents), shard.lease, shard.renewedAt,
          shard.worker)
      }
      page.table(table)
      return page
    }
  }
#endif
