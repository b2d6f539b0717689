import DocumentStore
import Documents
import Foundation
import StoreTesting
import Testing

/// What a file can be instead of a store that can be used.
@Suite struct StoreFileTests {
  private static let documents = (0..<60).map { index in
    (
      path: "users/u/notes/\(index)",
      data: #"{"n":"\#(String(repeating: "x", count: index * 20))"}"#
    )
  }

  /// The codes with which a file is refused: to be read, to be changed, and to import into.
  private func refusals(_ store: TestStore) -> [String?] {
    let attempts: [() throws -> Void] = [
      { _ = try store.digest() }, { try store.run("SELECT 1;") }, { try store.add(Self.documents) },
    ]
    return attempts.map { attempt in
      do {
        try attempt()
        return nil
      } catch {
        return (error as? StoreError)?.code ?? "\(error)"
      }
    }
  }

  @Test(
    "A file that is no SQLite database is refused and left alone", arguments: ["", "{\"a\":1}\n"])
  func notSQLite(content: String) throws {
    let scratch = try Scratch()
    let path = try scratch.write(content, to: "store.db")
    let all = Array(repeating: "store-not-sqlite" as String?, count: 3)
    #expect(refusals(TestStore(path)) == all)
    #expect(try String(contentsOfFile: path, encoding: .utf8) == content)
  }

  @Test("A directory is refused")
  func directory() throws {
    let scratch = try Scratch()
    try scratch.write("x", to: "store.db/file")
    let all = Array(repeating: "store-not-sqlite" as String?, count: 3)
    #expect(refusals(TestStore(scratch.path("store.db"))) == all)
  }

  @Test("Another program's database is refused and left alone")
  func foreign() throws {
    let scratch = try Scratch()
    let store = TestStore(scratch.path("store.db"))
    let file = try SQLiteFile(store.path)
    try file.rows("CREATE TABLE version (id)")
    let digest = try store.fileDigest()
    #expect(refusals(store) == Array(repeating: "not-a-store", count: 3))
    #expect(try store.fileDigest() == digest)
  }

  @Test("A newer version's store is refused and left alone")
  func newer() throws {
    let scratch = try Scratch()
    let store = TestStore(scratch.path("store.db"))
    try store.add(Self.documents)
    try SQLiteFile(store.path).rows("PRAGMA user_version = 99")
    let digest = try store.fileDigest()
    #expect(refusals(store) == Array(repeating: "store-newer", count: 3))
    #expect(try store.fileDigest() == digest)
  }

  @Test(
    "A store of an older format is brought up to date when it is changed, and left alone by readers"
  )
  func older() throws {
    let scratch = try Scratch()
    let store = TestStore(scratch.path("store.db"))
    try store.add(Self.documents)
    for table in ["remote", "departed", "conflict"] {
      try SQLiteFile(store.path).rows("DROP TABLE \(table)")
    }
    try SQLiteFile(store.path).rows("DROP INDEX archived_photo_path")
    try SQLiteFile(store.path).rows("ALTER TABLE source DROP COLUMN unit")
    try SQLiteFile(store.path).rows("ALTER TABLE source DROP COLUMN file")
    try SQLiteFile(store.path).rows("PRAGMA user_version = 2")
    let digest = try store.fileDigest()
    func origin(of path: String) throws -> String? {
      try store.reading { try $0.history(of: path).first?.versions.first?.origin }
    }
    #expect(throws: StoreError.self) { try origin(of: "users/u/notes/7") }
    #expect(try store.fileDigest() == digest)
    try store.add([(path: "a/b", data: "{}")], source: "new.ndjson")
    #expect(try origin(of: "users/u/notes/7") == "test.ndjson, at 8")
    #expect(try origin(of: "a/b") == "new.ndjson, line 1")
  }

