package import DocumentStore
package import Documents

/// Makes documents again from what the archive has of them.
///
/// One whose whole document was kept comes back as it was, to the byte. Of another come back the photo,
/// its event's ids, task and moment.
package final class Restoration {
  private let archive: ArchiveDirectory
  private let selection: ArchiveSelection
  private let onProgress: (Restoration) throws -> Void
  private var months: [[String]] = []
  private var records: [Pending] = []
  private let documents = DocumentReader()
  private let parser = JSONParser()
  private let restorer = PhotoRestorer()
  private let batch = DocumentBatch()

  /// Those of the documents that are not as they were when they were archived.
  package private(set) var restored: [RestoredRecord] = []
  package private(set) var damages: [Damage] = []
  package private(set) var photos = 0
  /// Of the tars that were gone through.
  package private(set) var tarBytes = 0
  /// Of those that are being read.
  private var openBytes = 0

  /// A record to be read, and the bundle that it is in.
  private struct Pending {
    let record: BundleManifest.Record
    let group: BundleGroup
    let reader: BundleReader
  }

  /// Finds the directories of a selection.
  ///
  /// - Parameters:
  ///   - archive: Where they are.
  ///   - selection: Which records.
  ///   - onProgress: Hears of what was done so far, and may throw to stop.
  /// - Throws: ``ArchiveError``.
  package init(
    _ archive: ArchiveDirectory, selection: ArchiveSelection,
    onProgress: @escaping (Restoration) throws -> Void = { _ in }
  ) throws {
    (self.archive, self.selection, self.onProgress) = (archive, selection, onProgress)
    batch.source = DocumentSource(name: archive.path, unit: nil)
    try archive.forEachMonth(selection) { directory, _ in
      months.append(directory.relativePath.split(separator: "/").map(String.init))
    }
    months.reverse()
  }

  /// The next documents, used up before this is called again; nil at the end.
  package func next() throws -> DocumentBatch? {
    batch.removeAll()
    while !batch.isFull {
      if let pending = records.popLast() {
        try restore(pending)
      } else if let month = months.popLast() {
        try open(month)
      } else {
        break
      }
    }
    return batch.isEmpty ? nil : batch
  }

  private func open(_ names: [String]) throws {
    tarBytes += openBytes
    try onProgress(self)
    guard let directory = try archive.directory(names) else { return }
    let month = try ArchivedMonth(directory)
    openBytes = month.manifests.reduce(0) { $0 + directory.size(of: $1.header.tarName) }
    damages += month.damages
    let found = Dictionary(grouping: month.records(selection), by: \.part)
    var records: [Pending] = []
    for manifest in month.manifests {
      guard let archived = found[manifest.header.part] else { continue }
      do {
        let reader = try BundleReader(manifest, in: directory)
        records += archived.map {
          Pending(record: $0.record, group: manifest.header.group, reader: reader)
        }
      } catch let damage as Damage {
        damages.append(damage)
      }
    }
    self.records = try newest(records).reversed()
  }

  /// Of a document that is there in several states, only the one that was archived last.
  private func newest(_ records: [Pending]) throws -> [Pending] {
    let states = Dictionary(grouping: records.indices) { Array(records[$0].record.path.utf8) }
    if states.count == records.count { return records }
    return try states.values.map { indices in
      if indices.count == 1 { return indices[0] }
      let dated = try indices.map { (index: $0, at: try archivedAt(records[$0])) }
      return dated.max { ($0.at, $0.index) < ($1.at, $1.index) }?.index ?? indices[0]
    }.sorted().map { records[$0] }
  }

  /// When a record was archived; empty if that cannot be read.
  private func archivedAt(_ pending: Pending) throws -> String {
    do {
      let json = try pending.reader.json(of: pending.record)
      let fields = try json.withUnsafeBufferPointer {
        try DocumentReader.fields(of: $0, parser: parser)
      }
      guard case .string(let instant)? = fields.value("archivedAt") else { return "" }
      return instant
    } catch is Damage {
      // Whoever reads the record names the damage.
      return ""
    }
  }

  private func restore(_ pending: Pending) throws {
    do {
      var photo = ByteBuffer(capacity: pending.record.photo.bytes)
      try pending.reader.photo(of: pending.record) { photo.append($0) }
      let json = try pending.reader.json(of: pending.record)
      let text = try text(of: pending, json: json, photo: Array(photo.bytes))
      try append(pending.record, text)
      photos += 1
    } catch let damage as Damage {
      damages.append(damage)
    }
  }

  /// The canonical JSON of a document.
  private func text(of pending: Pending, json: [UInt8], photo: [UInt8]) throws -> [UInt8] {
    let fields = try json.withUnsafeBufferPointer { json in
      try DocumentReader.fields(of: json, parser: parser)
    }
    var text = ByteBuffer(capacity: photo.count * 4 / 3 + 4096)
    if case .map(let kept)? = fields.value("document") {
      var stored = ByteBuffer()
      stored.appendJSON(fields: kept)
      try restorer.restore(stored.bytes, to: &text) { _ in photo }
    } else {
      text.appendJSON(fields: event(pending, title: fields.value("taskTitle"), photo: photo))
    }
    return Array(text.bytes)
  }

  private func event(_ pending: Pending, title: Value?, photo: [UInt8]) -> [Field] {
    let record = pending.record
    var fields = [
      Field(name: "createdAt", value: .timestamp(microseconds: record.instant.microseconds)),
      Field(name: "eventType", value: .string(EventType.taskResponse.rawValue)),
      Field(name: "id", value: .string(record.eventID)),
      Field(name: "photoData", value: .bytes(photo)),
      Field(name: "profileId", value: .string(pending.group.profile)),
      Field(name: "userId", value: .string(pending.group.owner)),
    ]
    if let title { fields.append(Field(name: "taskTitle", value: title)) }
    return fields
  }

  private func append(_ record: BundleManifest.Record, _ text: [UInt8]) throws {
    var path = record.path
    try path.withUTF8 { path in
      try text.withUnsafeBufferPointer { text in
        try documents.read(path: path, data: text, into: batch)
      }
    }
    guard let data = batch.records.last?.data else { return }
    let fields = try DocumentReader.fields(of: batch.bytes[data], parser: parser)
    let digest = PhotoRecord(path: record.path, fields: fields).digest
    if digest == record.digest { return }
    restored.append(RestoredRecord(path: record.path, digest: digest, archived: record.digest))
  }
}

extension [Field] {
  fileprivate func value(_ name: String) -> Value? {
    first { $0.name.utf8.elementsEqual(name.utf8) }?.value
  }
}
