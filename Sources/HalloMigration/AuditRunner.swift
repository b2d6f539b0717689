package import DocumentStore
package import Documents

/// Asks every check what it finds in a store, and leaves the store alone.
package struct AuditRunner {
  package let catalog: AuditCatalog
  let region: String
  let asOf: Instant
  let retention: Int64

  /// - Parameters:
  ///   - catalog: The checks.
  ///   - region: Of telephone numbers without a country code.
  ///   - asOf: When the audit looks.
  ///   - retention: How long photos are kept in the store, in microseconds.
  package init(catalog: AuditCatalog, region: String, asOf: Instant, retention: Int64) {
    (self.catalog, self.region, self.asOf, self.retention) = (catalog, region, asOf, retention)
  }

  /// - Parameters:
  ///   - store: Opened to rehearse.
  ///   - onDone: Told of each check when it has been asked.
  /// - Returns: What every check finds, in the order of their codes.
  /// - Throws: ``AuditError``: before anything was asked, if a check is no query that only reads.
  package func run(
    on store: DocumentStore, onDone: (AuditCheck) -> Void = { _ in }
  ) throws -> AuditReport {
    try DocumentStore.inMemory().querying(functions: functions) { session in
      try makeTables(in: session)
      for check in catalog.checks {
        guard let failure = try session.refusal(of: check.script) else { continue }
        throw AuditError.unusable(
          file: check.file, line: failure.line, reason: failure.reason)
      }
    }
    return try store.querying(functions: functions) { session in
      try makeTables(in: session)
      var report = AuditReport(documents: try session.documentCount(), asOf: asOf)
      for check in catalog.checks {
        report.entries.append(try ask(check, in: session))
        onDone(check)
      }
      return report
    }
  }

  private var functions: [SQLFunction] {
    let (asOf, dueBefore) = (asOf.microseconds, asOf.microseconds - retention)
    // Moments in microseconds since 1970, like `instant`: when the audit looks, and before which a
    // photo should have been archived.
    return DomainFunctions.all(region: region) + [
      SQLFunction("as_of", arguments: 0) { _ in .integer(asOf) },
      SQLFunction("due_before", arguments: 0) { _ in .integer(dueBefore) },
    ]
  }

  private func makeTables(in session: QuerySession) throws {
    for (file, script) in catalog.tables {
      do {
        try session.makeTables(script: script)
      } catch let failure as RunSession.ScriptFailure {
        throw AuditError.failed(file: file, failure: failure)
      }
    }
  }

  private func ask(_ check: AuditCheck, in session: QuerySession) throws -> AuditReport.Entry {
    do {
      let found = try session.findings(of: check.script, isDistinct: check.isShipped)
      return AuditReport.Entry(check: check, count: found.count, examples: found.examples)
    } catch let failure as RunSession.ScriptFailure {
      throw AuditError.failed(file: check.file, failure: failure)
    }
  }
}

/// What the checks of an audit have found.
package struct AuditReport: Sendable {
  package struct Entry: Sendable {
    package let check: AuditCheck
    /// Documents.
    package let count: Int
    /// The first five by path.
    package let examples: [QueryExample]
  }

  /// Current documents.
  package let documents: Int
  package let asOf: Instant
  package internal(set) var entries: [Entry] = []
}
