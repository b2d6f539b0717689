/// Reads documents from JSON into batches.
///
/// Not for two threads.
package final class DocumentReader {
  private let parser = JSONParser()
  private var writer: CanonicalWriter
  private var scratch = ByteBuffer()

  /// - Parameter isStored: The texts come from a store, where markers stand for photos.
  package init(isStored: Bool = false) {
    writer = CanonicalWriter(source: isStored ? .stored : .input)
  }

  /// Reads one line: `{"path":"…","data":{…}}`, or a document as Firestore's REST interface has it.
  ///
  /// The line has ``JSONParser/padding`` readable bytes after it.
  package func read(
    line: UnsafeBufferPointer<UInt8>, origin: Int64, into batch: DocumentBatch
  ) throws(DocumentFault) {
    let root = try parser.parse(line)
    guard root.tag == .object else { throw .notAnObject }
    if root.member("fields") != nil || root.member("name") != nil {
      return try read(rest: root, origin: origin, into: batch)
    }
    let (path, data) = try lineMembers(root)
    try append(path: path, root: data, origin: origin, to: batch)
  }

  /// Reads a document from its path and the JSON text of its fields.
  package func read(
    path: UnsafeBufferPointer<UInt8>, data: UnsafeBufferPointer<UInt8>, origin: Int64 = 0,
    into batch: DocumentBatch
  ) throws(DocumentFault) {
    scratch.truncate(to: 0)
    scratch.append(data)
    for _ in 0..<JSONParser.padding { scratch.append(0) }
    let root = try parser.parse(scratch.bytes.slice(0..<data.count))
    try append(path: path, root: root, origin: origin, to: batch)
  }

  /// Reads a document of an export.
  package func read(
    _ document: Document, origin: Int64, into batch: DocumentBatch
  ) throws(DocumentFault) {
    var text = ByteBuffer()
    text.appendJSON(fields: document.fields)
    var path = document.path
    let result = path.withUTF8 { path in
      Result { () throws(DocumentFault) in
        try read(path: path, data: text.bytes, origin: origin, into: batch)
      }
    }
    try result.get()
  }

  private func lineMembers(
    _ root: JSONNode
  ) throws(DocumentFault) -> (path: UnsafeBufferPointer<UInt8>, data: JSONNode) {
    var (path, data): (JSONNode?, JSONNode?)
    var next = root.index + 1
    while next < root.close {
      let (name, value) = (root.at(next).string, root.at(next + 1))
      if name.equals("path"), path == nil {
        path = value
      } else if name.equals("data"), data == nil {
        data = value
      } else if name.equals("path") || name.equals("data") {
        throw .duplicateFieldName(name.text)
      } else {
        throw .unknownMember(name.text)
      }
      next = value.end
    }
    guard let path, path.tag == .string else { throw .noPath }
    guard let data, data.tag == .object else { throw .noData }
    return (path.string, data)
  }

  private func read(
    rest root: JSONNode, origin: Int64, into batch: DocumentBatch
  ) throws(DocumentFault) {
    var path = ByteBuffer()
    var text = ByteBuffer()
    // The name is in the parser's memory, which the text needs next.
    path.append(try RESTDocument(root).write(to: &text))
    try read(path: path.bytes, data: text.bytes, origin: origin, into: batch)
  }

  private func append(
    path: UnsafeBufferPointer<UInt8>, root: JSONNode, origin: Int64, to batch: DocumentBatch
  ) throws(DocumentFault) {
    do { try DocumentPath.check(path) } catch { throw .path(error) }
    let (start, uses) = (batch.bytes.count, batch.photos.uses.count)
    let (photos, photoBytes) = (batch.photos.photos.count, batch.photos.bytes.count)
    do {
      batch.bytes.append(path)
      let dataStart = batch.bytes.count
      try writer.writeDocument(root, to: &batch.bytes, photos: &batch.photos)
      let data = batch.bytes.range(since: dataStart)
      let pathRange = ByteRange(start: start, count: path.count)
      batch.records.append(
        record(path: pathRange, data: data, uses: uses, origin: origin, in: batch))
    } catch {
      batch.bytes.truncate(to: start)
      batch.photos.truncate(uses: uses, photos: photos, bytes: photoBytes)
      throw error
    }
  }

  private func record(
    path: ByteRange, data: ByteRange, uses: Int, origin: Int64, in batch: DocumentBatch
  ) -> DocumentRecord {
    let noted = writer.noted
    let kind = DocumentKind(collection: DocumentPath.collection(batch.bytes[path]))
    let owner = owner(path: path, kind: kind, in: batch)
    var record = DocumentRecord(
      path: path, data: data, kind: kind, owner: owner,
      profileID: noted.profileID.flatMap { $0.tag == .string ? $0.string : nil }
        .map { append($0, to: batch) },
      phoneNumber: noted.phoneNumber, legacyIDs: legacyIDs(to: batch),
      legacyProfile: DocumentPath.legacyProfile(above: batch.bytes[path])
        .map { ByteRange(start: path.start, count: $0.count) },
      eventType: nil, instant: nil, fault: nil, photo: noted.hasPhoto ? .inline : nil,
      photoUses: uses..<batch.photos.uses.count,
      origin: origin)
    if kind == .event {
      record.eventType = EventType.allCases.first { noted.eventType?.isText($0.rawValue) == true }
      record.instant = try? noted.eventInstant.get()
      record.fault = noted.eventFault(hasOwner: owner != nil)
      if record.photo == nil, noted.hasPhotoURL == true { record.photo = .url }
    }
    return record
  }

  /// The user that a document belongs to: of its path, else of its `userId`, else itself.
  private func owner(path: ByteRange, kind: DocumentKind, in batch: DocumentBatch) -> ByteRange? {
    if let nested = DocumentPath.nestedOwner(batch.bytes[path]) {
      return ByteRange(start: path.start + 6, count: nested.count)
    }
    if let userID = writer.noted.userID, userID.tag == .string, !userID.string.isEmpty {
      return append(userID.string, to: batch)
    }
    guard kind == .user else { return nil }
    let identifier = DocumentPath.identifier(batch.bytes[path])
    return ByteRange(start: path.start + path.count - identifier.count, count: identifier.count)
  }

  private func append(_ bytes: UnsafeBufferPointer<UInt8>, to batch: DocumentBatch) -> ByteRange {
    let start = batch.bytes.count
    batch.bytes.append(bytes)
    return batch.bytes.range(since: start)
  }

  private func legacyIDs(to batch: DocumentBatch) -> ByteRange? {
    var identifiers = writer.noted.phoneLikeProfileIDs
    if identifiers.isEmpty { return nil }
    if identifiers.count > 1 { identifiers.sort { $0.precedes($1) } }
    let start = batch.bytes.count
    batch.bytes.append(UInt8(ascii: "["))
    for (position, identifier) in identifiers.enumerated() {
      if position > 0 {
        if identifier.equals(identifiers[position - 1]) { continue }
        batch.bytes.append(UInt8(ascii: ","))
      }
      batch.bytes.appendJSON(string: identifier)
    }
    batch.bytes.append(UInt8(ascii: "]"))
    return batch.bytes.range(since: start)
  }
}
