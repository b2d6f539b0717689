internal import Crypto
package import DocumentStore
internal import Documents
internal import Foundation
internal import Glibc

/// A store in a test's directory, as commands use it: each action takes the lock, opens and closes.
package struct TestStore {
  package let path: String

  package init(_ path: String) { self.path = path }

  package func lock(command: String = "test", wait: Double = 0) throws -> StoreLock {
    let holder = StoreLock.Holder(
      pid: getpid(), host: "localhost", command: command, startedAt: testInstant)
    return try StoreLock(store: path, holder: holder, wait: wait)
  }

  /// Imports documents, each a path and the JSON text of its fields.
  @discardableResult
  package func add(
    _ documents: some Sequence<(path: String, data: String)>, source: String = "test.ndjson",
    options: StoreImport.Options = StoreImport.Options(),
    onDuplicate: @escaping (DuplicatePath, String) throws -> Void = { _, _ in }
  ) throws -> StoreImport.Outcome {
    let batch = DocumentBatch()
    batch.source = DocumentSource(name: source, unit: .line)
    let reader = DocumentReader()
    for (line, document) in documents.enumerated() {
      try reader.read(document, origin: Int64(line + 1), into: batch)
    }
    var batches = [batch]
    return try StoreImport.run(
      path: path, lock: try lock(), name: source, startedAt: testInstant, options: options,
      finishedAt: { testInstant }, onDuplicate: onDuplicate, next: { batches.popLast() })
  }

  package func reading<Result>(
    rehearses: Bool = false, _ body: (DocumentStore) throws -> Result
  ) throws -> Result {
    let store = try DocumentStore.reading(path, rehearses: rehearses)
    let result = try body(store)
    try store.close()
    return result
  }

  package func writing<Result>(_ body: (DocumentStore) throws -> Result) throws -> Result {
    let store = try DocumentStore.writing(path, lock: try lock())
    let result = try body(store)
    try store.close()
    return result
  }

  /// The current documents in the order of their paths' bytes.
  package func documents() throws -> [(path: String, data: String)] {
    try reading { store in
      var documents: [(path: String, data: String)] = []
      try store.forEachDocument { documents.append(($0.path.text, $0.data.text)) }
      return documents
    }
  }

  package func digest() throws -> String { try reading { try $0.digest().digest.description } }

  package func runs() throws -> [Run] { try reading { try $0.runs() } }

  /// Takes runs back, as `down` and `undo` do.
  @discardableResult
  package func undo(_ identifiers: [Int64], isDryRun: Bool = false) throws -> [UndoOutcome] {
    try writing { store in
      let runs = try store.runs().filter { identifiers.contains($0.id) }
      return try store.undo(runs, isDryRun: isDryRun, at: testInstant)
    }
  }

  /// The SHA-256 of the file as it lies.
  package func fileDigest() throws -> String {
    let data = try Data(contentsOf: URL(fileURLWithPath: path))
    return SHA256.hash(data: data).map { String($0, radix: 16) }.joined(separator: " ")
  }
}

/// When everything in a test happens.
package let testInstant = "2025-11-01T07:00:00.000000Z"

extension DocumentReader {
  fileprivate func read(
    _ document: (path: String, data: String), origin: Int64, into batch: DocumentBatch
  ) throws {
    var (path, data) = document
    try path.withUTF8 { path in
      try data.withUTF8 { data in try read(path: path, data: data, origin: origin, into: batch) }
    }
  }
}
