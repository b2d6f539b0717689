import CommandTesting
import DocumentStore
import Documents
import Foundation

/// Documents to fill live databases with.
enum Sample {
  /// The sample of every rule.
  static let legacy = Result { try documents(of: Program.firestoreExport) }

  /// The documents of a source, as `import` reads them.
  static func documents(of source: String) throws -> [Document] {
    let scratch = try Scratch()
    try scratch.succeed("import", source)
    return try stored(in: scratch.file("hallo.sqlite"))
  }

  static func stored(in path: String) throws -> [Document] {
    let store = try DocumentStore.reading(path)
    defer { try? store.close() }
    var documents: [Document] = []
    try store.forEachDocument {
      documents.append(Document(path: $0.path.text, fields: try fields($0.data.text)))
    }
    return documents
  }

  /// Households that the samples' script makes.
  static func households(_ users: Int, documentsPerUser: Int, seed: Int = 1) throws -> [Document] {
    let scratch = try Scratch()
    let made = try scratch.start(
      [
        "python3", Program.samples + "/make-sample.py", "--users", "\(users)",
        "--documents-per-user", "\(documentsPerUser)", "--seed", "\(seed)", "--output",
        "made.ndjson",
      ], program: "/usr/bin/env"
    ).wait()
    guard made.code == 0 else { throw CommandFailure(description: made.errors) }
    return try documents(of: scratch.file("made.ndjson"))
  }
}
