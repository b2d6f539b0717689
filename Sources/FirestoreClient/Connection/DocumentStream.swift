internal import Dispatch
internal import Documents
internal import GRPCCore

/// A query's documents, from as many answers as it takes.
struct DocumentStream: Sendable {
  let connection: FirestoreConnection
  let readTime: Instant
  let receive: @Sendable ([RemoteDocument]) throws -> Void

  func run(_ query: DocumentQuery) async throws {
    var query = query
    var backoff = Backoff(limit: connection.retryLimit)
    while true {
      let part = await part(of: query)
      if let last = part.last {
        query.resume(after: last, count: part.count)
        backoff.progress()
      }
      guard let failure = part.failure, query.limit != 0 else { return }
      if let own = failure as? ReceiverFailure { throw own.error }
      try await backoff.wait(after: failure, asked: Procedures.runQuery.purpose)
    }
  }

  /// The documents of one answer, to its end or to where it is cut.
  private func part(of query: DocumentQuery) async -> Part {
    let request = connection.request(query, readTime: readTime)
    let decoder = DocumentDecoder(database: connection.database)
    do {
      return try await connection.channel.ask(
        Procedures.runQuery, request, about: .parent(request.parent)
      ) { messages in
        var delivery = Delivery(query: query, receive: receive)
        do {
          for try await message in messages where message.hasDocument {
            try await delivery.add(try decoder.readable(message.document))
          }
          return try await delivery.finish(nil)
        } catch {
          return try await delivery.finish(error)
        }
      }
    } catch {
      return Part(failure: error)
    }
  }
}

/// What was handed over of an answer, and why no more.
private struct Part: Sendable {
  var count = 0
  var last: RemoteDocument?
  var failure: (any Error)?
}

/// What the caller's own code threw.
private struct ReceiverFailure: Error { let error: any Error }

/// Hands documents over in chunks: one at a time, while the next is read.
private struct Delivery {
  private static let largestCount = 500
  private static let largestSize = 1 << 20

  let query: DocumentQuery
  let receive: @Sendable ([RemoteDocument]) throws -> Void
  /// Receivers may wait, which the few threads of asynchronous code can't.
  private let queue = DispatchQueue(label: "hallo-migrate.documents")
  private var chunk: [RemoteDocument] = []
  private var size = 0
  private var part = Part()
  private var underWay: Task<Void, any Error>?

  init(
    query: DocumentQuery, receive: @escaping @Sendable ([RemoteDocument]) throws -> Void
  ) {
    self.query = query
    self.receive = receive
  }

  mutating func add(_ document: RemoteDocument) async throws {
    if query.excludes(document) { return }
    chunk.append(document)
    size += FirestoreSize.document(
      path: document.document.path, fields: document.document.fields)
    if chunk.count >= Self.largestCount || size >= Self.largestSize { try await send() }
  }

  /// Hands the rest over: what came before a failure is as good as any.
  mutating func finish(_ failure: (any Error)?) async throws -> Part {
    if !chunk.isEmpty, !(failure is ReceiverFailure), !Task.isCancelled { try await send() }
    try await underWay?.value
    part.failure = failure
    return part
  }

  private mutating func send() async throws {
    try await underWay?.value
    part.last = chunk.last
    part.count += chunk.count
    let chunk = query.isStripped ? chunk.map(\.withoutFields) : chunk
    (self.chunk, size) = ([], 0)
    underWay = Task(executorPreference: OwnThreads.shared) { [queue, receive] in
      try await withCheckedThrowingContinuation { continuation in
        queue.async {
          do {
            continuation.resume(returning: try receive(chunk))
          } catch {
            continuation.resume(throwing: ReceiverFailure(error: error))
          }
        }
      }
    }
  }
}

extension DocumentQuery {
  /// Goes on after the last document of those that were handed over.
  fileprivate mutating func resume(after last: RemoteDocument, count: Int) {
    after = last.document.path
    if let limit { self.limit = limit - count }
    if let name = field?.name {
      let value = last.document.fields.first { $0.name.utf8.elementsEqual(name.utf8) }?.value
      if case .string(let text) = value { field?.afterValue = text }
    }
  }

  /// Whether a document is the one that the query is below of.
  fileprivate func excludes(_ document: RemoteDocument) -> Bool {
    guard case .below(let path) = scope else { return false }
    return document.document.path.utf8.elementsEqual(path.utf8)
  }

  /// Whether documents come with a field that was only asked for to go on after it.
  fileprivate var isStripped: Bool { namesOnly && field != nil }
}

extension RemoteDocument {
  fileprivate var withoutFields: RemoteDocument {
    RemoteDocument(document: Document(path: document.path, fields: []), updateTime: updateTime)
  }
}
