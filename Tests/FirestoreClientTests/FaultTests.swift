import Documents
import FirestoreClient
import FirestoreTesting
import Synchronization
import Testing

/// What the client makes of a server that fails.
@Suite struct FaultTests {
  let fake: FakeFirestore
  let connection: FirestoreConnection

  init() throws {
    fake = try FakeFirestore()
    connection = try fake.connection()
  }

  private static let faultsOfAStream: [Fault] = [
    .refuse("UNAVAILABLE"), .refuse("DEADLINE_EXCEEDED"), .refuse("INTERNAL"),
    .refuse("ABORTED"), .refuse("RESOURCE_EXHAUSTED"), .cut(after: 0), .cut(after: 700),
    .refuseAfter(0, "UNAVAILABLE"), .refuseAfter(1, "INTERNAL"),
    .refuseAfter(501, "DEADLINE_EXCEEDED"),
  ]

  @Test("A stream that fails goes on where it was", arguments: faultsOfAStream)
  func resumes(fault: Fault) throws {
    let documents = (0..<1200).map { document("a/\($0 + 10_000)", $0) }
    try connection.create(documents)
    fake.inject(.cut(after: 0), into: "BatchGetDocuments")
    fake.inject(fault, into: "RunQuery")
    fake.inject(.refuseAfter(3, "UNAVAILABLE"), into: "RunQuery")
    let seen = Seen()
    _ = try connection.stream(DocumentQuery(.everything)) {
      #expect($0.count <= 500)
      seen.add($0)
    }.wait()
    #expect(seen.documents.map(\.path) == documents.map(\.path))
    #expect(fake.requests(to: "RunQuery") == 3)
  }

  @Test("A stream that fails shows the same moment all along, and no more than its limit")
  func resumesAtTheSameTime() throws {
    try connection.create((0..<20).map { document("a/\($0 + 10)", $0) })
    var query = DocumentQuery(.collection("a"))
    (query.limit, query.field) = (15, .init(name: "t x"))
    query.namesOnly = true
    let other = try fake.connection()
    let seen = Seen()
    let all = try connection.all(query).map(\.path)
    for _ in 0..<3 { fake.inject(.refuseAfter(4, "UNAVAILABLE"), into: "RunQuery") }
    _ = try connection.stream(query) { documents in
      // Were the time not the same, these would come, too.
      for document in documents {
        let new = Document(
          path: document.path + "-new",
          fields: [
            Field(name: "t x", value: .string("zzz"))
          ])
        _ = try? other.commit([.create(new)]).wait()
      }
      seen.add(documents)
    }.wait()
    #expect(seen.documents.map(\.path) == all)
    #expect(seen.documents.allSatisfy { $0.document.fields.isEmpty })
  }

