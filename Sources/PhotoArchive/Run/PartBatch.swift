internal import DocumentStore
internal import Documents

/// Parts whose tars are written, and that are committed together: so that a wait for the disk is one of
/// many bundles.
///
/// The order of the steps is what a photo's life hangs on. Data is synced before it is read back; what
/// was read back is named; a manifest, the commit point, gets its name when its tar's is on the disk;
/// `SHA256SUMS` names a part when its manifest's name is; and documents go when all of that is.
///
/// - Important: `@unchecked Sendable` because a batch is handed from the thread that fills it to the
///   one that commits it and back, and never used by both.
final class PartBatch: @unchecked Sendable {
  struct Part {
    let month: ArchiveDirectory
    /// The tar's file under its temporary name.
    let temporary: String
    let draft: BundleDraft
    /// What `SHA256SUMS` says of the month's other parts.
    let checksums: [ChecksumLine]
  }

  private let archive: ArchiveDirectory
  private(set) var parts: [Part] = []
  /// What may leave the store when the batch is committed.
  private(set) var archived: [ArchiveSession.Archived] = []
  /// What the catalogue learns.
  private(set) var catalogued: [CataloguedBundle] = []
  /// Months of bundles that were committed before, perhaps by a run that was killed at once, and what
  /// `SHA256SUMS` is to say of them.
  private var resumed: [(month: ArchiveDirectory, checksums: [ChecksumLine])] = []
  private var bytes = 0

  /// Enough to be worth a wait, few enough to keep the directories of four batches open.
  static let maximumParts = max(20, min(1000, OpenFiles.limit / 5))
  static let maximumBytes = 128 << 20

  init(_ archive: ArchiveDirectory) { self.archive = archive }

  var isFull: Bool {
    parts.count + resumed.count >= Self.maximumParts || bytes >= Self.maximumBytes
  }
  var isEmpty: Bool { parts.isEmpty && resumed.isEmpty }

  func add(_ part: Part) {
    parts.append(part)
    bytes += part.draft.tarBytes
  }

  /// Adds bundles that were committed before; their names need not be on the disk yet.
  func resume(_ bundles: [BundleManifest], in month: ArchiveDirectory, checksums: [ChecksumLine]) {
    catalogued += bundles.map { CataloguedBundle($0) }
    resumed.append((month, checksums))
  }

  func add(_ records: [ArchiveSession.Archived]) { archived += records }

  /// Makes every part durable, reads it back, and commits it.
  ///
  /// - Throws: With what was not committed left under names that the next run takes for debris; a sync
  ///   that failed is never repeated on the same files.
  func commit() throws {
    if isEmpty { return }
    // Also for bundles that a killed run has named, and nobody has waited for.
    try sync()
    let manifests = try verified()
    for (month, checksums) in resumed { try Checksums.write(checksums, in: month) }
    let names = try zip(parts, manifests).map { try prepare($0, $1) }
    try sync()
    try nameManifests(names.map(\.manifest))
    for (part, names) in zip(parts, names) {
      try part.month.rename(names.checksums, replacing: PartName.checksums)
    }
    try sync()
    catalogued += manifests.map { CataloguedBundle($0) }
  }

  /// Removes what was written, as far as that can be done.
  func discard() {
    for part in parts { try? part.month.remove(part.temporary) }
  }

  /// Waits until everything is on the disk; on every disk, if others are mounted in the archive.
  private func sync() throws {
    var synced = Set<UInt64>()
    for directory in [archive] + parts.map(\.month) + resumed.map(\.month) {
      if synced.insert(try directory.device()).inserted { try directory.syncFileSystem() }
    }
  }

  /// Commits the parts; none, if it cannot be told whether all are on the disk.
  private func nameManifests(_ temporaries: [String]) throws {
    var named: [Part] = []
    do {
      for (part, temporary) in zip(parts, temporaries) {
        try part.month.rename(temporary, to: part.draft.header.manifestName)
        named.append(part)
      }
      try sync()
    } catch {
      for part in named { try? part.month.remove(part.draft.header.manifestName) }
      throw error
    }
  }

  /// Reads every tar back from the disk, the next one on its way while one is compared.
  private func verified() throws -> [BundleManifest] {
    var tars = try parts.prefix(1).map { try fetched($0) }
    var manifests: [BundleManifest] = []
    for (index, part) in parts.enumerated() {
      if index + 1 < parts.count { tars.append(try fetched(parts[index + 1])) }
      let tar = tars.removeFirst()
      manifests.append(try part.draft.verified(tar))
      // What is not read again for long would only drive out what is.
      tar.forgetCached()
    }
    return manifests
  }

  /// Opens a tar whose bytes come from the disk, not from what the system holds of them.
  private func fetched(_ part: Part) throws -> ArchiveFile {
    guard let tar = try part.month.file(part.temporary) else {
      throw ArchiveError.missing(path: part.month.path(of: part.temporary))
    }
    tar.forgetCached()
    tar.fetch()
    return tar
  }

  /// Names the tar, and writes what goes beside it under temporary names.
  private func prepare(
    _ part: Part, _ manifest: BundleManifest
  ) throws -> (manifest: String, checksums: String) {
    try part.month.rename(part.temporary, to: manifest.header.tarName)
    let file = try part.month.createTemporary(for: manifest.header.manifestName)
    try manifest.encoded().withUnsafeBufferPointer { try file.write($0) }
    let checksums = try part.month.createTemporary(for: PartName.checksums)
    var text = (part.checksums + Checksums.lines(of: manifest)).map(\.text).joined()
    try text.withUTF8 { try checksums.write($0) }
    return (file.name, checksums.name)
  }
}

extension CataloguedBundle {
  /// What the store's index has of a bundle.
  package init(_ manifest: BundleManifest) {
    let header = manifest.header
    self.init(
      path: "\(header.group.directory)/\(PartName.stem(header.part))", owner: header.group.owner,
      profile: header.group.profile,
      photos: manifest.records.map {
        Photo(
          token: PhotoToken(record: $0.digest, photo: $0.photo.digest), instant: $0.instant,
          path: $0.path, event: $0.eventID, bytes: $0.photo.bytes,
          format: $0.format.rawValue)
      },
      bytes: manifest.trailer.tarBytes, digest: manifest.trailer.tarDigest)
  }
}
