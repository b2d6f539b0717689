internal import Documents

/// Writes a file of one JSON object, as node-firestore-import-export makes it, a document a line.
///
/// Memory does not depend on the number of documents: only the ids above the last one are held.
///
/// A document that has no fields but subcollections gets an empty collection `__document__`, for the
/// same text without it stands for a document that is not there. No collection can have such an id,
/// and an empty one is nothing to other programs.
final class TreeWriter {
  static let collections: StaticString = "\"__collections__\""
  static let existence: StaticString = "\"__document__\""

  /// Documents did not come in the order that ``append(path:data:)`` asks for.
  struct OutOfOrder: Error, CustomStringConvertible {
    let path: String
    let previous: String

    var description: String {
      "\(path) came after \(previous); a tree is written in the order of ids, level by level"
    }
  }

  private let write: (UnsafeBufferPointer<UInt8>) throws -> Void
  private var text = ByteBuffer()
  /// The last document's path.
  private var path = ByteBuffer()
  /// The collections and documents on that path, from the root; the first is a collection.
  private var open: [Level] = []
  private var hasBegun = false
  private var hasDocuments = false

  /// A collection or a document whose end is not written yet.
  private struct Level {
    /// Where its id ends in the path.
    let end: Int
    var hasMembers = false
    /// A document without fields, which has to be told from none if anything is below it.
    var isEmptyDocument = false
  }

  /// Begins a tree whose text `write` takes piece by piece.
  init(_ write: @escaping (UnsafeBufferPointer<UInt8>) throws -> Void) { self.write = write }

  /// Writes a document.
  ///
  /// Documents come in the order of their paths compared segment by segment, each by its bytes, a
  /// path before those below it. That is the order of the paths' bytes once each `/` is replaced by
  /// a byte that sorts before any that is in an id.
  ///
  /// - Parameters:
  ///   - new: Its path.
  ///   - data: Its canonical JSON with its photos inline.
  /// - Throws: ``OutOfOrder``, or what the destination throws.
  func append(path new: UnsafeBufferPointer<UInt8>, data: UnsafeBufferPointer<UInt8>) throws {
    let segments = new.split(separator: UInt8(ascii: "/")).map(UnsafeBufferPointer.init(rebasing:))
    let shared = sharedLevels(segments)
    guard isInOrder(segments, after: shared) else {
      throw OutOfOrder(path: new.text, previous: path.bytes.text)
    }
    begin()
    while open.count > shared { close() }
    for position in shared..<segments.count {
      openLevel(segments[position], data: position == segments.count - 1 ? data : nil)
    }
    path.truncate(to: 0)
    path.append(new)
    try flush()
  }

  /// Writes the end of the tree.
  func finish() throws {
    begin()
    while !open.isEmpty { close() }
    text.append(hasDocuments ? "\n}}\n" : "}}\n")
    try flush()
  }
}

extension TreeWriter {
  private func begin() {
    if hasBegun { return }
    hasBegun = true
    text.append("{\"__collections__\":{")
  }

  /// The number of open levels that a path goes through as well.
  private func sharedLevels(_ segments: [UnsafeBufferPointer<UInt8>]) -> Int {
    var shared = 0
    while shared < min(open.count, segments.count), id(shared).equals(segments[shared]) {
      shared += 1
    }
    return shared
  }

  private func isInOrder(_ segments: [UnsafeBufferPointer<UInt8>], after shared: Int) -> Bool {
    guard segments.count > shared else { return false }
    return shared == open.count || id(shared).precedes(segments[shared])
  }

  /// The id of an open level.
  private func id(_ level: Int) -> UnsafeBufferPointer<UInt8> {
    path.bytes.slice((level == 0 ? 0 : open[level - 1].end + 1)..<open[level].end)
  }

  /// Begins a collection, or a document: one that is not there if there is no data.
  private func openLevel(
    _ id: UnsafeBufferPointer<UInt8>, data: UnsafeBufferPointer<UInt8>?
  ) {
    beginMember()
    text.appendJSON(string: id)
    text.append(":{")
    let end = (open.last.map { $0.end + 1 } ?? 0) + id.count
    if open.count % 2 == 1 {
      if let data, data.count > 2 {
        TreeText.append(data.slice(1..<(data.count - 1)), to: &text)
        text.append(UInt8(ascii: ","))
      }
      text.append(Self.collections)
      text.append(":{")
    }
    open.append(Level(end: end, isEmptyDocument: data?.count == 2))
  }

  /// Writes what comes before a member of the innermost level.
  private func beginMember() {
    var hasMembers = hasDocuments
    if let parent = open.last {
      hasMembers = parent.hasMembers || parent.isEmptyDocument
      if parent.isEmptyDocument, !parent.hasMembers {
        text.append("\n")
        text.append(Self.existence)
        text.append(":{}")
      }
      open[open.count - 1].hasMembers = true
    }
    hasDocuments = true
    text.append(hasMembers ? ",\n" : "\n")
  }

  private func close() {
    let isDocument = open.count % 2 == 0
    let level = open.removeLast()
    if level.hasMembers { text.append(UInt8(ascii: "\n")) }
    text.append(isDocument ? "}}" : "}")
  }

  private func flush() throws {
    try write(text.bytes)
    text.truncate(to: 0)
  }
}
