package import DocumentStore
package import Documents
internal import Foundation

/// Takes the documents of files and directories into a store: all of them, or none.
///
/// One thread reads and checks documents while another stores them, so that both cores are used.
package struct DocumentImport {
  /// Files, directories, or `-` for standard input.
  package var sources: [String]
  package var format: SourceFormat
  package var replaces: Bool
  /// Sets aside what is no document, instead of refusing everything.
  package var skipsInvalid: Bool

  package init(
    sources: [String], format: SourceFormat = .auto, replaces: Bool = false,
    skipsInvalid: Bool = false
  ) {
    (self.sources, self.format) = (sources, format)
    (self.replaces, self.skipsInvalid) = (replaces, skipsInvalid)
  }

  /// What an import did.
  package struct Report: Sendable {
    package let stored: StoreImport.Outcome
    package let rejected: Int
    /// The files that what was rejected is in.
    package let rejectedFiles: [String]
    package let warnings: [String]
  }

  /// How far an import is.
  package struct Progress: Sendable {
    package var documents = 0
    /// The part of the input that is read; nil if its size is not known.
    package var fraction: Double?
  }

  /// Imports the sources into the store at a path, which is made if there is none.
  ///
  /// `onProgress` is called after each batch of about 1 MiB, `shouldStop` asked now and then.
  package func run(
    into store: String, lock: StoreLock, clock: () -> Instant,
    shouldStop: @escaping () -> Bool = { false },
    onProgress: (Progress) -> Void = { _ in }
  ) throws -> Report {
    let formats = try sources.map { format == .auto ? try SourceFormat.recognise($0) : format }
    let reading = ReadingThread(
      sources: Array(zip(sources, formats)), skipsInvalid: skipsInvalid)
    let rejects = RejectedFiles()
    defer { rejects.discard() }
    reading.start()
    defer { reading.stop() }
    var progress = Progress()
    let outcome = try StoreImport.run(
      path: store, lock: lock, name: sources.joined(separator: " "),
      startedAt: clock().description,
      options: StoreImport.Options(replaces: replaces, skipsDuplicates: skipsInvalid),
      shouldStop: shouldStop,
      finishedAt: { clock().description }, settings: { reading.settings },
      onDuplicate: { try rejects.append(RejectedInput($0, line: $1)) },
      next: {
        guard let batch = try reading.next(unless: shouldStop) else { return nil }
        for rejected in batch.rejected { try rejects.append(rejected) }
        progress.documents += batch.records.count
        progress.fraction = batch.fraction
        onProgress(progress)
        return batch
      })
    return Report(
      stored: outcome, rejected: rejects.count, rejectedFiles: try rejects.finish(),
      warnings: reading.warnings)
  }
}

extension RejectedInput {
  fileprivate init(_ duplicate: DuplicatePath, line: String) {
    self.init(
      source: duplicate.source.name, place: duplicate.source.place(duplicate.position),
      reason: duplicate.reason, text: line)
  }
}

/// The thread that reads documents, and what it found out besides.
///
/// - Important: `@unchecked Sendable` because what it finds out is written before the queue is
///   finished and read after that.
private final class ReadingThread: @unchecked Sendable {
  private let sources: [(path: String, format: SourceFormat)]
  private let skipsInvalid: Bool
  private let queue = BatchQueue()
  private var previous: DocumentBatch?
  private(set) var settings: [String: String] = [:]
  private(set) var warnings: [String] = []

  init(sources: [(String, SourceFormat)], skipsInvalid: Bool) {
    (self.sources, self.skipsInvalid) = (sources, skipsInvalid)
  }

  func start() {
    let thread = Thread { [self] in queue.finish(Result { try readAll() }) }
    // Documents nest up to a hundred levels, and each level takes a few frames.
    thread.stackSize = 8 << 20
    thread.start()
  }

  func stop() { queue.cancel() }

  /// The next batch; the one before it is used up.
  func next(unless shouldStop: () -> Bool) throws -> DocumentBatch? {
    if let previous { queue.putEmpty(previous) }
    previous = try queue.takeFull(unless: shouldStop)
    return previous
  }

  private func readAll() throws {
    for (path, format) in sources {
      let unit: DocumentSource.Unit = format == .ndjson ? .line : .byte
      let filler = BatchFiller(
        queue: queue, source: DocumentSource(name: path, unit: unit), skipsInvalid: skipsInvalid)
      do { try read(path, format, into: filler) } catch is BatchFiller.Cancelled { return }
    }
  }

  private func read(_ path: String, _ format: SourceFormat, into filler: BatchFiller) throws {
    switch format {
    case .ndjson, .auto: try NDJSONSource.read(path, into: filler)
    case .tree: try TreeSource.read(path, into: filler)
    case .firestore:
      let origin = try FirestoreSource.read(path, into: filler)
      settings["project"] = origin.project
      settings["database"] = origin.database
      if let missing = origin.missing {
        warnings.append(
          "\(path) has \(missing) documents fewer than its metadata says; such counts are sometimes "
            + "wrong, but compare with the database")
      }
    }
  }
}