  @Test("What is not there is told from where it should be")
  func missing() throws {
    let scratch = try Scratch()
    let store = TestStore(scratch.path("store.db"))
    #expect(refusals(store) == ["store-missing", "store-missing", nil])
    let elsewhere = TestStore(scratch.path("no/store.db"))
    let missingDirectory = "store-directory-missing"
    #expect(refusals(elsewhere) == Array(repeating: missingDirectory, count: 3))
    #expect(!FileManager.default.fileExists(atPath: scratch.path("no")))
  }

  @Test("A store is for its owner only, and its file is whole after each action")
  func modeAndIntegrity() throws {
    let scratch = try Scratch()
    let store = TestStore(scratch.path("st?re #1%20 é.db"))
    try store.add(Self.documents)
    let attributes = try FileManager.default.attributesOfItem(atPath: store.path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    let digest = try store.digest()
    let run = try store.run(
      "UPDATE document SET path = 'x/' || doc_id, data = json_set(data, '$.x', 1);"
        + "DELETE FROM document WHERE doc_id > '3';"
    ).run
    #expect(try SQLiteFile(store.path).value("PRAGMA integrity_check") == "ok")
    try store.undo([run])
    #expect(try SQLiteFile(store.path).value("PRAGMA integrity_check") == "ok")
    #expect(try store.digest() == digest)
    let names = try FileManager.default.contentsOfDirectory(atPath: scratch.directory.path)
    #expect(names.sorted() == ["st?re #1%20 é.db", "st?re #1%20 é.db.lock"])
  }

  @Test("Bytes that have changed on the disk are an error or other data, and never a crash")
  func flippedBytes() throws {
    let scratch = try Scratch()
    let store = TestStore(scratch.path("store.db"))
    try store.add(Self.documents)
    let whole = try Data(contentsOf: URL(fileURLWithPath: store.path))
    var random = SplitMix64(seed: 1)
    for _ in 0..<150 {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...40, using: &random) {
        let offset = Int.random(in: 100..<bytes.count, using: &random)
        bytes[offset] = UInt8.random(in: 0...255, using: &random)
      }
      try bytes.write(to: URL(fileURLWithPath: store.path))
      for code in refusals(store).compactMap({ $0 }) where !code.hasPrefix("ImportConflict") {
        #expect(["store-damaged", "store-failed", "not-a-store", "store-newer"].contains(code))
      }
    }
  }

  @Test("A store that has lost a page or its end is damaged", arguments: [0, 1])
  func lostPages(what: Int) throws {
    let scratch = try Scratch()
    let store = TestStore(scratch.path("store.db"))
    try store.add(Self.documents)
    let whole = try Data(contentsOf: URL(fileURLWithPath: store.path))
    let file = try SQLiteFile(store.path)
    let sql = "SELECT rootpage FROM sqlite_master WHERE name = 'version'"
    let page = try #require(try file.value(sql).flatMap { Int($0) })
    let size = try #require(try file.value("PRAGMA page_size").flatMap { Int($0) })
    var bytes = whole
    if what == 0 {
      bytes.replaceSubrange(((page - 1) * size)..<(page * size), with: Data(count: size))
    } else {
      bytes = whole.prefix((page - 1) * size)
    }
    try bytes.write(to: URL(fileURLWithPath: store.path))
    #expect(refusals(store) == ["store-damaged", "store-damaged", "store-damaged"])
  }

  @Test(
    "The sqlite3 program reads the documents",
    .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/sqlite3")))
  func shell() throws {
    let scratch = try Scratch()
    let store = TestStore(scratch.path("store.db"))
    try store.add([(path: "a/1", data: "{\"é\":1}"), (path: "a/2", data: "{}")])
    try store.run(
      "UPDATE document SET path = 'b/' || doc_id; DELETE FROM document WHERE doc_id = '2';")
    let shell = Process()
    shell.executableURL = URL(fileURLWithPath: "/usr/bin/sqlite3")
    shell.arguments = ["-readonly", store.path, "SELECT path, data, doc_id FROM document"]
    let output = Pipe()
    shell.standardOutput = output
    try shell.run()
    shell.waitUntilExit()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    #expect(text == "b/1|{\"é\":1}|1\n")
  }
}
