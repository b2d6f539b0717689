import Documents
import FirestoreClient
import FirestoreTesting
import Foundation
import Testing

/// The client beside Google's own.
@Suite(
  .enabled(if: GoogleClient.isInstalled, "\(GoogleClient.requirement)"))
struct GoogleClientTests {
  @Test(
    "Google's client reads every type as it was written, and what it writes is read the same",
    .enabled(if: Emulator.isInstalled, "\(Emulator.requirement)"))
  func emulator() throws {
    let emulator = try Emulator.started()
    let seen = try copy(at: emulator.address, emulator.connection(project:))
    #expect(seen.partitions == 0)
  }

  @Test("Google's client can't tell the fake from an emulator, but that it divides queries")
  func fake() throws {
    let fake = try FakeFirestore()
    let seen = try copy(at: fake.address) { try fake.connection(project: $0) }
    #expect(seen.partitions == 4)
  }

  /// Lets Google's client copy documents, and compares the copies.
  private func copy(
    at address: String, _ connection: (String) throws -> FirestoreConnection
  ) throws -> Seen {
    var generator = GeneratedDocuments(seed: 23, vectorsHoldNaN: false)
    let documents = generator.documents(150).map(\.forGoogle)
    let id = UUID().uuidString.lowercased()
    let (from, to) = ("from-\(id)", "to-\(id)")
    try connection(from).create(documents)
    let paths = documents.map(\.path)
    let output = try GoogleClient.run(
      ["copy", from, to], input: String(decoding: try JSONEncoder().encode(paths), as: UTF8.self),
      emulator: address)
    let seen = try JSONDecoder().decode(Seen.self, from: output)
    #expect(seen.copied == documents.count)
    #expect(seen.streamed.sorted() == paths.sorted())
    #expect(seen.collections.sorted() == Set(documents.map(\.collection)).sorted())
    let copies = try connection(to).everything()
    #expect(copies.map { text($0.document) }.sorted() == documents.map(text).sorted())
    return seen
  }

  private struct Seen: Decodable {
    let copied: Int
    let streamed: [String]
    let collections: [String]
    let partitions: Int
  }

  @Test("Numbers and types of all fields are Google's")
  func protocolBuffers() throws {
    let directory =
      URL(fileURLWithPath: #filePath).deletingLastPathComponent().path
      + "/../../Sources/FirestoreClient/Protocol"
    let files = try FileManager.default.contentsOfDirectory(atPath: directory)
      .filter { $0.hasSuffix(".proto") }
    #expect(files.count == 2)
    let output = try GoogleClient.run(["types"] + files.map { directory + "/" + $0 })
    let compared = Int(String(decoding: output, as: UTF8.self).filter(\.isNumber))
    #expect((compared ?? 0) > 80)
  }

  @Test("A service account's token is signed so that others can verify it")
  func token() async throws {
    let directory = FileManager.default.temporaryDirectory.appendingPathComponent(
      "hallo-migrate-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }
    let key = try KeyFile(in: directory)
    let credentials = try Credentials(
      for: .google, environment: ["GOOGLE_APPLICATION_CREDENTIALS": key.path],
      now: Clock(1_700_000_000).now)
    let publicKey = directory.path + "/public.pem"
    try Data(key.publicKey.utf8).write(to: URL(fileURLWithPath: publicKey))
    let claims = try GoogleClient.run(
      ["verify", publicKey], input: try await credentials.token())
    #expect(String(decoding: claims, as: UTF8.self).contains(#""exp":1700003600"#))
  }
}

extension Document {
  /// The document without what Google's client fails at: references to other databases, and parts
  /// of seconds before 1970 or at the end of 9999, which it rounds wrongly.
  fileprivate var forGoogle: Document {
    Document(path: path, fields: fields.map(\.forGoogle))
  }
}

extension Field {
  fileprivate var forGoogle: Field { Field(name: name, value: value.forGoogle) }
}

extension Value {
  fileprivate var forGoogle: Value {
    switch self {
    case .reference(let text) where text.hasPrefix("projects/"): .reference("users/u1")
    case .array(let values): .array(values.map(\.forGoogle))
    case .map(let fields): .map(fields.map(\.forGoogle))
    case .timestamp(-1): .timestamp(microseconds: -1_000_000)
    case .timestamp(Instant.range.upperBound): .timestamp(microseconds: 253_402_300_799_000_000)
    default: self
    }
  }
}
