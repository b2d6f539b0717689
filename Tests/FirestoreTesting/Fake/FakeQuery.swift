internal import FirestoreClient
internal import Foundation
internal import GRPCCore
internal import SwiftProtobuf

/// A query, as far as fields with texts go.
struct FakeQuery {
  static let nameField = "__name__"

  private let query: ProtoStructuredQuery
  private let parent: String
  /// The text field that it is ordered by before names.
  private let field: String?

  init(_ query: ProtoStructuredQuery, parent: String) throws {
    guard query.unknownFields.data.isEmpty, query.from.count == 1 else {
      throw RPCError("INVALID_ARGUMENT", "the fake does not know this query")
    }
    let order = query.orderBy.filter { $0.field.fieldPath != Self.nameField }
    guard order.count < 2, query.orderBy.allSatisfy({ $0.direction != .descending }) else {
      throw RPCError("INVALID_ARGUMENT", "the fake orders by one field and names, ascending")
    }
    self.query = query
    self.parent = parent
    field = order.first?.field.name
    if query.from[0].collectionID.isEmpty, query.hasWhere {
      throw RPCError("INVALID_ARGUMENT", "kindless queries can't be filtered by a field")
    }
  }

  func documents(in database: FakeDatabase, at time: Int64) throws -> [ProtoDocument] {
    let rows = try database.documents(below: parent, at: time).filter(isInScope)
      .filter { try query.hasWhere ? isIncluded($0, query.where) : true }
      .compactMap { Row($0, field: field) }
      .sorted { $0.key.isAscending(to: $1.key) }
    let included = try rows.filter { row in
      try isAfterStart(row.key) && isBeforeEnd(row.key)
    }
    let limited = query.hasLimit ? included.prefix(Int(query.limit.value)) : included[...]
    return limited.map { selected($0.document) }
  }

  private func isInScope(_ document: ProtoDocument) -> Bool {
    let below = document.name.utf8.dropFirst(parent.utf8.count + 1)
      .split(separator: UInt8(ascii: "/"))
    let selector = query.from[0]
    if !selector.allDescendants, below.count != 2 { return false }
    return selector.collectionID.isEmpty
      || below[below.count - 2].elementsEqual(selector.collectionID.utf8)
  }

  private func isIncluded(
    _ document: ProtoDocument, _ filter: ProtoStructuredQuery.Filter
  ) throws -> Bool {
    switch filter.filterType {
    case .compositeFilter(let all) where all.op == .and:
      return try all.filters.allSatisfy { try isIncluded(document, $0) }
    case .fieldFilter(let filter):
      guard case .stringValue(let bound) = filter.value.valueType else { break }
      guard let text = document.text(filter.field.name) else { return false }
      switch filter.op {
      case .equal: return text.utf8.elementsEqual(bound.utf8)
      case .greaterThanOrEqual: return !text.utf8.lexicographicallyPrecedes(bound.utf8)
      case .lessThan: return text.utf8.lexicographicallyPrecedes(bound.utf8)
      default: break
      }
    default: break
    }
    throw RPCError("INVALID_ARGUMENT", "the fake compares texts by ==, >= and <")
  }

  private func isAfterStart(_ key: Key) throws -> Bool {
    guard query.hasStartAt else { return true }
    let start = try Key(query.startAt, hasField: field != nil)
    return query.startAt.before ? !key.isAscending(to: start) : start.isAscending(to: key)
  }

  private func isBeforeEnd(_ key: Key) throws -> Bool {
    guard query.hasEndAt else { return true }
    let end = try Key(query.endAt, hasField: field != nil)
    return query.endAt.before ? key.isAscending(to: end) : !end.isAscending(to: key)
  }

  private func selected(_ document: ProtoDocument) -> ProtoDocument {
    guard query.hasSelect, !query.select.fields.isEmpty else { return document }
    var document = document
    let names = query.select.fields.map(\.name)
    document.fields.removeAll { !names.contains($0.key) }
    return document
  }
}

private struct Row {
  let document: ProtoDocument
  let key: Key

  /// Nil for a document that does not have the field.
  init?(_ document: ProtoDocument, field: String?) {
    guard let text = field.map({ document.text($0) }) ?? "" else { return nil }
    self.document = document
    key = Key(text: text, name: document.name)
  }
}

/// A place in a query's order.
private struct Key {
  let text: String
  let name: String

  init(text: String, name: String) {
    self.text = text
    self.name = name
  }

  init(_ cursor: ProtoCursor, hasField: Bool) throws {
    guard cursor.values.count == (hasField ? 2 : 1),
      case .referenceValue(let name) = cursor.values.last?.valueType
    else { throw RPCError("INVALID_ARGUMENT", "the cursor does not go with the order") }
    self.init(text: hasField ? cursor.values[0].stringValue : "", name: name)
  }

  func isAscending(to other: Key) -> Bool {
    if text.utf8.elementsEqual(other.text.utf8) { return NameOrder.precedes(name, other.name) }
    return text.utf8.lexicographicallyPrecedes(other.text.utf8)
  }
}

extension ProtoStructuredQuery.FieldReference {
  /// The name, which stands in backticks if it isn't a simple one.
  fileprivate var name: String {
    guard fieldPath.hasPrefix("`"), fieldPath.hasSuffix("`") else { return fieldPath }
    return fieldPath.dropFirst().dropLast()
      .replacingOccurrences(of: "\\`", with: "`").replacingOccurrences(of: "\\\\", with: "\\")
  }
}

extension ProtoDocument {
  fileprivate func text(_ field: String) -> String? {
    let value = fields.first { $0.key.utf8.elementsEqual(field.utf8) }?.value
    return if case .stringValue(let text) = value?.valueType { text } else { nil }
  }
}
