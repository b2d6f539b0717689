internal import Dispatch
package import DocumentStore
package import Documents
internal import Synchronization

/// Archives what is due: writes bundles, proves that they are there, and only then lets the documents go.
///
/// While one batch of bundles is written, those before it are synced, read back and committed on the
/// other core. Killed anywhere, every photo is in the store, or in a committed bundle, or in both; the
/// next run finds what the archive has already, verifies it, and goes on.
package final class ArchiveRun {
  private let session: ArchiveSession
  private let request: ArchiveRequest
  private let archive: ArchiveDirectory?
  private let planner: RecordPlanner
  private let observer: ArchiveObserver
  private let clock: () -> Instant
  private let worker = DispatchQueue(label: "bundles")
  private var batch: PartBatch?
  private let failure = Failure()
  /// Batches on their way, in order.
  private var committing: [Commit] = []
  private var outcome = ArchiveOutcome()
  private var last: BundleGroup?

  /// How many may be: enough for neither core to wait for the other.
  private static let maximumCommitting = 2

  private struct Commit {
    let batch: PartBatch
    let work: DispatchWorkItem
  }

  /// Why a batch could not be committed.
  ///
  /// No batch after it may be: a sync that fails for one may have dropped what another had written, and
  /// the other's own sync would not tell.
  private final class Failure: Sendable {
    private let first = Mutex<(any Error)?>(nil)

    var error: (any Error)? {
      get { first.withLock { $0 } }
      set { first.withLock { $0 = newValue } }
    }
  }

  /// Prepares a run.
  ///
  /// - Parameters:
  ///   - session: The store's part of the work.
  ///   - request: What to do.
  ///   - archive: nil in a dry run if there is no archive yet.
  ///   - mirror: Where photos are that documents only have URLs of.
  ///   - observer: Told of progress, and asked whether to stop.
  ///   - clock: When documents leave the store; bundles do not depend on it.
  package init(
    _ session: ArchiveSession, _ request: ArchiveRequest, archive: ArchiveDirectory?,
    mirror: PhotoMirror?, observer: ArchiveObserver, clock: @escaping () -> Instant
  ) {
    (self.session, self.request, self.archive) = (session, request, archive)
    (self.observer, self.clock) = (observer, clock)
    planner = RecordPlanner(session: session, request: request, mirror: mirror)
    batch = archive.map(PartBatch.init)
  }

  /// Does the work.
  ///
  /// - Throws: ``ArchiveError``, ``TooManyDue``, ``Damage``, ``MirrorError`` or the store's errors. What was
  ///   committed before stays archived.
  package func run() throws -> ArchiveOutcome {
    guard let cutoff = request.cutoff else { return outcome }
    let inline = try session.count(before: cutoff, place: .inline)
    let urls = try session.count(before: cutoff, place: .url)
    try refuseTooMany(planner.mirror == nil ? inline : inline + urls)
    let faults = try session.faults(before: cutoff)
    outcome.expected = faults.count + inline + urls
    for fault in faults {
      outcome.due += 1
      outcome.note(fault.code, fault.path)
    }
    // Without a mirror a URL leads nowhere; but the record is due, and stays for a reason.
    var groups = try DueGroups(try session.records(before: cutoff, places: [.inline, .url]))
    do {
      while let (group, records) = try groups.nextGroup() { try archive(records, of: group) }
      try commitAll()
    } catch {
      giveUp()
      throw error
    }
    return outcome
  }

  private func refuseTooMany(_ due: Int) throws {
    if !request.removes || request.isForced { return }
    let due = min(due, request.limit)
    if due == 0 { return }
    let events = try session.eventCount()
    if Double(due) > Double(events) * request.maximumFraction {
      throw TooManyDue(due: due, events: events, fraction: request.maximumFraction)
    }
  }

  private func archive(_ records: [DuePhotoRecord], of group: BundleGroup) throws {
    outcome.due += records.count
    if group == last { try commitAll() }
    last = group
    let isStopping = observer.shouldStop() || !hasRoom(for: 0)
    if isStopping {
      outcome.left += records.count
      return
    }
    let planned = try plan(records)
    if planned.isEmpty { return }
    let (month, isNew) = try month(of: group)
    let contents = isNew ? MonthContents() : try contents(of: month, for: planned)
    keep(planned.filter(contents.has), in: contents, month)
    try add(limited(planned.filter { !contents.has($0) }), of: group, to: month, beside: contents)
    observer.onProgress(outcome)
    if let batch, batch.isFull { try exchange() }
  }

  /// Archives records of a group that no bundle has.
  private func add(
    _ records: [PlannedRecord], of group: BundleGroup, to month: ArchiveDirectory?,
    beside contents: MonthContents
  ) throws {
    if records.isEmpty { return }
    outcome.count(records, of: group)
    release(records)
    if let month, !request.isDryRun { try write(records, of: group, to: month, beside: contents) }
  }

  private func plan(_ records: [DuePhotoRecord]) throws -> [PlannedRecord] {
    var planned: [PlannedRecord] = []
    for record in records {
      switch try planner.decide(record) {
      case .archive(let record): planned.append(record)
      case .stay(let code): outcome.note(code, record.path)
      }
    }
    return planned
  }

  /// As many of the records as the limits allow.
  private func limited(_ records: [PlannedRecord]) -> [PlannedRecord] {
    var (chosen, bytes) = ([PlannedRecord](), 0)
    for record in records {
      guard outcome.archived + chosen.count < request.limit,
        hasRoom(for: bytes + record.photo.bytes)
      else { break }
      chosen.append(record)
      bytes += record.photo.bytes
    }
    outcome.left += records.count - chosen.count
    return chosen
  }

  private func hasRoom(for bytes: Int) -> Bool {
    outcome.archived < request.limit && outcome.bytes + bytes <= request.maximumBytes
  }

  /// The directory of a group, and whether it was made just now; in a dry run nil if there is none.
  private func month(of group: BundleGroup) throws -> (ArchiveDirectory?, isNew: Bool) {
    guard let archive else { return (nil, false) }
    if request.isDryRun { return (try archive.directory(group.components), false) }
    var (directory, isNew) = (archive, false)
    for name in group.components { (directory, isNew) = try directory.makeDirectory(name) }
    return (directory, isNew)
  }

  /// What a month has; records that are due are taken to be in a bundle only if that is intact.
  ///
  /// Those in a damaged one are archived again, which loses nothing, and the damage is told.
  private func contents(
    of month: ArchiveDirectory?, for planned: [PlannedRecord]
  ) throws -> MonthContents {
    guard let month else { return MonthContents() }
    var contents = try MonthContents(month, mayClean: !request.isDryRun)
    for manifest in contents.manifests where manifest.hasAny(of: planned) {
      let damages = try BundleCheck.run(manifest, in: month)
      if !damages.isEmpty { contents = contents.without([manifest.header.part], damages) }
    }
    outcome.damages += contents.damages
    return contents
  }

  /// Lets records go that an intact bundle has already.
  private func keep(
    _ records: [PlannedRecord], in contents: MonthContents, _ month: ArchiveDirectory?
  ) {
    guard let month, !records.isEmpty else { return }
    outcome.alreadyArchived += records.count
    release(records)
    if request.isDryRun { return }
    let bundles = contents.manifests.filter { $0.hasAny(of: records) }
    batch?.resume(bundles, in: month, checksums: contents.checksums)
  }

  /// Lets records go when what was written so far is committed.
  private func release(_ records: [PlannedRecord]) {
    if !request.removes { return }
    outcome.firestoreBytes += records.reduce(0) { $0 + $1.firestoreBytes }
    if request.isDryRun {
      outcome.removed += records.count
      return
    }
    batch?.add(records.map { ArchiveSession.Archived(record: $0.due, digest: $0.digest) })
  }

  private func write(
    _ records: [PlannedRecord], of group: BundleGroup, to month: ArchiveDirectory,
    beside contents: MonthContents
  ) throws {
    let header = BundleManifest.Header(
      group: group, part: contents.nextPart, compression: request.compression)
    let file = try month.createTemporary(for: header.tarName)
    do {
      let draft = try write(
        records, names: contents.names(of: records, in: group), header, to: file)
      batch?.add(
        PartBatch.Part(
          month: month, temporary: file.name, draft: draft, checksums: contents.checksums))
    } catch {
      try? month.remove(file.name)
      throw error
    }
  }

  private func write(
    _ records: [PlannedRecord], names: [String], _ header: BundleManifest.Header,
    to file: ArchiveFile
  ) throws -> BundleDraft {
    let writer = try BundleWriter(header, file: file)
    for (name, record) in zip(names, records).sorted(by: { BundleManifest.precedes($0.0, $1.0) }) {
      let json = RecordText.write(
        record, group: header.group, archivedAt: request.asOf, document: record.document)
      try json.withUnsafeBufferPointer { json in
        try writer.append(record.source(named: name), json: json) { piece in
          try planner.read(record.photo, piece)
        }
      }
    }
    return try writer.finish()
  }

  /// Waits until everything that was written is committed, and has left the store.
  private func commitAll() throws {
    send()
    while !committing.isEmpty { try finishFirst() }
  }

  /// Goes on to another batch, and waits if too many are on their way.
  private func exchange() throws {
    send()
    while committing.count > Self.maximumCommitting { try finishFirst() }
  }

  /// Sends what was written to be committed.
  private func send() {
    guard let archive, let next = batch, !next.isEmpty else { return }
    let work = DispatchWorkItem { [failure] in
      if failure.error != nil { return }
      do { try next.commit() } catch { failure.error = error }
    }
    committing.append(Commit(batch: next, work: work))
    worker.async(execute: work)
    batch = PartBatch(archive)
  }

  /// Waits for the first batch that was sent, and lets go what it has.
  private func finishFirst() throws {
    let first = committing.removeFirst()
    // Nobody may wait for a work item twice.
    first.work.wait()
    if let error = failure.error {
      first.batch.discard()
      throw error
    }
    try finish(first.batch)
  }

  /// Removes what was written and not committed, as far as that can be done.
  private func giveUp() {
    batch?.discard()
    for commit in committing {
      commit.work.cancel()
      commit.work.wait()
      commit.batch.discard()
    }
  }

  private func finish(_ batch: PartBatch) throws {
    observer.onStep("committed \(batch.parts.count) bundles")
    let removed = try session.finish(
      batch.archived, bundles: batch.catalogued, at: clock().description)
    outcome.removed += removed
    observer.onStep("removed \(removed) documents from the store")
  }
}

/// Who follows an archive run.
package struct ArchiveObserver {
  package var onProgress: (ArchiveOutcome) -> Void
  package var onStep: (String) -> Void
  /// Asked before each bundle.
  package var shouldStop: () -> Bool

  package init(
    onProgress: @escaping (ArchiveOutcome) -> Void = { _ in },
    onStep: @escaping (String) -> Void = { _ in }, shouldStop: @escaping () -> Bool = { false }
  ) {
    (self.onProgress, self.onStep, self.shouldStop) = (onProgress, onStep, shouldStop)
  }
}

extension BundleManifest {
  /// Whether one of some records is in the bundle, as it is in the store.
  fileprivate func hasAny(of planned: [PlannedRecord]) -> Bool {
    let wanted = Set(planned.map(\.archivedDigest))
    return records.contains { wanted.contains($0.digest) }
  }
}

extension PlannedRecord {
  fileprivate func source(named name: String) -> BundleWriter.Source {
    BundleWriter.Source(
      path: due.path, eventID: eventID, name: name, instant: due.instant, format: photo.format,
      photoBytes: photo.bytes, photoDigest: photo.digest, digest: digest)
  }
}
