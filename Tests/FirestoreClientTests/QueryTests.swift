import Documents
import FirestoreClient
import FirestoreTesting
import Testing

/// What queries give, from Google's emulator and from the fake.
@Suite struct QueryTests {
  @Test(
    "Queries give what they say, from Google's emulator",
    .enabled(if: Emulator.isInstalled, "\(Emulator.requirement)"))
  func emulator() throws { try check(try Emulator.started().connection()) }

  @Test("Queries give what they say, from the fake")
  func fake() throws {
    let fake = try FakeFirestore()
    try check(try fake.connection())
  }

  private func check(_ connection: FirestoreConnection) throws {
    try connection.create(Self.paths.enumerated().map { document($1, $0) })
    for (name, query, expected) in Self.queries {
      let seen = try connection.all(query)
      #expect(seen.map(\.path) == expected, "\(name)")
      #expect(try connection.count(query).wait() == expected.count, "\(name)")
      for document in seen {
        #expect(document.document.fields.isEmpty == query.namesOnly, "\(name)")
      }
    }
  }

  private static let paths = [
    "a/1", "a/1/a/2", "a/1/b/3", "a/1/b/missing/a/4", "a/1-0", "a/10", "b/1",
    "b/missing/a/5",
  ]

  private static let queries: [(String, DocumentQuery, [String])] = [
    ("everything", query(.everything), paths),
    (
      "group", query(.collectionGroup("a")),
      [paths[0], paths[1], paths[3], paths[4], paths[5], paths[7]]
    ),
    ("root collection", query(.collection("a")), ["a/1", "a/1-0", "a/10"]),
    ("below", query(.below("a/1")), Array(paths[1...3])),
    ("below a missing document", query(.below("b/missing")), [paths[7]]),
    ("below nothing", query(.below("c/none")), []),
    ("after", query(.everything, after: "a/1"), Array(paths[1...])),
    ("after what isn't there", query(.everything, after: "a/1/b/zzz"), Array(paths[4...])),
    ("from", query(.everything, from: "a/1-0"), Array(paths[4...])),
    ("from what isn't there", query(.everything, from: "a/0/x/y"), paths),
    ("before", query(.everything, before: "a/1-0"), Array(paths[..<4])),
    ("range", query(.everything, from: "a/1/b/3", before: "b/0"), Array(paths[2...5])),
    (
      "after in a range", query(.everything, after: "a/1/b/3", from: "a/1", before: "b/0"),
      Array(paths[3...5])
    ),
    (
      "group in a range", query(.collectionGroup("a"), from: "a/1/a/2", before: "b/1"),
      [paths[1], paths[3], paths[4], paths[5]]
    ),
    ("group after", query(.collectionGroup("a"), after: "a/1-0"), [paths[5], paths[7]]),
    (
      "collection in a range", query(.collection("a"), from: "a/1-0", before: "a/11"),
      ["a/1-0", "a/10"]
    ),
    ("below after", query(.below("a/1"), after: "a/1/a/2"), Array(paths[2...3])),
    ("limit", query(.everything, after: "a/1", limit: 2), Array(paths[1...2])),
    ("names", query(.everything, namesOnly: true), paths),
    ("names below", query(.below("a/1"), namesOnly: true), Array(paths[1...3])),
    // The field `n` is a number, and `t` a text: its last digit.
    (
      "field", query(.collectionGroup("a"), field: .init(name: "t x")),
      ["a/1-0", "a/1", "a/10", "a/1/a/2", "b/missing/a/5", "a/1/b/missing/a/4"].sorted(by: byText)
    ),
    ("no text", query(.collectionGroup("a"), field: .init(name: "n")), []),
    (
      "field in a range",
      query(.collectionGroup("a"), field: .init(name: "t x", from: "1", before: "4")),
      [paths[1], paths[3]]
    ),
    (
      "field after",
      query(
        .collectionGroup("a"), after: "a/1/b/missing/a/4",
        field: .init(name: "t x", from: "1", afterValue: "3")), [paths[4], paths[5], paths[7]]
    ),
    (
      "names by field",
      query(.collection("a"), field: .init(name: "t x", from: "4"), namesOnly: true),
      ["a/1-0", "a/10"]
    ),
  ]

  private static func byText(_ one: String, _ other: String) -> Bool {
    (paths.firstIndex(of: one) ?? 0) < (paths.firstIndex(of: other) ?? 0)
  }

  private static func query(
    _ scope: DocumentQuery.Scope, after: String? = nil, from: String? = nil,
    before: String? = nil, field: DocumentQuery.TextRange? = nil, limit: Int? = nil,
    namesOnly: Bool = false
  ) -> DocumentQuery {
    var query = DocumentQuery(scope)
    (query.after, query.from, query.before) = (after, from, before)
    (query.field, query.limit, query.namesOnly) = (field, limit, namesOnly)
    return query
  }
}
