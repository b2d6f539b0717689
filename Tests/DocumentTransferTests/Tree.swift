import Documents
import Foundation

@testable import DocumentTransfer

/// A document as its path and its canonical JSON.
struct PlainDocument: Equatable, CustomStringConvertible {
  let path: [UInt8]
  let data: [UInt8]

  init(_ path: String, _ data: String) {
    (self.path, self.data) = (Array(path.utf8), Array(data.utf8))
  }

  init(path: UnsafeBufferPointer<UInt8>, data: UnsafeBufferPointer<UInt8>) {
    (self.path, self.data) = (Array(path), Array(data))
  }

  var description: String {
    String(decoding: path, as: UTF8.self) + " " + String(decoding: data, as: UTF8.self)
  }

  /// The path's segments, which are compared one by one in a tree.
  var segments: [[UInt8]] {
    path.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map(Array.init)
  }

  static func treeOrder(_ left: PlainDocument, _ right: PlainDocument) -> Bool {
    left.segments.lexicographicallyPrecedes(right.segments) { $0.lexicographicallyPrecedes($1) }
  }
}

/// What reading a tree gave.
struct TreeContents {
  var documents: [PlainDocument] = []
  var rejected: [RejectedInput] = []

  /// Reads a tree on a thread of its own, as an import does.
  init(of text: [UInt8], skipsInvalid: Bool = false) throws {
    let path = NSTemporaryDirectory() + "tree-\(UUID().uuidString).json"
    try Data(text).write(to: URL(fileURLWithPath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    let queue = BatchQueue()
    Thread.detachNewThread {
      let filler = BatchFiller(
        queue: queue, source: DocumentSource(name: "tree.json", unit: .byte),
        skipsInvalid: skipsInvalid)
      queue.finish(Result { try TreeSource.read(path, into: filler) })
    }
    while let batch = try queue.takeFull(unless: { false }) {
      try append(batch)
      queue.putEmpty(batch)
    }
  }

  init(of text: String, skipsInvalid: Bool = false) throws {
    try self.init(of: Array(text.utf8), skipsInvalid: skipsInvalid)
  }

  var lines: [String] { documents.map(\.description) }

  private mutating func append(_ batch: DocumentBatch) throws {
    let restorer = PhotoRestorer()
    for record in batch.records {
      var data = ByteBuffer()
      try restorer.restore(batch.bytes[record.data], to: &data) { digest in
        for photo in batch.photos.photos where photo.digest == digest {
          return Array(batch.photos.bytes[photo.bytes])
        }
        return []
      }
      documents.append(PlainDocument(path: batch.bytes[record.path], data: data.bytes))
    }
    rejected += batch.rejected
  }
}

/// The text of a tree of documents that come in the order that it needs.
func treeText(_ documents: [PlainDocument]) throws -> [UInt8] {
  var text: [UInt8] = []
  let writer = TreeWriter { text += $0 }
  for document in documents {
    try document.path.withUnsafeBufferPointer { path in
      try document.data.withUnsafeBufferPointer { try writer.append(path: path, data: $0) }
    }
  }
  try writer.finish()
  return text
}
