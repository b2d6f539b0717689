import DocumentStore
import Documents
import StoreTesting
import Testing

/// A path may have a NUL in it, at which C's strings end: no report may end there.
@Suite struct NULTests {
  private let scratch: Scratch
  private let store: TestStore

  init() throws {
    scratch = try Scratch()
    store = TestStore(scratch.path("store.db"))
    try store.add([(path: "a/1\0x", data: "{}"), (path: "a/1\0y", data: #"{"y":1}"#)])
  }

  @Test("A run's findings and examples have whole paths and details", arguments: [true, false])
  func outcome(isDryRun: Bool) throws {
    let outcome = try store.run(
      """
      INSERT INTO finding SELECT path, 'code', path FROM document;
      UPDATE document SET data = '{"x":1}', path = path || 'z' WHERE data = '{}';
      """, isDryRun: isDryRun)
    #expect(outcome.findings.first?.examples.map(\.path) == ["a/1\0x", "a/1\0y"])
    #expect(outcome.findings.first?.examples.map(\.detail) == ["a/1\0x", "a/1\0y"])
    #expect(outcome.examples.map(\.before.path) == ["a/1\0x"])
    #expect(outcome.examples.map(\.after?.path) == ["a/1\0xz"])
  }

  @Test("A document's history is found by its whole path, and tells of whole paths")
  func history() throws {
    try store.run(
      """
      INSERT INTO finding SELECT path, 'code', path FROM document;
      UPDATE document SET path = path || 'z' WHERE data = '{}';
      """)
    try store.reading { store in
      let history = try #require(try store.history(of: "a/1\0x").first)
      #expect(history.versions.map(\.path) == ["a/1\0x", "a/1\0xz"])
      #expect(history.findings.map(\.finding.path) == ["a/1\0x"])
      #expect(history.findings.map(\.finding.detail) == ["a/1\0x"])
      #expect(try store.history(of: "a/1").isEmpty)
      #expect(try store.paths(around: "a/1\0xx") == ["a/1\0xz", "a/1\0x"])
    }
  }

  @Test("A duplicate is named by its whole path", arguments: [true, false])
  func duplicates(isNew: Bool) throws {
    let store = isNew ? TestStore(scratch.path("new.db")) : self.store
    let documents = [(path: "a/2\0x", data: "{}"), (path: "a/2\0x", data: "{}")]
    let error = #expect(throws: DuplicatePath.self) { try store.add(documents) }
    #expect(error?.path == "a/2\0x")
    var aside: [String] = []
    try store.add(documents, options: StoreImport.Options(skipsDuplicates: true)) {
      aside.append("\($0.path) \($1)")
    }
    #expect(aside == ["a/2\0x {\"path\":\"a/2\\u0000x\",\"data\":{}}"])
  }

  @Test("A conflict of an undo is named by its whole path")
  func conflict() throws {
    let first = try store.run(#"UPDATE document SET data = '{"n":1}' WHERE data = '{}';"#)
    try store.run(#"UPDATE document SET data = '{"n":2}' WHERE data = '{"n":1}';"#)
    let error = #expect(throws: UndoConflict.self) { try store.undo([first.run]) }
    #expect(error?.entries.map(\.path) == ["a/1\0x"])
  }

  @Test("A destination that is taken is named by its whole path")
  func destination() throws {
    let error = #expect(throws: RunSession.ScriptFailure.self) {
      try store.run(#"UPDATE document SET path = 'a/1' || char(0) || 'y' WHERE data = '{}';"#)
    }
    #expect(error?.document == "a/1\0y")
  }
}
