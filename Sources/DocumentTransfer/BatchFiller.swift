internal import Documents

/// Collects documents into batches on the reading thread.
final class BatchFiller {
  let reader = DocumentReader()
  private let queue: BatchQueue
  let skipsInvalid: Bool
  private var batch: DocumentBatch?
  private var source: DocumentSource
  private var fraction: Double?

  /// Nobody wants any more documents.
  struct Cancelled: Error {}

  init(queue: BatchQueue, source: DocumentSource, skipsInvalid: Bool) {
    (self.queue, self.source, self.skipsInvalid) = (queue, source, skipsInvalid)
  }

  /// Goes on with another file.
  func enter(_ source: DocumentSource) {
    flush()
    self.source = source
  }

  /// Adds what `read` puts into the batch that it is given.
  ///
  /// If that turns out to be no document, `place` tells where in the source it is, and `text` is the
  /// input.
  func add(
    place: @autoclosure () -> String, text: @autoclosure () -> String,
    _ read: (DocumentReader, DocumentBatch) throws(DocumentFault) -> Void
  ) throws {
    let batch = try currentBatch()
    do {
      try read(reader, batch)
    } catch {
      try reject(place: place(), reason: error.description, text: text())
    }
    if batch.isFull { flush() }
  }

  /// Sets an input aside, or refuses it all.
  func reject(place: String, reason: String, text: String) throws {
    guard skipsInvalid else {
      throw TransferError.badInput(source: source.name, place: place, reason: reason)
    }
    try currentBatch().rejected.append(
      RejectedInput(source: source.name, place: place, reason: reason, text: text))
  }

  /// Notes the part of the source that is read.
  func note(fraction: Double?) { self.fraction = fraction }

  /// Hands over what is there.
  func flush() {
    guard let batch else { return }
    batch.fraction = fraction
    queue.putFull(batch)
    self.batch = nil
  }

  private func currentBatch() throws -> DocumentBatch {
    if let batch { return batch }
    guard let empty = queue.takeEmpty() else { throw Cancelled() }
    empty.source = source
    batch = empty
    return empty
  }
}
