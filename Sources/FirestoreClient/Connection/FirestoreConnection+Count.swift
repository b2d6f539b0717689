package import Documents
internal import GRPCCore
internal import SwiftProtobuf

extension FirestoreConnection {
  /// The number of documents that a query gives, which costs a thousandth of reading them.
  ///
  /// - Returns: nil where the server doesn't count, or not so many in its time of a minute.
  package func count(_ query: DocumentQuery, readTime: Instant? = nil) -> Pending<Int?> {
    Pending { [self] in
      var count = ProtoStructuredAggregationQuery.Aggregation()
      count.count = .init()
      count.alias = "count"
      var request = ProtoRunAggregationQueryRequest()
      request.parent = query.parent(in: database)
      request.structuredAggregationQuery.structuredQuery = query.message(in: database)
      request.structuredAggregationQuery.aggregations = [count]
      if let readTime { request.readTime = .init(readTime) }
      do {
        return try await self.count(request)
      } catch RemoteError.refused(_, "UNIMPLEMENTED", _) {
        return nil
      } catch let error as RPCError where error.code == .deadlineExceeded {
        return nil
      }
    }
  }

  private func count(_ request: ProtoRunAggregationQueryRequest) async throws -> Int? {
    try await read(Procedures.aggregate.purpose, unless: { $0.code == .deadlineExceeded }) {
      try await channel.ask(Procedures.aggregate, request, about: .parent(request.parent)) {
        var count: Int?
        for try await message in $0 {
          guard let field = message.result.aggregateFields.first else { continue }
          count = Int(field.value.integerValue)
        }
        return count
      }
    }
  }
}
