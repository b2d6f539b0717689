import DocumentStore
import HalloMigration
import StoreTesting
import Testing

/// Checks that an operator adds, without compiling anything.
@Suite struct CustomCheckTests {
  @Test("A check is asked beside the program's, and replaces one of its code")
  func addsAndReplaces() throws {
    let site = try AuditSite(["users/u1": "{}", "users/u2": #"{"vip":true}"#])
    try site.write("SELECT path, 'yes' AS Detail FROM document WHERE data -> 'vip' = 'true';")
    try site.write("SELECT path FROM document WHERE 0", to: "incomplete-user.sql")
    let report = try site.audit()
    #expect(report["a-check"]?.lines == ["users/u2: yes"])
    #expect(report["incomplete-user"]?.count == 0)
    #expect(report["incomplete-user"]?.check.reason == "Title")
    #expect(report.entries.map(\.check.code) == report.entries.map(\.check.code).sorted())
  }

  @Test(
    "Queries of every form are taken",
    arguments: [
      "WITH n AS (SELECT path FROM document) SELECT path FROM n -- all",
      "SELECT d.path FROM document AS d JOIN document AS e ON e.path >= d.path",
      "SELECT path, min(detail) AS detail FROM (SELECT path, kind AS detail FROM document) GROUP BY 1;;",
      "VALUES ('a/1'), ('a/2'), ('a/1') /* no names */",
      "SELECT path FROM document UNION ALL SELECT path FROM document ORDER BY path DESC LIMIT 4",
    ])
  func forms(query: String) throws {
    let site = try AuditSite(["a/1": "{}", "a/2": "{}"])
    if query.hasPrefix("VALUES") {
      #expect(throws: AuditError.self) { try site.ask(query) }
    } else {
      let entry = try #require(try site.ask(query))
      #expect(entry.count == 2 && entry.examples.map(\.path) == ["a/1", "a/2"])
    }
  }

  @Test("A check sees the columns that migrations see, and the program's functions and tables")
  func sees() throws {
    let site = try AuditSite([
      "users/u1/profiles/P-1": #"{"phoneNumber":"7788143739"}"#,
      "users/u1/gallery_events/e":
        #"{"createdAt":0,"eventType":"taskResponse","photoData":"/9j/4A==","profileId":"778-8143739"}"#,
    ])
    let entry = try site.ask(
      """
      SELECT d.path, kind || ' ' || d.owner || ' ' || d.doc_id || ' ' || profile_id || ' ' || event_type
        || ' ' || instant || ' ' || has_photo || ' ' || legacy_ids || ' ' || e164(profile_id)
        || ' ' || (fault IS NULL) || ' ' || (as_of() > 0) || ' ' || parent_path(d.path) || ' ' || p.number
        AS detail
      FROM document AS d JOIN profile AS p WHERE legacy_profile IS NULL AND phone_number IS NULL
      """)
    #expect(
      entry?.lines == [
        """
        users/u1/gallery_events/e: event u1 e 778-8143739 taskResponse 0 1 ["778-8143739"] +17788143739 \
        1 1 users/u1 +17788143739
        """
      ])
  }

  @Test("The first five by the bytes of their paths, whatever the order of the query")
  func examples() throws {
    let site = try AuditSite([
      "a/\u{1F600}": "{}", "a/\u{FF61}": "{}", "a/é": "{}", "a/z": "{}", "a/B": "{}", "a/b": "{}",
      "a/0": "{}",
    ])
    let entry = try site.ask("SELECT path FROM document ORDER BY path DESC")
    #expect(entry?.count == 7)
    #expect(entry?.lines == ["a/0", "a/B", "a/b", "a/z", "a/é"])
  }

  @Test(
    "Files that are no query for a path, and no more, are refused before anything is asked",
    arguments: [
      ("", 2, "no query"), ("\n-- nothing\n;", 5, "no query"),
      ("SELEC path FROM document", 3, "syntax error"),
      ("SELECT path\nFROM document\nWHERE nowhere = 1", 5, "nowhere"),
      ("SELECT path FROM nowhere", 3, "no such table"),
      ("SELECT path FROM document WHERE e164(1, 2)", 3, "e164"),
      ("\n\nSELECT path FROM document; SELECT 1", 5, "second statement"),
      ("SELECT 1", 3, "it returns `1`"), ("SELECT kind, path FROM document", 3, "`kind`, `path`"),
      ("SELECT path, kind FROM document", 3, "after it maybe `detail`"),
      ("SELECT path, 'x' AS detail, 1 FROM document", 3, "it returns"),
      ("SELECT path FROM document WHERE kind = ?", 3, "parameter"),
      ("DELETE FROM document", 3, ""), ("UPDATE document SET data = '{}'", 3, ""),
      ("DELETE FROM version", 3, "deletes from `version`"),
      ("DELETE FROM version RETURNING path", 3, "a check only reads"),
      ("INSERT INTO run (name) VALUES ('x') RETURNING name AS path", 3, "inserts into `run`"),
      ("DELETE FROM user RETURNING path", 3, "deletes from `user`"),
      ("CREATE TEMP TABLE t AS SELECT path FROM document", 3, "a check only reads"),
      ("DROP TABLE user", 3, "a check only reads"),
      ("PRAGMA user_version", 3, "a check only reads"),
      ("PRAGMA journal_mode = DELETE", 3, "a check only reads"),
      ("ATTACH 'x.db' AS x", 3, "a check only reads"), ("VACUUM", 3, ""), ("BEGIN", 3, ""),
      ("EXPLAIN SELECT path FROM document", 3, "it returns"),
      ("SELECT load_extension('libm.so') AS path", 3, "load_extension"),
      ("SELECT path FROM document WHERE json_extract('{', '$.a') = 1", 3, "malformed JSON"),
    ])
  func refused(query: String, line: Int, reason: String) throws {
    let site = try AuditSite()
    let digest = try site.store.fileDigest()
    try site.write("SELECT path FROM document", to: "z-last.sql")
    let error = #expect(throws: AuditError.self) { try site.ask(query) }
    guard case .unusable(let file, let found, let why) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(file.hasSuffix("/audit/a-check.sql"))
    #expect(found == line, "\(why)")
    #expect(why.contains(reason), "\(why)")
    #expect(try site.store.fileDigest() == digest)
  }

  @Test(
    "What fails only on documents names the file too",
    arguments: [
      ("SELECT NULL AS path FROM document", "NULL"),
      ("SELECT json_extract(path, '$.a') AS path FROM document", "malformed JSON"),
    ])
  func failsLater(query: String, reason: String) throws {
    let site = try AuditSite()
    let error = #expect(throws: AuditError.self) { try site.ask(query) }
    #expect(error?.code == "check-failed")
    #expect(error?.description.contains("/audit/a-check.sql, line 3: ") == true)
    #expect(error?.description.contains(reason) == true, "\(String(describing: error))")
  }
}
