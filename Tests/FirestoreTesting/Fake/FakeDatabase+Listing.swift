internal import FirestoreClient
internal import Foundation
internal import GRPCCore
internal import SwiftProtobuf

extension FakeDatabase {
  mutating func collections(
    _ request: ProtoListCollectionIdsRequest
  ) throws -> ProtoListCollectionIdsResponse {
    let start = request.parent.utf8.count + 1
    let ids = Set(
      documents(below: request.parent, at: tick()).map { document in
        let below = document.name.utf8.dropFirst(start)
        return String(decoding: below.prefix { $0 != UInt8(ascii: "/") }, as: UTF8.self)
      })
    let page = Page(ids.sorted(), size: request.pageSize, token: request.pageToken)
    return .with {
      $0.collectionIds = page.items
      $0.nextPageToken = page.nextToken
    }
  }

  /// Cursors that divide a collection group evenly; pages and what is in them come in no order.
  mutating func partitions(
    _ request: ProtoPartitionQueryRequest
  ) throws -> ProtoPartitionQueryResponse {
    guard case .structuredQuery(let query) = request.queryType,
      query.from.count == 1, query.from[0].allDescendants, !query.from[0].collectionID.isEmpty,
      query.orderBy.map(\.field.fieldPath) == [FakeQuery.nameField]
    else {
      throw RPCError("INVALID_ARGUMENT", "only a collection group ordered by name is divided")
    }
    let names = try FakeQuery(query, parent: request.parent).documents(in: self, at: tick())
      .map(\.name)
    let parts = Int(request.partitionCount) + 1
    let places = Set((1..<max(parts, 1)).map { names.count * $0 / parts })
    let cursors = places.filter { $0 > 0 && $0 < names.count }.map { place in
      ProtoCursor.with {
        $0.values = [.with { $0.referenceValue = names[place] }]
        $0.before = true
      }
    }
    let sorted = cursors.sorted { $0.values[0].referenceValue > $1.values[0].referenceValue }
    let page = Page(sorted, size: request.pageSize, token: request.pageToken)
    return .with {
      $0.partitions = page.items
      $0.nextPageToken = page.nextToken
    }
  }

  /// How many documents a query gives.
  mutating func count(
    _ request: ProtoRunAggregationQueryRequest
  ) throws -> ProtoRunAggregationQueryResponse {
    let aggregation = request.structuredAggregationQuery
    guard aggregation.aggregations.count == 1,
      case .count = aggregation.aggregations[0].operator
    else {
      throw RPCError("INVALID_ARGUMENT", "the fake counts, and that only")
    }
    let asked: Google_Protobuf_Timestamp? =
      if case .readTime(let time) = request.consistencySelector { time } else { nil }
    let time = readTime(asked)
    let query = try FakeQuery(aggregation.structuredQuery, parent: request.parent)
    let count = try query.documents(in: self, at: time).count
    return .with {
      $0.result.aggregateFields = [
        .with {
          $0.key = aggregation.aggregations[0].alias
          $0.value.integerValue = Int64(count)
        }
      ]
      $0.readTime = .init(microseconds: time)
    }
  }

  /// A query's answer, ending in one that has the time alone.
  mutating func run(_ request: ProtoRunQueryRequest) throws -> [ProtoRunQueryResponse] {
    guard case .structuredQuery(let query) = request.queryType else {
      throw RPCError("INVALID_ARGUMENT", "there is no structured query")
    }
    let asked: Google_Protobuf_Timestamp? =
      if case .readTime(let time) = request.consistencySelector { time } else { nil }
    let time = Google_Protobuf_Timestamp(microseconds: readTime(asked))
    let microseconds = time.seconds * 1_000_000 + Int64(time.nanos / 1000)
    let documents = try FakeQuery(query, parent: request.parent).documents(
      in: self, at: microseconds)
    return documents.map { document in
      .with {
        $0.document = document
        $0.readTime = time
      }
    } + [.with { $0.readTime = time }]
  }
}

/// Some of a list's items, and what to ask for the next with.
private struct Page<Item> {
  let items: [Item]
  let nextToken: String

  init(_ all: [Item], size: Int32, token: String) {
    let start = Int(token) ?? 0
    let end = min(all.count, start + (size > 0 ? Int(size) : 100))
    items = Array(all[start..<end])
    nextToken = end < all.count ? "\(end)" : ""
  }
}
