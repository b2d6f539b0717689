import DocumentStore
import Foundation
import StoreTesting
import Testing

#if canImport(Glibc)
  import Glibc
#endif

@Suite struct StoreLockTests {
  private func holder(_ body: () throws -> Void) -> StoreLock.Holder? {
    let error = #expect(throws: StoreError.self, performing: body)
    guard case .inUse(_, let holder) = error else {
      Issue.record("\(String(describing: error))")
      return nil
    }
    return holder
  }

  @Test("A second holder is told who the first is")
  func second() throws {
    let scratch = try Scratch()
    let store = TestStore(scratch.path("store.db"))
    var lock: StoreLock? = try store.lock(command: "hallo-migrate up")
    let holder = holder { _ = try store.lock() }
    #expect(holder?.pid == getpid())
    #expect(holder?.host == "localhost")
    #expect(holder?.command == "hallo-migrate up")
    #expect(self.holder { try store.add([(path: "a/1", data: "{}")]) } != nil)
    #expect(!FileManager.default.fileExists(atPath: store.path))
    withExtendedLifetime(lock) {}
    lock = nil
    try store.add([(path: "a/1", data: "{}")])
  }

  @Test("Readers need no lock")
  func readers() throws {
    let scratch = try Scratch()
    let store = TestStore(scratch.path("store.db"))
    try store.add([(path: "a/1", data: "{}")])
    let lock = try store.lock()
    #expect(try store.lines() == ["a/1 {}"])
    #expect(try store.run("DELETE FROM document;", isDryRun: true).removed == 1)
    withExtendedLifetime(lock) {}
  }

  @Test("A lock is waited for as long as is asked")
  func wait() throws {
    let scratch = try Scratch()
    let store = TestStore(scratch.path("store.db"))
    let lock = try store.lock()
    let clock = ContinuousClock()
    let waited = clock.measure { _ = holder { _ = try store.lock(wait: 0.3) } }
    #expect(waited >= .milliseconds(300))
    withExtendedLifetime(lock) {}
  }

  @Test(
    "A lock ends with its holder, however that ends",
    .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/flock")))
  func killed() throws {
    let scratch = try Scratch()
    let store = TestStore(scratch.path("store.db"))
    let child = Process()
    child.executableURL = URL(fileURLWithPath: "/usr/bin/flock")
    child.arguments = ["--no-fork", store.path + ".lock", "/bin/sleep", "600"]
    try child.run()
    var isHeld = false
    for _ in 0..<500 where !isHeld {
      usleep(10_000)
      isHeld = (try? store.lock()) == nil
    }
    #expect(isHeld)
    kill(child.processIdentifier, SIGKILL)
    child.waitUntilExit()
    _ = try store.lock()
  }

  @Test("A lock file whose text is damaged still locks")
  func damaged() throws {
    let scratch = try Scratch()
    let store = TestStore(scratch.path("store.db"))
    let lock = try store.lock()
    try Data("{".utf8).write(to: URL(fileURLWithPath: store.path + ".lock"), options: [])
    #expect(holder { _ = try store.lock() } == nil)
    withExtendedLifetime(lock) {}
  }

  @Test("A link in the lock's place is not followed")
  func link() throws {
    let scratch = try Scratch()
    let store = TestStore(scratch.path("store.db"))
    let victim = try scratch.write("precious", to: "victim")
    try FileManager.default.createSymbolicLink(
      atPath: store.path + ".lock", withDestinationPath: victim)
    #expect(throws: StoreError.self) { try store.lock() }
    #expect(try String(contentsOfFile: victim, encoding: .utf8) == "precious")
  }
}
