internal import Documents
internal import Foundation
internal import Glibc
internal import JWTKit

/// A service account, with the key that signs for it.
///
/// What it signs is taken for a bearer token itself: https://google.aip.dev/auth/4111.
struct ServiceAccount: Sendable {
  static let audience = "https://firestore.googleapis.com/"
  private static let largestFile = 1 << 20

  let warnings: [String]
  private let email: String
  private let keyID: JWKIdentifier
  private let key: Insecure.RSA.PrivateKey

  /// - Throws: ``RemoteError/badKeyFile(path:reason:)``, which says nothing of what is in the file.
  init(keyFile path: String) throws {
    let file = try Self.contents(of: path)
    guard let contents = try? JSONDecoder().decode(KeyFile.self, from: file.data) else {
      throw RemoteError.badKeyFile(
        path: path, reason: "it is not the JSON file of a service account's key")
    }
    guard contents.type == "service_account" else {
      throw RemoteError.badKeyFile(
        path: path,
        reason:
          "its type is \((contents.type ?? "").quoted), and only `service_account` will do here")
    }
    guard let email = contents.client_email, let keyID = contents.private_key_id,
      let pem = contents.private_key, let rsa = try? Insecure.RSA.PrivateKey(pem: pem)
    else {
      throw RemoteError.badKeyFile(
        path: path,
        reason: "`client_email`, `private_key_id` or an RSA `private_key` is missing or damaged")
    }
    self.email = email
    self.keyID = JWKIdentifier(string: keyID)
    self.key = rsa
    warnings = file.isPrivate ? [] : [Self.warning(path)]
  }

  /// A token for an hour, which is the longest that Google takes.
  func token(at now: Instant) async throws -> Token {
    let issued = now.microseconds / 1_000_000
    let expires = Instant(clock: Double(issued + 3600))
    let claims = Claims(
      iss: email, sub: email, aud: Self.audience, iat: issued, exp: issued + 3600)
    let keys = await JWTKeyCollection().add(rsa: key, digestAlgorithm: .sha256, kid: keyID)
    return Token(text: try await keys.sign(claims, kid: keyID), expires: expires)
  }

  private static func warning(_ path: String) -> String {
    "others than its owner can read the key file \(path.quoted): chmod 600 it, or replace the key."
  }

  private static func contents(of path: String) throws -> (data: Data, isPrivate: Bool) {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    if file < 0 {
      throw RemoteError.badKeyFile(path: path, reason: String(cString: strerror(errno)))
    }
    let handle = FileHandle(fileDescriptor: file, closeOnDealloc: true)
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      status.st_size <= largestFile, let data = try? handle.readToEnd()
    else { throw RemoteError.badKeyFile(path: path, reason: "it is not a readable, small file") }
    return (data, status.st_mode & 0o077 == 0)
  }
}

/// What counts in a key file.
private struct KeyFile: Decodable {
  let type, client_email, private_key_id, private_key: String?
}

private struct Claims: JWTPayload {
  let iss, sub, aud: String
  let iat, exp: Int64

  /// What is signed here is verified by Google.
  func verify(using algorithm: some JWTAlgorithm) {}
}
