internal import Documents

/// Merges the parts of a month into one.
///
/// The old parts are removed only when the new one is on the disk and was compared, and its manifest
/// names them as replaced from the moment of its commit; so a reader sees each record once, and none
/// is ever lost, wherever a kill falls.
package struct MonthSeal {
  package struct Outcome: Sendable {
    /// How many parts became one.
    package var merged = 0
    package var records = 0
    /// Why parts were left as they are.
    package var damages: [Damage] = []
  }

  private let directory: ArchiveDirectory
  private let compression: Compression
  private let partsAtOnce: Int
  private var outcome = Outcome()

  /// Merges the parts of a month, and removes what killed runs left in its directory.
  ///
  /// The caller holds the archive's lock for writing. A month with damage is left alone.
  ///
  /// - Parameters:
  ///   - directory: The month's directory.
  ///   - compression: What the new tar is packed with.
  ///   - partsAtOnce: How many parts are kept open; of more, some become one first.
  /// - Throws: ``ArchiveError``.
  /// - Returns: What was done.
  package static func run(
    _ directory: ArchiveDirectory, compression: Compression = .none, partsAtOnce: Int = 256
  ) throws -> Outcome {
    var seal = MonthSeal(
      directory: directory, compression: compression, partsAtOnce: max(partsAtOnce, 2))
    do {
      while try seal.step() {}
      try Checksums.rewrite(in: directory)
      try directory.sync()
    } catch let damage as Damage {
      seal.outcome.damages = [damage]
    }
    return seal.outcome
  }

  private init(directory: ArchiveDirectory, compression: Compression, partsAtOnce: Int) {
    (self.directory, self.compression) = (directory, compression)
    self.partsAtOnce = partsAtOnce
  }

  /// Merges as many parts as can be at once; false if there was nothing to do.
  private mutating func step() throws -> Bool {
    let month = try ArchivedMonth(directory)
    if let damage = month.damages.first { throw damage }
    if !month.debris.isEmpty {
      // What is left has no say in the number of the next part.
      try remove(month.debris)
      return true
    }
    if !month.replaced.isEmpty {
      for manifest in month.manifests where !manifest.header.replaces.isEmpty {
        try compare(manifest)
      }
      try remove(month.replaced)
    }
    if month.manifests.count < 2 { return false }
    let parts = ArchivedMonth(month, parts: Array(month.manifests.prefix(partsAtOnce)))
    try merge(parts)
    outcome.merged = max(outcome.merged, month.manifests.count)
    try remove(ArchivedMonth.files(of: parts.manifests))
    return true
  }

  private mutating func merge(_ month: ArchivedMonth) throws {
    let header = BundleManifest.Header(
      group: month.manifests[0].header.group, part: month.next, compression: compression,
      replaces: month.manifests.map(\.header.part))
    let tar = try directory.createTemporary(for: header.tarName)
    do {
      let draft = try write(month, header, to: tar)
      try tar.sync()
      tar.forgetCached()
      let manifest = try draft.verified(tar)
      try manifest.commit(tar: tar, in: directory)
      outcome.records = manifest.records.count
    } catch {
      try? directory.remove(tar.name)
      throw error
    }
  }

  private func write(
    _ month: ArchivedMonth, _ header: BundleManifest.Header, to tar: ArchiveFile
  ) throws -> BundleDraft {
    let writer = try BundleWriter(header, file: tar)
    var readers: [Int: BundleReader] = [:]
    for manifest in month.manifests {
      readers[manifest.header.part] = try BundleReader(manifest, in: directory)
    }
    for archived in month.records() {
      guard let reader = readers[archived.part] else { continue }
      let json = try reader.json(of: archived.record)
      try json.withUnsafeBufferPointer { json in
        try writer.append(BundleWriter.Source(archived), json: json) { write in
          try reader.photo(of: archived.record, write)
        }
      }
    }
    return try writer.finish()
  }

  /// Reads a bundle from its first byte to its last.
  private func compare(_ manifest: BundleManifest) throws {
    if let damage = try BundleCheck.run(manifest, in: directory).first { throw damage }
  }

  private func remove(_ names: [String]) throws {
    for name in names { try directory.remove(name) }
    if !names.isEmpty { try directory.sync() }
  }
}

extension BundleWriter.Source {
  fileprivate init(_ archived: ArchivedRecord) {
    let record = archived.record
    self.init(
      path: record.path, eventID: record.eventID, name: archived.name, instant: record.instant,
      format: record.format, photoBytes: record.photo.bytes, photoDigest: record.photo.digest,
      digest: record.digest)
  }
}
