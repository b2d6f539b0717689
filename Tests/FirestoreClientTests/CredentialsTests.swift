import Documents
import FirestoreClient
import FirestoreTesting
import Foundation
import JWTKit
import Testing

/// Who asks, and what is said when nobody knows.
@Suite struct CredentialsTests {
  private let directory: URL

  init() throws {
    directory = FileManager.default.temporaryDirectory.appendingPathComponent(
      "hallo-migrate-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
  }

  @Test("A service account signs for itself, and again before an hour is over")
  func serviceAccount() async throws {
    defer { try? FileManager.default.removeItem(at: directory) }
    let key = try KeyFile(in: directory)
    let clock = Clock(1_700_000_000)
    let credentials = try credentials(key.path, clock)
    #expect(credentials.warnings == [])

    let token = try await credentials.token()
    let keys = await JWTKeyCollection().add(
      rsa: try Insecure.RSA.PublicKey(pem: key.publicKey), digestAlgorithm: .sha256)
    let claims = try await keys.verify(token, as: Claims.self)
    #expect(claims == Claims(start: 1_700_000_000))
    let header = try #require(token.split(separator: ".").first.flatMap(Self.json))
    #expect(header == ["alg": "RS256", "typ": "JWT", "kid": "key-1"])

    clock.advance(3300)
    #expect(try await credentials.token() == token)
    clock.advance(100)
    let renewed = try await keys.verify(try await credentials.token(), as: Claims.self)
    #expect(renewed == Claims(start: 1_700_003_400))
  }

  @Test("A key file that others can read is warned of", arguments: [0o644, 0o640, 0o604])
  func mode(mode: Int) throws {
    defer { try? FileManager.default.removeItem(at: directory) }
    let key = try KeyFile(in: directory, mode: mode)
    let warnings = try credentials(key.path, Clock(0)).warnings
    #expect(warnings.count == 1)
    #expect(warnings.first?.contains("chmod 600") == true)
  }

  private static let badFiles = [
    "", "{}", "[]", "secret-nonsense", #"{"type":"authorized_user","refresh_token":"s3cret"}"#,
    #"{"type":"external_account"}"#, #"{"type":"service_account","client_email":"a@b"}"#,
    #"{"type":"service_account","client_email":"a@b","private_key_id":"k","private_key":"s3cret"}"#,
  ]

  @Test(
    "A file that is no service account's key is refused without its contents", arguments: badFiles
  )
  func badFile(text: String) throws {
    defer { try? FileManager.default.removeItem(at: directory) }
    let path = directory.path + "/key.json"
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    let failure = #expect(throws: RemoteError.self) { try credentials(path, Clock(0)) }
    guard case .badKeyFile(path, _) = failure else {
      Issue.record("\(String(describing: failure))")
      return
    }
    #expect(
      "\(failure?.description ?? "") \(String(reflecting: failure))".contains("s3cret") == false)
  }

  @Test("A key file that is not there, or a directory, is refused")
  func noFile() throws {
    defer { try? FileManager.default.removeItem(at: directory) }
    for path in [directory.path + "/none", directory.path, "/dev/zero"] {
      #expect(throws: RemoteError.self) { try credentials(path, Clock(0)) }
    }
  }

  @Test("Google's machines ask their metadata server, and again before a token's end")
  func metadataServer() async throws {
    let server = try FakeMetadataServer()
    let clock = Clock(1_700_000_000)
    let credentials = try Credentials(
      for: .google, environment: ["GCE_METADATA_HOST": server.address], now: clock.now)
    #expect(try await credentials.token() == "token-1")
    clock.advance(3300)
    #expect(try await credentials.token() == "token-1")
    clock.advance(100)
    #expect(try await credentials.token() == "token-2")
    #expect(server.requests.allSatisfy { $0.hasSuffix("Google") })
    #expect(
      server.requests.first
        == "/computeMetadata/v1/instance/service-accounts/default/token Google")
  }

  @Test(
    "What is no metadata server, or refuses, is told from one",
    arguments: [FakeMetadataServer.Answer.status(404), .foreign, .notJSON, .endless])
  func badMetadata(answer: FakeMetadataServer.Answer) async throws {
    let server = try FakeMetadataServer(answer)
    let failure = await #expect(throws: RemoteError.self) {
      try await Credentials(
        for: .google, environment: ["GCE_METADATA_HOST": server.address], now: Clock(0).now
      ).token()
    }
    guard case .notAuthenticated = failure else {
      Issue.record("\(String(describing: failure))")
      return
    }
    #expect(failure?.description.contains("token-") == false)
  }

  @Test("Where there are no credentials, it is said how to give some")
  func none() async throws {
    let credentials = try Credentials(
      for: .google, environment: ["GCE_METADATA_HOST": "127.0.0.1:1"], now: Clock(0).now)
    let failure = await #expect(throws: RemoteError.self) { try await credentials.token() }
    #expect(failure?.description.contains("GOOGLE_APPLICATION_CREDENTIALS") == true)
  }

  private static let addresses: [(String, Endpoint?)] = [
    ("localhost:8080", .emulator(host: "localhost", port: 8080)),
    ("[::1]:80", .emulator(host: "::1", port: 80)),
    ("127.0.0.1:65535", .emulator(host: "127.0.0.1", port: 65535)), ("", .google),
    ("localhost", nil), ("localhost:", nil), (":80", nil), ("a:0", nil), ("a:65536", nil),
    ("http://a:80", nil), ("a b:80", nil), ("a:80/x", nil),
  ]

  @Test("The emulator's address is a host and a port", arguments: addresses)
  func address(text: String, expected: Endpoint?) {
    #expect((try? Endpoint(environment: ["FIRESTORE_EMULATOR_HOST": text])) == expected)
  }

  @Test("A server gets the token that credentials give")
  func tokenIsSent() async throws {
    defer { try? FileManager.default.removeItem(at: directory) }
    let credentials = try credentials(try KeyFile(in: directory).path, Clock(1_700_000_000))
    let fake = try FakeFirestore(token: try await credentials.token())
    let connection = try FirestoreConnection(
      DatabaseName(project: "p"), endpoint: fake.endpoint, credentials: credentials)
    #expect(try connection.collections().wait() == [])
  }

  private func credentials(_ keyFile: String, _ clock: Clock) throws -> Credentials {
    try Credentials(
      for: .google, environment: ["GOOGLE_APPLICATION_CREDENTIALS": keyFile], now: clock.now)
  }

  private static func json(_ base64: Substring) -> [String: String]? {
    let standard = base64.replacingOccurrences(of: "-", with: "+").replacingOccurrences(
      of: "_", with: "/")
    let padded = standard + String(repeating: "=", count: (4 - standard.count % 4) % 4)
    return Data(base64Encoded: padded).flatMap {
      try? JSONDecoder().decode([String: String].self, from: $0)
    }
  }
}

private struct Claims: JWTPayload, Equatable {
  var iss = KeyFile.email
  var sub = KeyFile.email
  var aud = "https://firestore.googleapis.com/"
  let iat: Int
  let exp: Int

  init(start: Int) { (iat, exp) = (start, start + 3600) }

  func verify(using algorithm: some JWTAlgorithm) {}
}
