package import FirestoreClient
internal import Foundation
internal import Synchronization

/// Google's Firestore emulator, for as long as the process lives.
package final class Emulator: Sendable {
  private static let jar =
    "/usr/lib/google-cloud-sdk/platform/cloud-firestore-emulator/cloud-firestore-emulator.jar"

  package static let isInstalled = [jar, "/usr/bin/java"].allSatisfy(
    FileManager.default.fileExists)
  package static let requirement = "install google-cloud-cli-firestore-emulator and Java"

  /// The one that all tests of a process share: each has a project of its own there.
  private static let shared = Result { try Emulator() }

  package static func started() throws -> Emulator { try shared.get() }

  package struct NotReady: Error {}

  package let port: Int
  private let seed: String?
  /// Open for as long as the emulator is to run.
  private let input = Mutex<Pipe?>(nil)

  /// Starts one, with the documents of an export if its overall metadata is given.
  package init(seededFrom seed: String? = nil) throws {
    port = try FreePort.find()
    self.seed = seed
    try start()
  }

  /// Starts it again after ``stop()``, at the same port, with what it had at its first start.
  package func start() throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    let pipe = Pipe()
    // However the tests end, the emulator does too: the shell's input ends with them. Before that, a
    // line ends it; what else the tests have started may hold the input open.
    process.arguments =
      [
        "-c", #"java -Xmx1g -cp "$@" <&- & read -r _; kill -9 $!"#, "sh", Self.jar,
        "com.google.cloud.datastore.emulator.firestore.CloudFirestore", "--host=127.0.0.1",
        "--port=\(port)",
      ] + (seed.map { ["--seed_from_export", $0] } ?? [])
    process.standardInput = pipe
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    input.withLock { $0 = pipe }
    try waitUntilReady()
  }

  /// What `FIRESTORE_EMULATOR_HOST` is set to.
  package var address: String { "127.0.0.1:\(port)" }

  /// Kills it.
  package func stop() {
    input.withLock {
      $0?.fileHandleForWriting.write(Data("\n".utf8))
      $0 = nil
    }
    // It is gone when its port is free.
    while FreePort.isTaken(port) { Thread.sleep(forTimeInterval: 0.02) }
  }

  package var endpoint: Endpoint { .emulator(host: "127.0.0.1", port: port) }

  /// A connection to an empty database that no other test uses.
  package func connection() throws -> FirestoreConnection {
    try connection(project: "test-\(UUID().uuidString.lowercased())")
  }

  package func connection(project: String) throws -> FirestoreConnection {
    try FirestoreConnection(
      DatabaseName(project: project), endpoint: endpoint, credentials: .emulator)
  }

  private func waitUntilReady() throws {
    let connection = try connection()
    for _ in 0..<300 {
      if (try? connection.collections().wait()) != nil { return }
      Thread.sleep(forTimeInterval: 0.1)
    }
    throw NotReady()
  }
}
