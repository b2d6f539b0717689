internal import GRPCCore
internal import SwiftProtobuf

extension FirestoreConnection {
  private static let pageSize = 300

  /// The ids of the collections at the root, or below a document, be it there or not.
  package func collections(below path: String? = nil) -> Pending<[String]> {
    Pending { [self] in
      var request = ProtoListCollectionIdsRequest()
      request.parent = path.map(database.name(of:)) ?? database.documents
      request.pageSize = Int32(Self.pageSize)
      var ids: [String] = []
      repeat {
        let page = try await answer(
          Procedures.listCollections, request, about: .parent(request.parent))
        ids += page.collectionIds
        request.pageToken = page.nextPageToken
      } while !request.pageToken.isEmpty
      return ids
    }
  }

  /// Paths that divide a collection group into about equal parts, sorted.
  ///
  /// - Returns: At most `count - 1` paths; none where the server can't divide.
  package func partitions(of collectionGroup: String, count: Int) -> Pending<[String]> {
    Pending { [self] in
      if count < 2 { return [] }
      var request = ProtoPartitionQueryRequest()
      request.parent = database.documents
      request.structuredQuery = DocumentQuery(.collectionGroup(collectionGroup)).message(
        in: database)
      request.partitionCount = Int64(count - 1)
      request.pageSize = Int32(Self.pageSize)
      do {
        return try await pages(request)
      } catch RemoteError.refused(_, "UNIMPLEMENTED", _) {
        return []
      }
    }
  }

  private func pages(_ request: ProtoPartitionQueryRequest) async throws -> [String] {
    var (request, paths): (ProtoPartitionQueryRequest, [String]) = (request, [])
    repeat {
      let page = try await answer(Procedures.partition, request, about: .parent(request.parent))
      paths += page.partitions.compactMap { cursor in
        cursor.values.first.flatMap { database.path(of: $0.referenceValue) }
      }
      request.pageToken = page.nextPageToken
    } while !request.pageToken.isEmpty
    // Pages aren't in order among each other, as the reference of PartitionQuery says.
    return paths.sorted(by: NameOrder.precedes)
  }

  /// The one message that a procedure answers with.
  private func answer<Request: Message, Response: Message>(
    _ procedure: Procedure<Request, Response>, _ request: Request, about resource: Resource
  ) async throws -> Response {
    try await read(procedure.purpose) {
      try await channel.ask(procedure, request, about: resource) {
        var answer = Response()
        for try await message in $0 { answer = message }
        return answer
      }
    }
  }
}
