import DocumentStore
import Documents
import Foundation
import StoreTesting
import Testing

#if canImport(Glibc)
  import Glibc
#endif

/// A store is read as it lies.
@Suite struct ReadOnlyTests {
  /// Takes away the right to write, of root as well where the file system can.
  private func protecting(_ paths: [String], _ body: () throws -> Void) throws -> Bool {
    if geteuid() != 0 {
      for path in paths { chmod(path, 0o555) }
      defer { for path in paths { chmod(path, 0o755) } }
      try body()
      return true
    }
    guard try paths.allSatisfy({ try chattr("+i", $0) }) else {
      for path in paths { _ = try chattr("-i", path) }
      return false
    }
    defer { for path in paths { _ = try? chattr("-i", path) } }
    try body()
    return true
  }

  private func chattr(_ flag: String, _ path: String) throws -> Bool {
    guard FileManager.default.isExecutableFile(atPath: "/usr/bin/chattr") else { return false }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/chattr")
    process.arguments = [flag, path]
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    return process.terminationStatus == 0
  }

  @Test("A store that cannot be written can be read and rehearsed on, and not changed")
  func protected() throws {
    let scratch = try Scratch()
    let store = TestStore(scratch.path("store.db"))
    try store.add([(path: "a/1", data: "{}")])
    let digest = try store.digest()
    let file = try store.fileDigest()
    let wasProtected = try protecting([store.path, scratch.directory.path]) { () throws in
      #expect(try store.digest() == digest)
      #expect(try store.run("DELETE FROM document;", isDryRun: true).removed == 1)
      #expect(try store.runs().count == 1)
      let error = #expect(throws: StoreError.self) { try store.run("DELETE FROM document;") }
      #expect(error?.code == "store-read-only")
    }
    if !wasProtected { print("skipped: root can write everywhere here") }
    #expect(try store.fileDigest() == file)
  }

  @Test("Reading and rehearsing leave no trace")
  func noTrace() throws {
    let scratch = try Scratch()
    let store = TestStore(scratch.path("store.db"))
    try store.add((0..<2000).map { (path: "a/\($0)", data: #"{"photoData":"/9j/4A=="}"#) })
    let file = try store.fileDigest()
    let names = try FileManager.default.contentsOfDirectory(atPath: scratch.directory.path)
    _ = try store.digest()
    _ = try store.runs()
    try store.run("UPDATE document SET path = 'b/' || doc_id, data = '{}';", isDryRun: true)
    #expect(try store.undo([1], isDryRun: true).map(\.restored) == [2000])
    #expect(try store.fileDigest() == file)
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.directory.path) == names)
  }

  @Test("What a killed writer left in its log is read, and left there")
  func log() throws {
    let scratch = try Scratch()
    let store = TestStore(scratch.path("store.db"))
    try store.add([(path: "a/1", data: "{}")])
    let copy = TestStore(scratch.path("copy.db"))
    try store.writing { open in
      _ = try open.run("UPDATE document SET data = '{\"x\":1}';")
      // As the files would be if the process were killed now.
      for suffix in ["", "-wal"] {
        try FileManager.default.copyItem(atPath: store.path + suffix, toPath: copy.path + suffix)
      }
    }
    let log = TestStore(copy.path + "-wal")
    let files = [try copy.fileDigest(), try log.fileDigest()]
    #expect(try copy.lines() == [#"a/1 {"x":1}"#])
    #expect(try copy.run("DELETE FROM document;", isDryRun: true).removed == 1)
    #expect([try copy.fileDigest(), try log.fileDigest()] == files)
    #expect(try copy.run("UPDATE document SET data = '{\"x\":2}';").changed == 1)
    #expect(try copy.lines() == [#"a/1 {"x":2}"#])
    #expect(!FileManager.default.fileExists(atPath: log.path))
  }
}
