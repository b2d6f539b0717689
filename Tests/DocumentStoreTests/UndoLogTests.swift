import DocumentStore
import Foundation
import StoreTesting
import Testing

/// What taking a large run back writes.
@Suite struct UndoLogTests {
  @Test(
    "A large run is taken back to the byte, and most of its pages are freed without being written",
    arguments: [0, 4, 8, 20])
  func log(others: Int) throws {
    let scratch = try Scratch()
    let store = TestStore(scratch.path("store.db"))
    let text = String(repeating: "x", count: 600)
    // How many other versions come before decides how full the page is before those that go.
    try store.add((0..<(15_000 + others)).map { (path: "a/\($0)", data: #"{"t":"\#(text)"}"#) })
    let digest = try store.digest()
    let first = try store.run("UPDATE document SET data = json_set(data, '$.a', 1);")
    let second = try store.run("DELETE FROM document WHERE doc_id % 3 = 0;")
    // Another connection keeps the log from being merged into the file.
    let reader = try SQLiteFile(store.path)
    try reader.rows("SELECT * FROM run")
    let outcomes = try store.undo([first.run, second.run])
    #expect(outcomes.map(\.restored) == [15_000 + others, second.removed])
    #expect(try reader.value("PRAGMA integrity_check") == "ok")
    let log = try FileManager.default.attributesOfItem(atPath: store.path + "-wal")[.size] as? Int
    #expect((log ?? .max) / 16_384 < 100)
    #expect(try store.digest() == digest)
  }
}
