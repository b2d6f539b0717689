package import DocumentStore
package import Documents

/// Runs migrations on a store: in order, each once.
package struct MigrationRunner {
  package let catalog: MigrationCatalog
  let region: String
  let clock: () -> Instant

  /// Prepares to run a catalog's migrations, for telephone numbers without a country code from one
  /// region.
  ///
  /// The clock tells when a run begins and ends.
  package init(catalog: MigrationCatalog, region: String, clock: @escaping () -> Instant) {
    (self.catalog, self.region, self.clock) = (catalog, region, clock)
  }

  /// What is applied to a store, and what is not.
  package struct State {
    /// In the order of the runs; one that ran again after a pull is there once a run.
    package let applied: [Run]
    /// Those that were never applied, and those that have not seen what was pulled since.
    package let pending: [Migration]

    /// The newest run of each version, in the order of the versions.
    package var newest: [Run] {
      Dictionary(applied.map { ($0.version ?? "", $0) }, uniquingKeysWith: { $1 })
        .values.sorted { ($0.version ?? "") < ($1.version ?? "") }
    }
  }

  package func state(of store: DocumentStore) throws -> State {
    let runs = try store.runs().filter { $0.undoneAt == nil }
    let applied = runs.filter { $0.kind == .migration }
    // What was pulled after a migration ran has not been migrated; what is there already it leaves alone.
    let lastPull = runs.last { $0.kind == .pull && $0.added + $0.changed > 0 }?.id ?? 0
    let done = Set(applied.filter { $0.id > lastPull }.compactMap(\.version))
    return State(
      applied: applied,
      pending: catalog.migrations.filter { !done.contains($0.version ?? "") })
  }

  /// The migrations that `up` would run.
  ///
  /// - Parameters:
  ///   - store: What they would run on.
  ///   - version: The last of them; nil for all.
  /// - Returns: Those that are not applied, in order.
  /// - Throws: A refusal, if what was applied is not what the catalog has, or is out of order.
  package func pending(on store: DocumentStore, to version: String?) throws -> [Migration] {
    if let version { try catalog.checkVersion(version) }
    let state = try state(of: store)
    for run in state.applied { try check(run) }
    let known = Set(state.applied.compactMap(\.version))
    let latest = known.max() ?? ""
    let new = state.pending.filter { !known.contains($0.version ?? "") }
    if let late = new.first(where: { ($0.version ?? "") < latest }) {
      throw MigrationError.outOfOrder(
        version: late.version ?? "", name: late.name, latest: latest)
    }
    return state.pending.filter { ($0.version ?? "") <= version ?? "9999" }
  }

  private func check(_ run: Run) throws {
    let version = run.version ?? ""
    guard let migration = catalog.migrations.first(where: { $0.version == version }) else {
      throw MigrationError.missing(version: version, name: run.name)
    }
    let checksum = migration.checksum.description
    if let applied = run.checksum, applied != checksum {
      throw MigrationError.changed(
        version: version, name: run.name, applied: applied, now: checksum)
    }
  }

  /// Runs migrations, or shows what they would do.
  ///
  /// - Parameters:
  ///   - migrations: In order.
  ///   - store: What they run on.
  ///   - isDryRun: Leaves the store alone.
  ///   - plan: What a reviewer agreed to; anything else is refused, and nothing kept.
  ///   - measures: Whether to find out how large the changed documents are, before and after.
  ///   - onBegin: Told of each migration, and of its place among them, from 1.
  ///   - onDone: Told of each migration when it is durable.
  /// - Returns: What each did, or would do.
  /// - Throws: ``MigrationError``, with the migrations before the one that failed applied.
  package func run(
    _ migrations: [Migration], on store: DocumentStore, isDryRun: Bool, plan: Plan? = nil,
    measures: Bool = false, onBegin: (Migration, Int) -> Void = { _, _ in },
    onDone: (Migration, RunOutcome) -> Void = { _, _ in }
  ) throws -> RunReport {
    try plan?.check(migrations)
    let runs = try store.runs()
    for migration in migrations { try MigrationCheck.check(migration, region: region) }
    return try store.runSession(
      isDryRun: isDryRun, isOneTransaction: plan != nil,
      functions: DomainFunctions.all(region: region)
    ) { session, commit in
      session.measures = measures
      var report = RunReport(
        documents: try session.documentCount(), malformedEvents: try session.malformedEvents(),
        lastRun: runs.last?.id ?? 0)
      var documents = report.documents
      for (index, migration) in migrations.enumerated() {
        onBegin(migration, index + 1)
        let outcome = try perform(
          migration, in: session, documents: documents,
          ifItFails: isDryRun || plan != nil
            ? "nothing was changed" : "it had no effect, and the migrations before it are applied")
        documents -= outcome.removed
        report.migrations.append(RunReport.Entry(migration: migration, outcome: outcome))
        try commit()
        onDone(migration, outcome)
      }
      try plan?.check(report, runs: runs)
      return report
    }
  }

  private func perform(
    _ migration: Migration, in session: RunSession, documents: Int, ifItFails consequence: String
  ) throws -> RunOutcome {
    let subject = RunSession.Subject(
      kind: migration.version == nil ? .task : .migration, version: migration.version,
      name: migration.name, checksum: migration.checksum.description)
    do {
      return try session.perform(
        subject, script: migration.script, documents: documents,
        startedAt: clock().description, finishedAt: { clock().description })
    } catch let failure as RunSession.ScriptFailure {
      throw MigrationError.failed(
        migration: migration.label,
        file: migration.file, failure: failure, consequence: consequence)
    }
  }
}

/// What a number of migrations did, or would do.
package struct RunReport: Sendable {
  package struct Entry: Sendable {
    package let migration: Migration
    package let outcome: RunOutcome
  }

  /// Current documents as the run began.
  package let documents: Int
  /// Malformed events as the run began, by fault.
  package let malformedEvents: [String: Int]
  /// The newest run before; 0 if there was none.
  package let lastRun: Int64
  package internal(set) var migrations: [Entry] = []

  /// The SHA-256 of the migrations' change sets, in order.
  package var changeSet: SHA256Digest {
    var hasher = SHA256Hasher()
    for entry in migrations {
      entry.outcome.changeSet.bytes.withUnsafeBufferPointer { hasher.update($0) }
    }
    return hasher.finalize()
  }
}
