internal import DocumentStore

extension Plan {
  /// Refuses to begin with other migrations than the plan's.
  func check(_ pending: [Migration]) throws {
    let now = pending.map { (key: $0.label, checksum: "\($0.checksum)") }
    let planned = migrations.map { (key: $0.title, checksum: $0.checksum) }
    if now.elementsEqual(planned, by: ==) { return }
    var differences = planned.compactMap { step -> String? in
      guard let same = now.first(where: { $0.key == step.key }) else {
        return "\(step.key) is in the plan, and is not pending"
      }
      return same.checksum == step.checksum
        ? nil : "\(step.key): its file is another than the one that was reviewed"
    }
    differences += now.filter { migration in !planned.contains { $0.key == migration.key } }
      .map { "\($0.key) is pending, and not in the plan" }
    throw MigrationError.otherPlan(differences: differences)
  }

  /// Refuses to keep other changes than the plan's.
  ///
  /// `runs` are the store's: those since the plan was made are told.
  func check(_ report: RunReport, runs: [Run]) throws {
    let now = Plan(report)
    if now.changeSet == changeSet { return }
    var differences = zip(migrations, now.migrations).compactMap { $0.difference(to: $1) }
    if documents != now.documents {
      differences.append("the store has \(documents) → \(now.documents) documents")
    }
    differences += runs.filter { $0.id > lastRun }.map(\.sentence)
    throw MigrationError.otherPlan(differences: differences)
  }
}

extension Plan.Step {
  fileprivate var title: String { "\(version) \(name)" }

  /// What was reviewed and what would be done now, as a person reads it; nil if they are the same.
  fileprivate func difference(to now: Plan.Step) -> String? {
    if self == now { return nil }
    let codes = Set(findings.keys).union(now.findings.keys).sorted()
    let counts =
      [("changed", changed, now.changed), ("moved", moved, now.moved)]
      + [("removed", removed, now.removed)]
      + codes.map { ($0, findings[$0] ?? 0, now.findings[$0] ?? 0) }
    let different = counts.filter { $0.1 != $0.2 }.map { "\($0.0) \($0.1) → \($0.2)" }
    return "\(title): "
      + (different.isEmpty
        ? "as many documents, but others, or other values" : different.joined(separator: ", "))
  }
}

extension Run {
  fileprivate var sentence: String {
    let counts = [("added", added), ("changed", changed), ("moved", moved), ("removed", removed)]
    let what = counts.filter { $0.1 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
    return "since the plan was made: run \(id), \(kind.rawValue) \(label), "
      + (what.isEmpty ? "no change" : what) + (undoneAt == nil ? "" : ", undone")
  }
}
