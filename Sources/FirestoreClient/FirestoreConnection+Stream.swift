#if LiveFirestore
  package import Documents
  internal import GRPCCore

  extension FirestoreConnection {
    /// Streams a query's documents, and resumes by itself where it was cut.
    ///
    /// - Parameters:
    ///   - readTime: Documents come as they were then; nil: as they are when the query begins.
    ///   - receive: Takes up to 500 documents, or about 1 MiB, at a time; the stream is as slow as it is,
    ///     and ends if it throws. It runs on a thread of its own, on which it may wait.
    /// - Returns: When the documents were as they came.
    package func stream(
      _ query: DocumentQuery, readTime: Instant? = nil,
      receive: @escaping @Sendable ([RemoteDocument]) throws -> Void
    ) -> Pending<Instant> {
      Pending { [self] in
        let time = if let readTime { readTime } else { try await self.readTime(of: query) }
        let stream = DocumentStream(connection: self, readTime: time, receive: receive)
        try await stream.run(query)
        return time
      }
    }

    /// The server's time now. Without one, a server may read the documents of a long answer at
    /// different times.
    private func readTime(of query: DocumentQuery) async throws -> Instant {
      var first = query
      (first.limit, first.namesOnly) = (1, true)
      let request = request(first, readTime: nil)
      return try await read(Procedures.runQuery.purpose) {
        let latest: Instant? = try await channel.ask(
          Procedures.runQuery, request, about: .parent(request.parent)
        ) {
          var latest: Instant?
          for try await message in $0 where message.hasReadTime {
            latest = Instant(message.readTime)
          }
          return latest
        }
        guard let time = latest else {
          throw RemoteError.refused(
            asked: Procedures.runQuery.purpose, code: "OK", message: "there is no read time")
        }
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
#endif
