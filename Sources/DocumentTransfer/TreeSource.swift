internal import Documents

/// Reads a file of one JSON object, as node-firestore-import-export makes it.
///
///     {"__collections__":{"users":{"u1":{"name":"x","__collections__":{"profiles":{…}}}}}}
///
/// The members of `__collections__` are collections, and theirs are documents; a document's members
/// are its fields, but `__collections__` holds its subcollections. Source: `lib/export.ts` and
/// `lib/helpers.ts` of that program.
///
/// Such a file has the same text for a document without fields and for none at all that has
/// subcollections. Here it is none: nobody wrote it. ``TreeWriter`` says how it tells of the other.
enum TreeSource {
  static func read(_ path: String, into filler: BatchFiller) throws {
    do {
      try TreeReader(scanner: TreeScanner(path: path), filler: filler).read()
    } catch let fault as TreeScanner.Fault {
      throw TransferError.badInput(
        source: path, place: place(fault.offset), reason: fault.reason)
    }
    filler.flush()
  }

  static func place(_ offset: Int) -> String { "byte offset \(offset)" }
}

/// Goes down a tree and hands over each document when its end is reached.
final class TreeReader {
  /// The longest fields of a document, and of one with those that it is below.
  private static let limits = (one: 16 << 20, all: 64 << 20)
  /// Firestore's own limit.
  private static let maximumDepth = 100

  private let scanner: TreeScanner
  private let filler: BatchFiller
  private let parser = JSONParser()
  private var path = ByteBuffer()
  /// The name that was read last, as it is written.
  private var name = ByteBuffer()
  /// The own fields of the documents that are being read, the innermost one's last.
  private var text = ByteBuffer()
  private var converted = ByteBuffer()
  private var depth = 0

  init(scanner: TreeScanner, filler: BatchFiller) {
    (self.scanner, self.filler) = (scanner, filler)
  }

  /// What is known of a document, or of the database, besides its fields.
  private struct Parent {
    var hasCollections = false
    var hasDocuments = false
    /// It has the collection that says that it is a document.
    var isMarked = false
  }

  func read() throws {
    try scanner.skipByteOrderMark()
    guard try scanner.enterObject() else { throw scanner.fault("the file is not a JSON object") }
    var root = Parent()
    try forEachMember {
      guard name.bytes.equals(TreeWriter.collections) else {
        throw scanner.fault(
          "\(name.bytes.text) is beside `__collections__`: this is the export of a part of a "
            + "database, and its path is not in it; export from the root")
      }
      try readCollections(of: &root)
    }
    if !root.hasCollections { throw scanner.fault("there is no `__collections__`") }
    try scanner.expectEnd()
  }

  /// Reads the names of the next object's members up to their values, which `body` reads.
  private func forEachMember(_ body: () throws -> Void) throws {
    var isFirst = true
    while try scanner.nextMember(isFirst: isFirst) {
      isFirst = false
      name.truncate(to: 0)
      scanner.beginCopy(limit: Self.limits.one)
      try scanner.copyString(to: &name)
      if scanner.hasOverflowed { throw scanner.fault("a name is longer than 16 MiB") }
      try scanner.skipColon()
      try body()
    }
  }

  private func readCollections(of parent: inout Parent) throws {
    if parent.hasCollections { throw scanner.fault("`__collections__` is there twice") }
    parent.hasCollections = true
    guard try scanner.enterObject() else {
      throw scanner.fault("the value of `__collections__` is not an object")
    }
    try forEachMember {
      if name.bytes.equals(TreeWriter.existence) { parent.isMarked = true }
      try readNamedObject("collection") { _ in
        try forEachMember {
          parent.hasDocuments = true
          try readNamedObject("document") { try readDocument(at: $0) }
        }
      }
    }
  }

  /// Reads an object with the id that was read last; sets it aside if it is none or the id is bad.
  ///
  /// `body` reads the object's members; it is given the offset of the object.
  private func readNamedObject(_ what: String, _ body: (Int) throws -> Void) throws {
    let start = path.count
    let offset = scanner.offset
    var reason: String?
    do { try appendName() } catch { reason = error.description }
    if reason == nil, try scanner.enterObject() {
      try body(offset)
    } else {
      try skipValue(offset: offset, reason: reason ?? "the \(what) is not an object")
    }
    path.truncate(to: start)
  }

  /// Adds the name that was read last to the path.
  private func appendName() throws(DocumentFault) {
    let length = name.count
    for _ in 0..<JSONParser.padding { name.append(0) }
    if path.count > 0 { path.append(UInt8(ascii: "/")) }
    let start = path.count
    try parser.appendText(of: name.bytes.slice(0..<length), to: &path)
    let id = path[path.range(since: start)]
    if id.isEmpty { throw .path(.emptySegment) }
    if id.contains(UInt8(ascii: "/")) { throw .path(.slash) }
  }

  private func skipValue(offset: Int, reason: String) throws {
    let start = text.count
    scanner.beginCopy(limit: start + Self.limits.one)
    try scanner.copyValue(to: &text)
    let range = text.range(since: start)
    try filler.reject(place: TreeSource.place(offset), reason: reason, text: text[range].text)
    text.truncate(to: start)
  }
}

extension TreeReader {
  private func readDocument(at offset: Int) throws {
    depth += 1
    if depth > Self.maximumDepth { throw scanner.fault("documents are more than 100 levels deep") }
    let start = text.count
    var isTooLong = false
    var document = Parent()
    text.append(UInt8(ascii: "{"))
    try forEachMember {
      if name.bytes.equals(TreeWriter.collections) { return try readCollections(of: &document) }
      try readField(since: start)
      if scanner.hasOverflowed { isTooLong = true }
    }
    text.append(UInt8(ascii: "}"))
    if isTooLong {
      let fault = DocumentFault.tooLong(limit: Self.limits.one)
      try filler.reject(place: TreeSource.place(offset), reason: fault.description, text: "")
    } else if text.count > start + 2 || document.isMarked || !document.hasDocuments {
      try add(text.range(since: start), offset: offset)
    }
    text.truncate(to: start)
    depth -= 1
  }

  /// Copies the member whose name was read last to the fields that begin at `start`.
  private func readField(since start: Int) throws {
    let limit = min(start + Self.limits.one, Self.limits.all)
    if text.count > start + 1 { text.append(UInt8(ascii: ",")) }
    if text.count + name.count < limit { text.append(name.bytes) }
    text.append(UInt8(ascii: ":"))
    scanner.beginCopy(limit: limit)
    try scanner.copyValue(to: &text)
  }

  private func add(_ range: ByteRange, offset: Int) throws {
    filler.note(fraction: scanner.fraction)
    for _ in 0..<JSONParser.padding { text.append(0) }
    let fields = text[range]
    try filler.add(place: TreeSource.place(offset), text: fields.text) {
      reader, batch throws(DocumentFault) in
      guard TreeFields.hasDatatypes(fields) else {
        return try reader.read(
          path: path.bytes, data: fields, origin: Int64(offset), into: batch)
      }
      converted.truncate(to: 0)
      try TreeFields.rewrite(fields, parser: parser, to: &converted)
      try reader.read(
        path: path.bytes, data: converted.bytes, origin: Int64(offset), into: batch)
    }
  }
}
