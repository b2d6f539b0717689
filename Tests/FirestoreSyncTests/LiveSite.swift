import CommandTesting
import Documents
import FirestoreClient
import FirestoreTesting
import Foundation

/// A live database of one test's own, and a directory for commands on it.
final class LiveSite {
  let project: String
  let scratch: Scratch
  let database: LiveDatabase
  private let address: String

  /// A database in Google's emulator.
  convenience init() throws {
    let emulator = try Emulator.started()
    try self.init(endpoint: emulator.endpoint, address: "127.0.0.1:\(emulator.port)")
  }

  /// A database in a server of the test's.
  init(
    endpoint: Endpoint, address: String,
    project: String = "test-\(UUID().uuidString.lowercased())"
  ) throws {
    scratch = try Scratch()
    self.project = project
    self.address = address
    database = LiveDatabase(
      try FirestoreConnection(
        DatabaseName(project: project), endpoint: endpoint, credentials: .emulator))
  }

  /// A database with the sample of every rule.
  static func withSample() throws -> LiveSite {
    let site = try LiveSite()
    try site.database.create(try Sample.legacy.get())
    return site
  }

  var environment: [String: String] {
    ["FIRESTORE_EMULATOR_HOST": address, "GOOGLE_CLOUD_PROJECT": project]
  }

  func start(_ arguments: [String]) throws -> RunningCommand {
    try scratch.start(arguments, environment: environment)
  }

  func run(_ arguments: String...) throws -> Outcome { try start(arguments).wait() }

  /// Runs a command that must end with an exit code.
  @discardableResult
  func run(_ arguments: String..., expecting code: Int32) throws -> Outcome {
    let outcome = try start(arguments).wait()
    guard outcome.code == code else {
      throw CommandFailure(description: "\(arguments): \(outcome)")
    }
    return outcome
  }

  @discardableResult
  func succeed(_ arguments: String...) throws -> Outcome {
    let outcome = try start(arguments).wait()
    guard outcome.code == 0 else {
      throw CommandFailure(
        description: "\(arguments): \(outcome.code ?? -1) \(outcome.everything)")
    }
    return outcome
  }

  @discardableResult
  func pull(_ arguments: String...) throws -> Shape.Pull {
    try json(["pull"] + arguments)
  }

  @discardableResult
  func pull(options: [String]) throws -> Shape.Pull { try json(["pull"] + options) }

  @discardableResult
  func push(_ arguments: String..., expecting code: Int32 = 0) throws -> Shape.Push {
    try json(["push"] + arguments, expecting: code)
  }

  func digest(_ store: String = "hallo.sqlite") throws -> String {
    try json(["digest", "--store", store], as: Shape.Digest.self).digest
  }

  private func json<Value: Decodable>(
    _ arguments: [String], expecting code: Int32 = 0, as type: Value.Type = Value.self
  ) throws -> Value {
    let outcome = try start(arguments + ["--json"]).wait()
    guard outcome.code == code else {
      throw CommandFailure(
        description: "\(arguments): \(outcome.code ?? -1) \(outcome.everything)")
    }
    return try outcome.json()
  }

  /// The same text whatever the test's project is called.
  func anonymous(_ text: String) -> String { text.replacing(project, with: "PROJECT") }
}

extension Shape {
  struct Pull: Decodable {
    let run: Int
    let documents: Int
    let reads: Int
    let added: Int
    let changed: Int
    let removed: Int
    let resumed: Bool
  }

  struct Push: Decodable, Equatable {
    let dryRun: Bool
    let created: Int
    let updated: Int
    let moved: Int
    let deleted: Int
    let alreadyThere: Int
    let conflicts: Int
    let conflictExamples: [Conflict]
    let reads: Int
    let writes: Int
    let deletes: Int

    struct Conflict: Decodable, Equatable {
      let path: String
      let reason: String
    }

    /// What a dry run and the push after it have in common.
    var counts: [Int] { [created, updated, moved, deleted, conflicts] }
    var sent: Int { created + updated + moved + deleted }
  }
}
