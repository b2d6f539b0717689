internal import Documents

/// Puts photos and what is kept of their records into a directory, as the old bucket had them.
///
/// Only what manifests name is written, under names that are safe, into files that were not there.
package struct Unpacking {
  package struct Outcome: Sendable {
    package var photos = 0
    package var photoBytes = 0
    /// Of the tars that were gone through.
    package var tarBytes = 0
    /// Files that were there already, the same to the byte.
    package var present = 0
    package var damages: [Damage] = []
  }

  private let output: ArchiveDirectory
  private let onProgress: (Outcome) throws -> Void
  private var outcome = Outcome()

  /// Unpacks a part of an archive.
  ///
  /// A damaged member is left out and named; the others are unpacked.
  ///
  /// - Parameters:
  ///   - archive: Its directory.
  ///   - selection: Which records.
  ///   - output: The directory to unpack into.
  ///   - onProgress: Hears of what was done so far, and may throw to stop.
  /// - Throws: ``ArchiveError``, also if there is another file where one is to go.
  /// - Returns: What was written.
  package static func run(
    _ archive: ArchiveDirectory, selection: ArchiveSelection, to output: ArchiveDirectory,
    onProgress: @escaping (Outcome) throws -> Void = { _ in }
  ) throws -> Outcome {
    var unpacking = Unpacking(output: output, onProgress: onProgress)
    try archive.forEachMonth(selection) { directory, _ in
      try unpacking.unpack(ArchivedMonth(directory), selection)
    }
    try output.syncFileSystem()
    return unpacking.outcome
  }

  private init(output: ArchiveDirectory, onProgress: @escaping (Outcome) throws -> Void) {
    (self.output, self.onProgress) = (output, onProgress)
  }

  private mutating func unpack(_ month: ArchivedMonth, _ selection: ArchiveSelection) throws {
    outcome.damages += month.damages
    let records = Dictionary(grouping: month.records(selection), by: \.part)
    for manifest in month.manifests {
      if let records = records[manifest.header.part] {
        try unpack(records, of: manifest, in: month.directory)
      }
      outcome.tarBytes += month.directory.size(of: manifest.header.tarName)
      try onProgress(outcome)
    }
  }

  private mutating func unpack(
    _ records: [ArchivedRecord], of manifest: BundleManifest, in month: ArchiveDirectory
  ) throws {
    do {
      let reader = try BundleReader(manifest, in: month)
      var target = output
      for name in ["gallery-archive"] + manifest.header.group.components {
        target = try target.makeDirectory(name).directory
      }
      for record in records { try unpack(record, reader, to: target) }
    } catch let damage as Damage {
      outcome.damages.append(damage)
    }
  }

  private mutating func unpack(
    _ archived: ArchivedRecord, _ reader: BundleReader, to target: ArchiveDirectory
  ) throws {
    let record = archived.record
    do {
      try write("\(archived.name).\(record.format.rawValue)", record.photo, to: target) { write in
        try reader.photo(of: record, write)
      }
      outcome.photos += 1
      outcome.photoBytes += record.photo.bytes
      try write(archived.name + ".json", record.json, to: target) { write in
        try reader.json(of: record).withUnsafeBufferPointer { try write($0) }
      }
    } catch let damage as Damage {
      outcome.damages.append(damage)
    }
  }

  /// Writes a file under a temporary name, and names it when it is whole.
  private mutating func write(
    _ name: String, _ content: BundleManifest.Content, to target: ArchiveDirectory,
    _ body: ((UnsafeBufferPointer<UInt8>) throws -> Void) throws -> Void
  ) throws {
    if let file = try target.file(name) {
      guard try file.size() == content.bytes,
        try file.digest(at: 0, count: content.bytes) == content.digest
      else { throw ArchiveError.exists(path: file.path) }
      outcome.present += 1
      return
    }
    let file = try target.createTemporary(for: name)
    do {
      try body { try file.write($0) }
      try target.rename(file.name, to: name)
    } catch {
      try? target.remove(file.name)
      throw error
    }
  }
}
