#if LiveFirestore
  internal import ArgumentParser
  internal import DocumentStore
  internal import Documents
  internal import FirestoreClient
  internal import Foundation

  /// Which live database, and who asks.
  struct LiveOptions: ParsableArguments {
    @Option(
      help: ArgumentHelp(
        "The project (GOOGLE_CLOUD_PROJECT; default: the one that the store's documents are of).",
        valueName: "id"))
    var project: String?

    @Option(
      help: ArgumentHelp("The database. (default: the store's, else (default))", valueName: "id"))
    var database: String?

    /// A live database, and the connection to it.
    struct Live {
      let name: DatabaseName
      let connection: FirestoreConnection
      let isEmulator: Bool
    }

    /// Connects to the database that the options name, or else the store's.
    func connect(_ context: CommandContext, store: DocumentStore?) throws -> Live {
      let environment = ProcessInfo.processInfo.environment
      let endpoint = try Endpoint(environment: environment)
      let credentials = try Credentials(for: endpoint, environment: environment) {
        Instant(clock: Date().timeIntervalSince1970)
      }
      for warning in credentials.warnings { context.output.note("warning: \(warning)") }
      let stored = try store?.setting("project")
      guard
        let project = project ?? CommonOptions.environment("GOOGLE_CLOUD_PROJECT") ?? stored
      else { throw NoProject() }
      let name = DatabaseName(
        project: project,
        database: try database ?? store?.setting("database") ?? DatabaseName.defaultDatabase)
      if let store, let stored, try store.isPulled() {
        let known = DatabaseName(
          project: stored,
          database: try store.setting("database") ?? DatabaseName.defaultDatabase)
        if known != name { throw OtherDatabase(store: store.path, known: known, asked: name) }
      }
      context.log("connecting to \(name.name)")
      let isEmulator = if case .emulator = endpoint { true } else { false }
      return Live(
        name: name,
        connection: try FirestoreConnection(name, endpoint: endpoint, credentials: credentials),
        isEmulator: isEmulator)
    }

    struct NoProject: Error, CustomStringConvertible {
      var description: String {
        "no project is given: name it with --project, or in GOOGLE_CLOUD_PROJECT"
      }
    }

    /// Sending one database's documents to another is no push.
    struct OtherDatabase: Error, CustomStringConvertible {
      let store: String
      let known: DatabaseName
      let asked: DatabaseName

      var description: String {
        "\(store) was pulled from \(known.name), not \(asked.name): leave --project and --database out, "
          + "or use another --store"
      }
    }
  }
#endif
