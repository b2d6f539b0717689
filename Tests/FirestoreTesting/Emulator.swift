#if LiveFirestore
  package import FirestoreClient
  internal import Foundation

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
    /// Open for as long as the emulator is to run.
    private let input = Pipe()

    /// One of a test's own, with the documents of an export.
    package convenience init(seed export: String) throws {
      try self.init(["--seed_from_export", export])
    }

    private init(_ arguments: [String] = []) throws {
      port = try FreePort.find()
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/bin/sh")
      // However the tests end, the emulator does too: the shell's input ends with them.
      process.arguments =
        [
          "-c", #"java -Xmx1g -cp "$0" "$@" <&- & cat; kill -9 $!"#,
          Self.jar, "com.google.cloud.datastore.emulator.firestore.CloudFirestore",
          "--host=127.0.0.1", "--port=\(port)",
        ] + arguments
      process.standardInput = input
      process.standardOutput = FileHandle.nullDevice
      process.standardError = FileHandle.nullDevice
      try process.run()
      try waitUntilReady()
    }

    /// What `FIRESTORE_EMULATOR_HOST` is set to.
    package var address: String { "127.0.0.1:\(port)" }

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
#endif
