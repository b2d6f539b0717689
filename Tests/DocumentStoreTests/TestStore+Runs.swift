import DocumentStore
import Documents
import StoreTesting

extension TestStore {
  /// Runs a script, as a migration does.
  @discardableResult
  func run(_ script: String, isDryRun: Bool = false) throws -> RunOutcome {
    let work = { (store: DocumentStore) in try store.run(script, isDryRun: isDryRun) }
    return isDryRun ? try reading(rehearses: true, work) : try writing(work)
  }

  /// Documents as lines: path, a space, and JSON.
  func lines() throws -> [String] { try documents().map { "\($0.path) \($0.data)" } }
}

extension DocumentStore {
  func run(_ script: String, isDryRun: Bool = false) throws -> RunOutcome {
    let subject = RunSession.Subject(kind: .task, version: nil, name: "test", checksum: "")
    return try runSession(isDryRun: isDryRun, isOneTransaction: false, functions: []) {
      session, _ in
      try session.perform(
        subject, script: script, documents: try session.documentCount(), startedAt: testInstant,
        finishedAt: { testInstant })
    }
  }
}
