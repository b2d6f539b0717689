/// What is used of the service, with the timeouts of Google's own clients.
enum Procedures {
  static let runQuery = Procedure<ProtoRunQueryRequest, ProtoRunQueryResponse>(
    name: "RunQuery", purpose: "answer a query", timeout: .seconds(300))
  static let batchGet = Procedure<ProtoBatchGetDocumentsRequest, ProtoBatchGetDocumentsResponse>(
    name: "BatchGetDocuments", purpose: "give documents", timeout: .seconds(300))
  static let commit = Procedure<ProtoCommitRequest, ProtoCommitResponse>(
    name: "Commit", purpose: "write documents", timeout: .seconds(60))
  static let listCollections = Procedure<
    ProtoListCollectionIdsRequest, ProtoListCollectionIdsResponse
  >(name: "ListCollectionIds", purpose: "list collections", timeout: .seconds(60))
  static let aggregate = Procedure<
    ProtoRunAggregationQueryRequest, ProtoRunAggregationQueryResponse
  >(name: "RunAggregationQuery", purpose: "count documents", timeout: .seconds(300))
  static let partition = Procedure<ProtoPartitionQueryRequest, ProtoPartitionQueryResponse>(
    name: "PartitionQuery", purpose: "divide a query", timeout: .seconds(300))
}
