import DocumentStore
import Documents
import Foundation
import StoreTesting
import Testing

@Suite struct StoreImportTests {
  private let scratch: Scratch
  private let store: TestStore

  init() throws {
    scratch = try Scratch()
    store = TestStore(scratch.path("store.db"))
  }

  @Test("Importing the same again changes nothing")
  func same() throws {
    let documents = [(path: "a/2", data: "{}"), (path: "a/1", data: #"{"b":1,"a":2}"#)]
    let first = try store.add(documents)
    #expect(first.counts == [2, 0, 0])
    let digest = try store.digest()
    let second = try store.add(documents.reversed())
    #expect(second.counts == [0, 2, 0])
    #expect(try store.digest() == digest)
    #expect(try store.lines() == [#"a/1 {"a":2,"b":1}"#, "a/2 {}"])
  }

  @Test("Other data at a known path is refused, and nothing is kept")
  func conflict() throws {
    try store.add([(path: "a/1", data: "{}")])
    let digest = try store.digest()
    let changed = [(path: "a/0", data: "{}"), (path: "a/1", data: #"{"x":1}"#)]
    let error = #expect(throws: ImportConflict.self) { try store.add(changed) }
    #expect(error?.path == "a/1")
    #expect(try store.digest() == digest)
    #expect(try store.runs().count == 1)
  }

  @Test("Other data replaces what is there, if that is asked for, and can be undone")
  func replaces() throws {
    try store.add([(path: "a/1", data: "{}"), (path: "a/2", data: "{}")])
    let digest = try store.digest()
    let outcome = try store.add(
      [(path: "a/1", data: #"{"x":1}"#), (path: "a/2", data: "{}"), (path: "a/3", data: "{}")],
      options: StoreImport.Options(replaces: true))
    #expect(outcome.counts == [1, 1, 1])
    #expect(try store.lines() == [#"a/1 {"x":1}"#, "a/2 {}", "a/3 {}"])
    try store.undo([outcome.run])
    #expect(try store.digest() == digest)
  }

  @Test("A path twice in the sources is refused, or set aside", arguments: [true, false])
  func duplicates(isNew: Bool) throws {
    if !isNew { try store.add([(path: "z/z", data: "{}")]) }
    let documents = [
      (path: "a/1", data: "{}"), (path: "a/2", data: "{}"), (path: "a/1", data: #"{"x":1}"#),
    ]
    let error = #expect(throws: DuplicatePath.self) { try store.add(documents) }
    #expect(error?.path == "a/1")
    #expect(error.map { $0.source.fullPlace($0.position) } == "test.ndjson, line 3")
    #expect(FileManager.default.fileExists(atPath: store.path) != isNew)
    var aside: [String] = []
    let outcome = try store.add(documents, options: StoreImport.Options(skipsDuplicates: true)) {
      aside.append("\($0.source.place($0.position)) \($1)")
    }
    #expect(outcome.imported == 2)
    #expect(aside == [#"line 3 {"path":"a/1","data":{"x":1}}"#])
    #expect(try store.lines().prefix(2) == ["a/1 {}", "a/2 {}"])
  }

  @Test("Paths that look alike are two")
  func lookAlikes() throws {
    let outcome = try store.add([(path: "a/\u{E9}", data: "{}"), (path: "a/e\u{301}", data: "{}")])
    #expect(outcome.imported == 2)
    #expect(try store.documents().map { Array($0.path.utf8).count } == [5, 4])
  }

  @Test("A failed first import leaves no store")
  func failed() throws {
    struct Stop: Error {}
    #expect(throws: Stop.self) {
      try StoreImport.run(
        path: store.path, lock: try store.lock(), name: "x", startedAt: testInstant,
        options: StoreImport.Options(), finishedAt: { testInstant }, onDuplicate: { _, _ in },
        next: { throw Stop() })
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: scratch.directory.path)
    #expect(names == ["store.db.lock"])
    // What a killed import left behind is no hindrance.
    try Data("rest".utf8).write(to: URL(fileURLWithPath: store.path + ".importing"))
    try store.add([(path: "a/1", data: "{}")])
    #expect(try store.lines() == ["a/1 {}"])
  }

  @Test("A document tells where it is from, and what became of it")
  func history() throws {
    try store.add([(path: "a/1", data: "{}")], source: "first.ndjson")
    try store.add([(path: "a/2", data: "{}"), (path: "a/3", data: "{}")], source: "second.ndjson")
    try store.run(
      "UPDATE document SET path = 'b/3' WHERE doc_id = '3'; DELETE FROM document WHERE doc_id = '1';"
    )
    let history = try store.reading { try $0.history(of: "a/3") }
    let versions = try #require(history.first?.versions)
    #expect(versions.map(\.path) == ["a/3", "b/3"])
    #expect(versions.map(\.origin) == ["second.ndjson, line 2", nil])
    #expect(versions.map(\.run.id) == [2, 3])
    try store.reading { (store) throws in
      #expect(try store.history(of: "a/1").first?.versions.map(\.data) == ["{}", nil])
      #expect(try store.history(of: "no/1").isEmpty)
      #expect(try store.paths(around: "a/2a") == ["a/3", "a/2"])
    }
  }

  @Test("A document whose path was taken over has a history of its own")
  func sharedPath() throws {
    try store.add([(path: "a/1", data: "{}")])
    try store.run("UPDATE document SET path = 'a/2';")
    try store.add([(path: "a/1", data: #"{"new":1}"#)])
    let history = try store.reading { try $0.history(of: "a/1") }
    #expect(history.map { $0.versions.map(\.data) } == [["{}", "{}"], [#"{"new":1}"#]])
  }

  @Test("A filter gives the documents of users and kinds")
  func filter() throws {
    try store.add([
      (path: "users/u1/tasks/1", data: "{}"), (path: "tasks/2", data: #"{"userId":"u2"}"#),
      (path: "users/u1", data: "{}"), (path: "other/3", data: "{}"),
    ])
    func paths(_ users: [String], _ kinds: [DocumentKind]) throws -> [String] {
      try store.reading { store in
        var paths: [String] = []
        let filter = DocumentStore.Filter(users: users, kinds: kinds)
        try store.forEachDocument(matching: filter) { paths.append($0.path.text) }
        return paths
      }
    }
    #expect(try paths(["u1"], []) == ["users/u1", "users/u1/tasks/1"])
    #expect(try paths([], [.task]) == ["tasks/2", "users/u1/tasks/1"])
    #expect(try paths(["u1", "u2"], [.task, .user]).count == 3)
    #expect(try paths(["' OR 1=1 --"], []).isEmpty)
  }
}

extension StoreImport.Outcome {
  fileprivate var counts: [Int] { [imported, unchanged, replaced] }
}
