import DocumentStore
import Documents
import HalloMigration
import StoreTesting
import Testing

/// What migrations in SQL do to documents.
@Suite struct UserMigrationTests {
  private static let three: KeyValuePairs = [
    "notes/a": #"{"n":1}"#, "notes/b": #"{"n":2}"#, "tasks/c": #"{"n":3}"#,
  ]

  @Test(
    "Statements change documents as SQL says",
    arguments: [
      (
        "UPDATE document AS d SET data = json_set(d.data, '$.x', 1) WHERE d.kind = 'task'",
        ["notes/a {\"n\":1}", "notes/b {\"n\":2}", "tasks/c {\"n\":3,\"x\":1}"]
      ),
      (
        "update document set data = json_set(data, '$.b', ',', '$.a', 'where')",
        [
          #"notes/a {"a":"where","b":",","n":1}"#, #"notes/b {"a":"where","b":",","n":2}"#,
          #"tasks/c {"a":"where","b":",","n":3}"#,
        ]
      ),
      (
        """
        WITH big AS (SELECT path AS p FROM document WHERE data ->> 'n' > 1)
        UPDATE document SET data = '{}' WHERE path IN (SELECT p FROM big)
        """,
        ["notes/a {\"n\":1}", "notes/b {}", "tasks/c {}"]
      ),
      (
        """
        UPDATE document SET data = json_set(document.data, '$.x', t.x)
        FROM (SELECT 'notes/a' AS p, 7 AS x UNION ALL SELECT 'none/x', 8) AS t
        WHERE document.path = t.p
        """,
        ["notes/a {\"n\":1,\"x\":7}", "notes/b {\"n\":2}", "tasks/c {\"n\":3}"]
      ),
      (
        "DELETE FROM document WHERE doc_id = 'b'",
        ["notes/a {\"n\":1}", "tasks/c {\"n\":3}"]
      ),
      (
        "WITH x AS (SELECT 'task' AS k) DELETE FROM document AS d WHERE d.kind IN (SELECT k FROM x)",
        ["notes/a {\"n\":1}", "notes/b {\"n\":2}"]
      ),
      ("DELETE FROM document", []),
      (
        "UPDATE document /* all; */ SET path = 'old/' || doc_id -- where",
        ["old/a {\"n\":1}", "old/b {\"n\":2}", "old/c {\"n\":3}"]
      ),
      (
        """
        UPDATE document SET path = CASE path WHEN 'notes/a' THEN 'notes/b' ELSE 'notes/a' END
        WHERE kind = 'other'
        """,
        ["notes/a {\"n\":2}", "notes/b {\"n\":1}", "tasks/c {\"n\":3}"]
      ),
      (
        "UPDATE document SET data = ' { \"z\" : 1.50, \"a\" : [ ] } ' WHERE path = 'notes/a'",
        ["notes/a {\"a\":[],\"z\":1.5}", "notes/b {\"n\":2}", "tasks/c {\"n\":3}"]
      ),
    ])
  func changes(statement: String, wanted: [String]) throws {
    let site = try MigrationSite(Self.three)
    let digest = try site.store.digest()
    let outcome = try #require(try site.run(statement + ";"))
    #expect(try site.lines() == wanted.map { Text($0) })
    #expect(outcome.untouched + outcome.changed + outcome.moved + outcome.removed == 3)
    try site.store.undo([outcome.run])
    #expect(try site.store.digest() == digest)
  }

