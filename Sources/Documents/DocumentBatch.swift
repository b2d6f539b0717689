/// Documents ready to be stored: canonical text and what is promoted from it, in flat buffers.
///
/// - Important: `@unchecked Sendable` because a batch is handed from the thread that fills it to the
///   thread that stores it, and never used by both.
package final class DocumentBatch: @unchecked Sendable {
  /// Paths, texts and promoted fields, which records point into.
  package var bytes = ByteBuffer(capacity: 2 << 20)
  package var photos = DetachedPhotos()
  package var records: [DocumentRecord] = []
  package var rejected: [RejectedInput] = []
  package var source = DocumentSource(name: "", unit: nil)
  /// The part of the source that is read; nil if its size is not known.
  package var fraction: Double?

  package init() {}

  /// Whether it is time to hand the batch over: large enough to be worth it, small enough to hold.
  package var isFull: Bool { bytes.count > 1 << 20 || photos.bytes.count > 4 << 20 }

  package var isEmpty: Bool { records.isEmpty && rejected.isEmpty }

  package func removeAll() {
    bytes.truncate(to: 0)
    photos.removeAll()
    records.removeAll(keepingCapacity: true)
    rejected.removeAll(keepingCapacity: true)
  }
}

/// A document of a batch: ranges of the batch's bytes.
package struct DocumentRecord: Sendable {
  package var path: ByteRange
  package var data: ByteRange
  package var kind: DocumentKind
  package var owner: ByteRange?
  /// The top-level `profileId`, if it is a text.
  package var profileID: ByteRange?
  /// The JSON text of the top-level `phoneNumber`, if it is there and not null.
  package var phoneNumber: ByteRange?
  /// A JSON array of the distinct phone-like texts of `profileId` at any depth, in byte order.
  package var legacyIDs: ByteRange?
  /// The path of the nearest profile above this document whose id is phone-like.
  package var legacyProfile: ByteRange?
  package var eventType: EventType?
  package var instant: Instant?
  package var fault: EventFault?
  /// Where the photo is, if there is one.
  package var photo: PhotoPlace?
  /// Which of the batch's photo uses are this document's.
  package var photoUses: Range<Int>
  /// The line or byte offset in the source.
  package var origin: Int64
}

/// Where a document has its photo.
package enum PhotoPlace: Int64, Sendable {
  /// The first `photoData` is a photo.
  case inline = 1
  /// There is none, but the first `photoURL` of an event is a text that is not empty.
  case url = 2
}

/// A part of an input that is not a document.
package struct RejectedInput: Sendable {
  package let source: String
  /// `line 7` or `byte offset 32768`.
  package let place: String
  package let reason: String
  /// The input itself, as far as it is text.
  package let text: String

  package init(source: String, place: String, reason: String, text: String) {
    self.source = source
    self.place = place
    self.reason = reason
    self.text = text
  }
}
