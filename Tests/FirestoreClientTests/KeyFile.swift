import Documents
import Foundation
import Synchronization

/// A service account's key file, as Google's console gives it, with a new key by openssl.
struct KeyFile {
  static let email = "tester@demo.iam.gserviceaccount.com"

  let path: String
  let publicKey: String

  struct NoOpenSSL: Error {}

  init(in directory: URL, mode: Int = 0o600) throws {
    let key = directory.path + "/key.pem"
    _ = try Self.openssl(["genpkey", "-algorithm", "RSA", "-out", key])
    publicKey = try Self.openssl(["pkey", "-in", key, "-pubout"])
    path = directory.path + "/key.json"
    let contents = [
      "type": "service_account", "project_id": "demo", "private_key_id": "key-1",
      "client_email": Self.email, "private_key": try String(contentsOfFile: key, encoding: .utf8),
      "token_uri": "https://oauth2.googleapis.com/token",
    ]
    try JSONEncoder().encode(contents).write(to: URL(fileURLWithPath: path))
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
  }

  private static func openssl(_ arguments: [String]) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/openssl")
    process.arguments = arguments
    let output = Pipe()
    (process.standardOutput, process.standardError) = (output, FileHandle.nullDevice)
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw NoOpenSSL() }
    return String(decoding: data, as: UTF8.self)
  }
}

/// A clock that a test moves on.
final class Clock: Sendable {
  private let seconds: Mutex<Double>

  init(_ seconds: Double) { self.seconds = Mutex(seconds) }

  func advance(_ seconds: Double) { self.seconds.withLock { $0 += seconds } }

  var now: @Sendable () -> Instant {
    { self.seconds.withLock { Instant(clock: $0) } }
  }
}
