internal import DocumentStore

/// Tries a migration on an empty store before it runs on a real one.
///
/// SQLite compiles every statement there, and its authorizer tells what each would do, so that a
/// migration that is not SQL, or writes where it may not, is refused before anything has happened.
enum MigrationCheck {
  static func check(_ migration: Migration, region: String) throws {
    let failure = try DocumentStore.inMemory().check(
      script: migration.script, functions: DomainFunctions.all(region: region))
    if let failure {
      throw MigrationError.unusable(
        file: migration.file, line: failure.line, reason: failure.reason)
    }
  }
}