  @Test("A stream ends in what its receiver throws")
  func receiverThrows() throws {
    struct Own: Error {}
    try connection.create((0..<10).map { document("a/\($0)", $0) })
    #expect(throws: Own.self) {
      try connection.stream(DocumentQuery(.everything)) { _ in throw Own() }.wait()
    }
  }

  @Test("A stream waits for its receiver, which is never called twice at once")
  func backPressure() throws {
    try connection.create((0..<2000).map { document("a/\($0)", $0) })
    let running = Atomic<Int>(0)
    _ = try connection.stream(DocumentQuery(.everything)) { _ in
      #expect(running.add(1, ordering: .relaxed).newValue == 1)
      // It may even ask the same connection, and wait.
      #expect((try? connection.get(["a/1"]).wait().count) == 1)
      running.subtract(1, ordering: .relaxed)
    }.wait()
  }

  @Test("Reads are tried again", arguments: ["UNAVAILABLE", "INTERNAL", "DEADLINE_EXCEEDED"])
  func readsAgain(code: String) throws {
    try connection.create((0..<5).map { document("a/\($0)", $0) })
    for procedure in ["BatchGetDocuments", "ListCollectionIds", "PartitionQuery"] {
      fake.inject(.refuse(code), into: procedure)
      fake.inject(.cut(after: 0), into: procedure)
    }
    #expect(try connection.get(["a/1", "a/none", "a/2"]).wait().count == 2)
    #expect(try connection.collections().wait() == ["a"])
    #expect(try connection.partitions(of: "a", count: 2).wait().count == 1)
  }

  @Test("A get of many documents asks for 500 at a time")
  func getsInParts() throws {
    let paths = (0..<1001).map { "a/\($0)" }
    try connection.create(paths.map { document($0, 0) })
    #expect(try connection.get(paths).wait().count == 1001)
    #expect(fake.requests(to: "BatchGetDocuments") == 3)
  }

  @Test(
    "A commit is tried again where nothing was written",
    arguments: ["ABORTED", "RESOURCE_EXHAUSTED"])
  func commitsAgain(code: String) throws {
    fake.inject(.refuse(code), into: "Commit")
    fake.inject(.refuse(code), into: "Commit")
    #expect(try connection.commit([.create(document("a/1", 1))]).wait().count == 1)
    #expect(fake.requests(to: "Commit") == 3)
  }

  private static let unknown: [Fault] =
    ["UNAVAILABLE", "DEADLINE_EXCEEDED", "INTERNAL", "UNKNOWN", "CANCELLED", "DATA_LOSS"]
    .flatMap { [.refuse($0), .doAndRefuse($0)] } + [.cut(after: 0)]

  @Test("A commit whose answer is lost is not tried again", arguments: unknown)
  func ambiguous(fault: Fault) throws {
    fake.inject(fault, into: "Commit")
    let failure = #expect(throws: RemoteError.self) {
      try connection.commit([.create(document("a/1", 1))]).wait()
    }
    guard case .ambiguous = failure else {
      Issue.record("\(String(describing: failure))")
      return
    }
    #expect(fake.requests(to: "Commit") == 1)
  }

  @Test(
    "A commit that is refused for good has written nothing",
    arguments: ["PERMISSION_DENIED", "UNAUTHENTICATED", "INVALID_ARGUMENT", "UNIMPLEMENTED"])
  func refused(code: String) throws {
    fake.inject(.refuse(code), into: "Commit")
    let failure = #expect(throws: RemoteError.self) {
      try connection.commit([.create(document("a/1", 1))]).wait()
    }
    if case .ambiguous = failure { Issue.record("it is known that nothing was written") }
    #expect(fake.requests(to: "Commit") == 1)
    #expect(try connection.everything().isEmpty)
  }

  @Test("Where no one listens, reads and commits say so in the end, and that nothing was sent")
  func notReachable() throws {
    let connection = try fake.connection(retryLimit: .milliseconds(300))
    fake.close()
    for work in [
      { _ = try connection.get(["a/1"]).wait() },
      { _ = try connection.commit([.create(document("a/1", 1))]).wait() },
      { _ = try connection.everything() },
    ] {
      let failure = #expect(throws: RemoteError.self) { try work() }
      guard case .notReachable = failure else {
        Issue.record("\(String(describing: failure))")
        continue
      }
    }
  }

  @Test("What waits can be stopped; a commit that was sent is then unknown")
  func stops() throws {
    fake.inject(.hang, into: "RunQuery")
    fake.inject(.hang, into: "Commit")
    let stream = connection.stream(DocumentQuery(.everything)) { _ in }
    let failure = #expect(throws: RemoteError.self) { try stream.wait(unless: { true }) }
    guard case .stopped = failure else {
      Issue.record("\(String(describing: failure))")
      return
    }
    let calls = Atomic<Int>(0)
    let commit = connection.commit([.create(document("a/1", 1))])
    let unknown = #expect(throws: RemoteError.self) {
      try commit.wait(unless: { calls.add(1, ordering: .relaxed).newValue > 5 })
    }
    guard case .ambiguous = unknown else {
      Issue.record("\(String(describing: unknown))")
      return
    }
  }

  @Test("Partitions cover a collection group, page by page")
  func partitions() throws {
    try connection.create((0..<1000).map { document("a/\($0)/b/c", $0) })
    #expect(try connection.partitions(of: "b", count: 500).wait().count == 499)
    let paths = try connection.partitions(of: "b", count: 10).wait()
    #expect(paths.count == 9)
    let parts = try zip([nil] + paths, paths + [nil]).map { from, before in
      var query = DocumentQuery(.collectionGroup("b"))
      (query.from, query.before) = (from, before)
      return try connection.all(query).map(\.path)
    }
    #expect(parts.allSatisfy { $0.count == 100 })
    #expect(parts.flatMap { $0 } == (try connection.everything().map(\.path)))
  }

  @Test("Another token than the server's is refused, and not shown")
  func wrongToken() throws {
    let strict = try FakeFirestore(token: "s3cret")
    let failure = #expect(throws: RemoteError.self) {
      try strict.connection().get(["a/1"]).wait()
    }
    guard case .notAuthenticated = failure else {
      Issue.record("\(String(describing: failure))")
      return
    }
    #expect(failure?.description.contains("owner") == false)
  }
}
