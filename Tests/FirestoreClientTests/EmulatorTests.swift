import Documents
import FirestoreClient
import FirestoreTesting
import Testing

/// The client against Google's emulator.
@Suite(
  .enabled(if: Emulator.isInstalled, "\(Emulator.requirement)"))
struct EmulatorTests {
  let connection: FirestoreConnection

  init() throws { connection = try Emulator.started().connection() }

  @Test("Documents of every type come back as they were written")
  func everyType() throws {
    var generator = GeneratedDocuments(seed: 11, vectorsHoldNaN: false)
    let documents = generator.documents(200)
    try connection.create(documents)
    let seen = try connection.everything()
    #expect(seen.map { text($0.document) }.sorted() == documents.map(text).sorted())
    let got = try connection.get(documents.map(\.path) + ["no/ne"]).wait()
    #expect(got.map { text($0.document) }.sorted() == documents.map(text).sorted())
    let found = try connection.find(documents.map(\.path) + ["no/ne"]).wait()
    #expect(
      Set(found.map { "\($0.document.path) \($0.updateTime)" })
        == Set(got.map { "\($0.document.path) \($0.updateTime)" }))
    #expect(found.allSatisfy { $0.document.fields.isEmpty })
  }

  @Test("A stream gives everything in the order of names")
  func order() throws {
    let paths = [
      "a/__id-3__", "a/__id2__", "a/__id10__", "a/b", "a/b/c/d", "a/b/cc/missing/e/f", "a/b-c",
      "a/é", "aa/b", "users/u1/profiles/p",
    ]
    try connection.create(paths.reversed().map { Document(path: $0, fields: []) })
    #expect(try connection.everything().map(\.document.path) == paths)
    #expect(paths.shuffled().sorted(by: NameOrder.precedes) == paths)
  }

  @Test("A commit is refused whole when a document is not as expected")
  func preconditions() throws {
    try connection.create([document("a/1", 1), document("a/2", 2), document("a/3", 3)])
    let known = try connection.get(["a/1", "a/2"]).wait().sorted { $0.path < $1.path }
    let (one, two) = (known[0], known[1])
    let times = try connection.commit([
      .update(document("a/1", 10), ifUpdatedAt: one.updateTime),
      .update(two.document, ifUpdatedAt: two.updateTime), .create(document("a/4", 4)),
    ]).wait()
    #expect(times[0] > one.updateTime)
    #expect(times[1] == two.updateTime, "nothing changed")

    let refused: [RemoteWrite] = [
      .create(document("a/3", 0)), .update(document("a/1", 0), ifUpdatedAt: one.updateTime),
      .delete(path: "a/1", ifUpdatedAt: one.updateTime),
      .update(document("a/none", 0), ifUpdatedAt: one.updateTime),
      .delete(path: "a/none", ifUpdatedAt: one.updateTime),
    ]
    for write in refused {
      let writes = [.delete(path: "a/2", ifUpdatedAt: two.updateTime), write]
      #expect(preconditionFailed { try connection.commit(writes).wait() }, "\(write)")
    }
    let expected = [
      document("a/1", 10), document("a/2", 2), document("a/3", 3), document("a/4", 4),
    ]
    #expect(try connection.everything().map { text($0.document) } == expected.map(text))
  }

  @Test("A stream shows one moment, and an earlier one if it is asked for")
  func readTime() throws {
    try connection.create([document("a/1", 1)])
    let seen = Seen()
    let time = try connection.stream(DocumentQuery(.everything)) { seen.add($0) }.wait()
    try connection.create([document("a/2", 2)])
    #expect(try connection.all(DocumentQuery(.everything), at: time).map(\.path) == ["a/1"])
    #expect(try connection.everything().map(\.path) == ["a/1", "a/2"])
  }

  @Test("Collections are listed, those below missing documents too")
  func collections() throws {
    let many = (0..<320).map { document("c\($0)/d", 0) }
    try connection.create([document("a/missing/b/c", 1), document("users/u/x/y", 1)] + many)
    #expect(
      try connection.collections().wait().sorted()
        == (["a", "users"] + many.map(\.collection))
        .sorted())
    #expect(try connection.collections(below: "a/missing").wait() == ["b"])
    #expect(try connection.collections(below: "a/none").wait() == [])
  }

  @Test("A server that can't divide a query is no failure")
  func partitions() throws {
    #expect(try connection.partitions(of: "users", count: 8).wait() == [])
  }

  @Test("Writes that are too many or too large are not sent")
  func limits() throws {
    let many = (0...500).map { RemoteWrite.create(document("a/\($0)", 0)) }
    #expect(throws: RemoteError.self) { try connection.commit(many).wait() }
    let large = (0..<5).map {
      RemoteWrite.create(
        Document(
          path: "a/\($0)",
          fields: [Field(name: "b", value: .bytes(.init(repeating: 7, count: 900_000)))]))
    }
    #expect(throws: RemoteError.self) { try connection.commit(large).wait() }
    #expect(try connection.everything().isEmpty)
    #expect(try connection.commit(Array(large.dropLast())).wait().count == 4)
    #expect(try connection.everything().count == 4)
  }
}