  @Test("Several statements make one version of a document")
  func severalStatements() throws {
    let site = try MigrationSite(Self.three)
    let outcome = try site.run(
      """
      UPDATE document SET data = json_set(data, '$.x', 1);
      UPDATE document SET path = 'moved/' || doc_id WHERE data ->> 'n' = 1;
      UPDATE document SET data = json_set(data, '$.y', 2) WHERE path = 'moved/a';
      DELETE FROM document WHERE path = 'notes/b';
      """)
    #expect(
      try site.lines() == [#"moved/a {"n":1,"x":1,"y":2}"#, #"tasks/c {"n":3,"x":1}"#])
    #expect(outcome.map { [$0.changed, $0.moved, $0.removed] } == [1, 1, 1])
    let history = try site.store.reading { try $0.history(of: "notes/a") }
    #expect(history.first?.versions.map(\.path) == ["notes/a", "moved/a"])
  }

  @Test("What a migration does and takes back is no change")
  func netNothing() throws {
    let site = try MigrationSite(Self.three)
    let outcome = try site.run(
      """
      UPDATE document SET data = json_set(data, '$.x', 1), path = 'moved/' || doc_id;
      UPDATE document SET data = json_remove(data, '$.x'),
        path = iif(doc_id = 'c', 'tasks', 'notes') || '/' || doc_id;
      """)
    #expect(outcome?.untouched == 3)
    #expect(outcome?.changeSet == (try site.up().changeSet))
  }

  @Test("A statement does not see what it changes itself")
  func snapshot() throws {
    let site = try MigrationSite(["n/1": "{}", "n/2": "{}"])
    try site.run(
      """
      UPDATE document SET data = json_set(data, '$.ones', (SELECT count(*) FROM document
        WHERE data = '{}'));
      """)
    #expect(try site.lines() == [#"n/1 {"ones":2}"#, #"n/2 {"ones":2}"#])
  }

  @Test("Documents change places that have moved before in the same run")
  func movesTwice() throws {
    let site = try MigrationSite(["n/a": "{}", "n/b": #"{"b":1}"#, "n/c": #"{"c":1}"#])
    let outcome = try site.run(
      """
      UPDATE document SET path = 'm/' || doc_id WHERE doc_id <> 'c';
      UPDATE document SET path = CASE doc_id WHEN 'a' THEN 'm/b' WHEN 'b' THEN 'm/c' ELSE 'm/a' END;
      """)
    #expect(try site.lines() == [#"m/a {"c":1}"#, "m/b {}", #"m/c {"b":1}"#])
    #expect(outcome?.moved == 3)
  }

  @Test("A statement does not see the moves that it makes itself, however many there are")
  func existence() throws {
    let long = String(repeating: "x", count: 300_000)
    let site = try MigrationSite()
    try site.store.add((10..<22).map { (path: "n/\($0)", data: #"{"n":"\#(long)"}"#) })
    try site.run(
      """
      UPDATE document SET path = 'm/' || doc_id,
        data = json_object('old', document_exists('n/10'), 'new', document_exists('m/10'));
      """)
    #expect(Set(try site.store.documents().map(\.data)) == [#"{"new":0,"old":1}"#])
  }

  @Test("Each migration has its temporary tables to itself")
  func temporaryTables() throws {
    let site = try MigrationSite()
    let statements = "CREATE TEMP TABLE move (a); CREATE INDEX temp.i ON move (a);"
    try site.write(statements, to: "0005_a.sql")
    try site.write(statements, to: "0006_b.sql")
    #expect(try site.up(isDryRun: true).migrations.count == 5)
    #expect(try site.up().migrations.count == 5)
  }

  @Test("Documents that change twice are seen once, however large and in whatever order")
  func manyBatches() throws {
    let long = String(repeating: "x", count: 300_000)
    let documents = (0..<12).map { index in
      (
        path: "gallery_events/\(index)",
        data: #"{"createdAt":1,"eventType":"taskResponse","n":"\#(long)","photoData":"<null>","#
          + #""profileId":"p","userId":"u"}"#
      )
    }
    let site = try MigrationSite()
    try site.store.add(documents)
    let outcome = try site.run(
      """
      UPDATE document SET data = json_set(data, '$.photoData', '!') WHERE fault IS NOT NULL;
      UPDATE document SET data = json_set(data, '$.again', 1) WHERE fault > '';
      UPDATE document SET data = json_set(data, '$.more', 1) WHERE fault IS NOT NULL;
      """)
    #expect(outcome?.changed == 12)
    let faults = try site.store.documents().filter { $0.data.contains(#""photoData":"!""#) }
    #expect(faults.count == 12)
  }

  @Test(
    "What is no document is refused, with the line and the document",
    arguments: [
      ("UPDATE document SET data = NULL WHERE doc_id = 'b'", "notes/b", "NULL"),
      ("UPDATE document SET data = 'x' WHERE doc_id = 'b'", "notes/b", "JSON"),
      ("UPDATE document SET data = '[]' WHERE doc_id = 'b'", "notes/b", "object"),
      ("UPDATE document SET data = '{\"__x__\":1}' WHERE doc_id = 'b'", "notes/b", "__x__"),
      ("UPDATE document SET data = 7 WHERE doc_id = 'b'", "notes/b", "object"),
      (
        "UPDATE document SET data = json_set(data, '$.photoData', json_object('__photo__', "
          + "json_array(printf('%064d', 0), 3, 'jpg', 'bytes'))) WHERE doc_id = 'b'", "notes/b",
        "photo"
      ),
      ("UPDATE document SET path = NULL WHERE doc_id = 'b'", "notes/b", "NULL"),
      ("UPDATE document SET path = 'notes' WHERE doc_id = 'b'", "notes/b", "odd"),
      ("UPDATE document SET path = 'notes/..' WHERE doc_id = 'b'", "notes/b", ".."),
      ("UPDATE document SET path = 'a//b/c' WHERE doc_id = 'b'", "notes/b", "empty"),
      ("UPDATE document SET path = 'notes/a' WHERE doc_id = 'b'", "notes/a", "another"),
      ("UPDATE document SET path = 'same/path'", "same/path", "another"),
      (
        "UPDATE document SET data = json_set(document.data, '$.x', t.x) FROM "
          + "(SELECT 1 AS x UNION ALL SELECT 2) AS t WHERE doc_id = 'b'", "notes/b", "twice"
      ),
    ])
  func refused(statement: String, document: String, reason: String) throws {
    let site = try MigrationSite(Self.three)
    try site.write("SELECT 1;\n\(statement);", to: "0005_bad.sql")
    let digest = try site.store.digest()
    for isDryRun in [true, false] {
      let error = #expect(throws: MigrationError.self) { try site.up(isDryRun: isDryRun) }
      guard case .failed(let migration, _, let failure, _) = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(migration == "0005 bad")
      #expect(failure.line == 3)
      #expect(failure.document == document)
      #expect(failure.reason.contains(reason), "\(failure.reason)")
    }
    #expect(try site.store.digest() == digest)
    #expect(try site.store.applied().count == 3)
  }
}
