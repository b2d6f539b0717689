import Foundation

@testable import Documents

/// A text that is equal to another if its bytes are: Swift's strings are equal if they look alike.
struct ExactText: Equatable, ExpressibleByStringLiteral, CustomStringConvertible, Sendable {
  let bytes: [UInt8]

  init(_ bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }
  init(_ text: String) { bytes = Array(text.utf8) }
  init(stringLiteral value: String) { self.init(value) }

  var description: String { String(decoding: bytes, as: UTF8.self) }
}

/// A document as it was read, with all that was noted of it.
struct ReadDocument {
  let record: DocumentRecord
  let path: ExactText
  /// The text that is stored, with markers for photos.
  let stored: ExactText
  /// The canonical text, with photos.
  let data: ExactText
  let owner: ExactText?
  let profileID: ExactText?
  let phoneNumber: ExactText?
  let legacyIDs: ExactText?
  let legacyProfile: ExactText?
  /// The bytes of the photos that were taken out.
  let photos: [[UInt8]]

  init(_ record: DocumentRecord, in batch: DocumentBatch) throws {
    func text(_ range: ByteRange?) -> ExactText? { range.map { ExactText(batch.bytes[$0]) } }
    self.record = record
    path = ExactText(batch.bytes[record.path])
    stored = ExactText(batch.bytes[record.data])
    (owner, profileID) = (text(record.owner), text(record.profileID))
    (phoneNumber, legacyIDs) = (text(record.phoneNumber), text(record.legacyIDs))
    legacyProfile = text(record.legacyProfile)
    photos = batch.photos.photos.map { Array(batch.photos.bytes[$0.bytes]) }
    var restored = ByteBuffer()
    try PhotoRestorer().restore(batch.bytes[record.data], to: &restored) { digest in
      for photo in batch.photos.photos where photo.digest == digest {
        return Array(batch.photos.bytes[photo.bytes])
      }
      throw DocumentFault.noData
    }
    data = ExactText(restored.bytes)
  }
}

/// Reads a line as an import does, into a batch that has a document already.
func read(line: [UInt8]) throws -> ReadDocument {
  let (reader, batch) = (DocumentReader(), DocumentBatch())
  try withPadding(Array(#"{"path":"a/b","data":{"before":1}}"#.utf8)) {
    try reader.read(line: $0, origin: 1, into: batch)
  }
  do {
    try withPadding(line) { try reader.read(line: $0, origin: 2, into: batch) }
  } catch {
    // What is no document leaves nothing behind.
    precondition(batch.records.count == 1 && batch.photos.uses.isEmpty)
    precondition(batch.photos.photos.isEmpty && batch.photos.bytes.count == 0)
    throw error
  }
  return try ReadDocument(batch.records[1], in: batch)
}

func read(line: String) throws -> ReadDocument { try read(line: Array(line.utf8)) }

/// Reads a document with these fields.
func read(_ fields: String, at path: String = "c/d") throws -> ReadDocument {
  var line = ByteBuffer()
  line.append("{\"path\":")
  line.appendJSON(string: path)
  line.append(",\"data\":\(fields)}")
  return try read(line: Array(line.bytes))
}

/// The canonical text of these fields.
func canonical(_ fields: String) throws -> ExactText { try read(fields).data }

/// What is wrong with a line; nil if nothing is.
func fault(ofLine line: [UInt8]) -> String? {
  do {
    _ = try read(line: line)
    return nil
  } catch {
    return "\(error)"
  }
}

func fault(ofLine line: String) -> String? { fault(ofLine: Array(line.utf8)) }

/// Lends bytes with the padding that the parser needs.
func withPadding<Result>(
  _ bytes: [UInt8], _ body: (UnsafeBufferPointer<UInt8>) throws -> Result
) rethrows -> Result {
  let padded = bytes + Array(repeating: 0xFF, count: JSONParser.padding)
  return try padded.withUnsafeBufferPointer {
    try body(UnsafeBufferPointer(rebasing: $0[..<bytes.count]))
  }
}

/// Lends the bytes of a text.
func withBytes<Result>(
  of text: String, _ body: (UnsafeBufferPointer<UInt8>) throws -> Result
) rethrows -> Result {
  try Array(text.utf8).withUnsafeBufferPointer(body)
}

/// A small generator whose numbers depend on its seed only.
struct SplitMix: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var word = state
    word = (word ^ (word >> 30)) &* 0xbf58_476d_1ce4_e5b9
    word = (word ^ (word >> 27)) &* 0x94d0_49bb_1331_11eb
    return word ^ (word >> 31)
  }

  mutating func int(_ range: ClosedRange<Int>) -> Int { .random(in: range, using: &self) }

  mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[int(0...(elements.count - 1))]
  }
}
