package import Documents
internal import GRPCCore

extension FirestoreConnection {
  /// Streams a query's documents, and resumes by itself where it was cut.
  ///
  /// Documents come as they were at `readTime`; without it, as they are when the query begins. `receive`
  /// takes up to 500 of them, or about 1 MiB, at a time; the stream is as slow as it is, and ends if it
  /// throws. It runs on a thread of its own, on which it may wait.
  ///
  /// - Returns: When the documents were as they came.
  package func stream(
    _ query: DocumentQuery, readTime: Instant? = nil,
    receive: @escaping @Sendable ([RemoteDocument]) throws -> Void
  ) -> Pending<Instant> {
    Pending { [self] in
      // Without one, a server may read the documents of a long answer at different times.
      let time = if let readTime { readTime } else { try await serverTime() }
      let stream = DocumentStream(connection: self, readTime: time, receive: receive)
      try await stream.run(query)
      return time
    }
  }

  func request(_ query: DocumentQuery, readTime: Instant?) -> ProtoRunQueryRequest {
    var request = ProtoRunQueryRequest()
    request.parent = query.parent(in: database)
    request.structuredQuery = query.message(in: database)
    if let readTime { request.readTime = .init(readTime) }
    return request
  }
}
