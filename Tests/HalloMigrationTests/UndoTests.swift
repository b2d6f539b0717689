import DocumentStore
import Documents
import HalloMigration
import StoreTesting
import Testing

/// Runs are taken back whole, and never over what came later.
@Suite struct UndoTests {
  private func runs(_ site: MigrationSite, _ scripts: String...) throws -> [Int64] {
    try scripts.enumerated().map { index, script in
      try site.write(script, to: "on-demand/step-\(index).sql")
      let report = try site.store.run(task: "step-\(index)", migrations: site.directory)
      return try #require(report.migrations.first?.outcome.run)
    }
  }

  private func conflict(_ site: MigrationSite, _ runs: [Int64]) throws -> [String] {
    let digest = try site.store.digest()
    var described: [String] = []
    for isDryRun in [true, false] {
      let conflict = try #require(
        #expect(throws: UndoConflict.self) { try site.store.undo(runs, isDryRun: isDryRun) })
      #expect(conflict.count == conflict.entries.count)
      described = conflict.entries.map { "\($0.path) \($0.run): \($0.reason)" }
    }
    #expect(try site.store.digest() == digest)
    return described
  }

  @Test("A later run's change of the same document is a conflict, until it is undone too")
  func changedLater() throws {
    let site = try MigrationSite(["n/a": "{}", "n/b": "{}"])
    let start = try site.store.digest()
    let runs = try runs(
      site, "UPDATE document SET data = '{\"x\":1}';",
      "UPDATE document SET data = '{\"x\":2}' WHERE doc_id = 'b';")
    #expect(try conflict(site, [runs[0]]) == ["n/b \(runs[1]): changed later"])
    try site.store.undo(runs)
    #expect(try site.store.digest() == start)
  }

  @Test("Runs that touched other documents are undone in any order")
  func independent() throws {
    let site = try MigrationSite(["n/a": "{}", "n/b": "{}"])
    let start = try site.store.digest()
    let runs = try runs(
      site, "UPDATE document SET data = '{\"x\":1}' WHERE doc_id = 'a';",
      "UPDATE document SET path = 'n/c' WHERE doc_id = 'b';",
      "DELETE FROM document WHERE doc_id = 'a' AND 0;")
    try site.store.undo([runs[0]])
    #expect(try site.lines() == ["n/a {}", "n/c {}"])
    try site.store.undo([runs[1], runs[2]])
    #expect(try site.store.digest() == start)
  }

  @Test("A document does not come back to a path that another has taken by moving")
  func pathTakenByMove() throws {
    let site = try MigrationSite(["n/a": "{}", "n/b": #"{"b":1}"#])
    let runs = try runs(
      site, "UPDATE document SET path = 'n/c' WHERE doc_id = 'a';",
      "UPDATE document SET path = 'n/a' WHERE doc_id = 'b';")
    #expect(try conflict(site, [runs[0]]) == ["n/a \(runs[1]): another document is at its path"])
    try site.store.undo([runs[1]])
    try site.store.undo([runs[0]])
    #expect(try site.lines() == ["n/a {}", #"n/b {"b":1}"#])
  }

  @Test("A removed document does not come back to a path that an import has filled")
  func pathTakenByImport() throws {
    let site = try MigrationSite(["n/a": "{}"])
    let runs = try runs(site, "DELETE FROM document;")
    let later = try site.store.add([(path: "n/a", data: #"{"new":1}"#)])
    #expect(try conflict(site, runs) == ["n/a \(later.run): another document is at its path"])
    try site.store.undo([later.run])
    try site.store.undo(runs)
    #expect(try site.lines() == ["n/a {}"])
  }

  @Test("A path that was taken and given up again is free")
  func pathFreeAgain() throws {
    let site = try MigrationSite(["n/a": "{}", "n/b": #"{"b":1}"#])
    let runs = try runs(
      site, "UPDATE document SET path = 'n/c' WHERE doc_id = 'a';",
      "UPDATE document SET path = 'n/a' WHERE doc_id = 'b';",
      "UPDATE document SET path = 'n/b' WHERE doc_id = 'a';")
    try site.store.undo([runs[0]])
    #expect(try site.lines() == ["n/a {}", #"n/b {"b":1}"#])
    // Now the run in the middle cannot be the only one that stays.
    #expect(throws: UndoConflict.self) { try site.store.undo([runs[2]]) }
  }

  @Test("A swap is undone")
  func swap() throws {
    let site = try MigrationSite(["n/a": "{}", "n/b": #"{"b":1}"#])
    let start = try site.store.digest()
    let swap = """
      UPDATE document SET path = iif(doc_id = 'a', 'n/b', 'n/a');
      """
    let runs = try runs(site, swap, swap, swap)
    try site.store.undo([runs[2]])
    #expect(try site.store.digest() == start)
    try site.store.undo([runs[1], runs[0]])
    #expect(try site.store.digest() == start)
  }

  @Test("An import is undone, unless its documents have changed since")
  func importing() throws {
    let site = try MigrationSite(["n/a": "{}"])
    let start = try site.store.digest()
    let options = StoreImport.Options(replaces: true)
    let second = try site.store.add(
      [(path: "n/a", data: #"{"v":2}"#), (path: "n/b", data: "{}")], options: options)
    #expect([second.imported, second.replaced] == [1, 1])
    let runs = try runs(site, "UPDATE document SET data = '{\"v\":3}' WHERE doc_id = 'b';")
    #expect(try conflict(site, [second.run]) == ["n/b \(runs[0]): changed later"])
    try site.store.undo([second.run] + runs)
    #expect(try site.store.digest() == start)
    try site.store.undo([1])
    #expect(try site.lines().isEmpty)
    #expect(try site.store.runs().allSatisfy { $0.undoneAt != nil })
  }

  @Test("Undone migrations are pending again, and do the same again")
  func again() throws {
    let site = try MigrationSite(["users/u1": #"{"phoneNumber":"7788143739"}"#])
    let first = try site.up()
    try site.store.undo(try site.store.applied())
    #expect(try site.store.pending() == ["0001", "0002", "0003"])
    let second = try site.up()
    #expect(second.changeSet == first.changeSet)
    #expect(try site.store.applied() == [5, 6, 7])
  }
}
