internal import SwiftProtobuf

extension DocumentQuery {
  static let nameField = "__name__"

  /// The name that the query is asked of.
  func parent(in database: DatabaseName) -> String {
    if case .below(let path) = scope { return database.name(of: path) }
    return database.documents
  }

  /// The query as Firestore has it.
  func message(in database: DatabaseName) -> ProtoStructuredQuery {
    var query = ProtoStructuredQuery()
    query.from = [selector]
    query.orderBy = order
    if namesOnly { query.select.fields = selection }
    if let filters = field?.filters, !filters.isEmpty {
      query.where.compositeFilter.op = .and
      query.where.compositeFilter.filters = filters
    }
    if let start = start(in: database) { query.startAt = start }
    if field == nil, let before { query.endAt = cursor([database.reference(before)], before: true) }
    if let limit { query.limit = Google_Protobuf_Int32Value(Int32(clamping: limit)) }
    return query
  }

  private var selector: ProtoStructuredQuery.CollectionSelector {
    var selector = ProtoStructuredQuery.CollectionSelector()
    switch scope {
    case .everything, .below: selector.allDescendants = true
    case .collection(let id): selector.collectionID = id
    case .collectionGroup(let id):
      selector.collectionID = id
      selector.allDescendants = true
    }
    return selector
  }

  private var order: [ProtoStructuredQuery.Order] {
    ((field.map { [$0.path] } ?? []) + [Self.nameField]).map { path in
      var order = ProtoStructuredQuery.Order()
      order.field.fieldPath = path
      order.direction = .ascending
      return order
    }
  }

  /// The name; and the field, without which a stream that is cut could not go on.
  private var selection: [ProtoStructuredQuery.FieldReference] {
    ([Self.nameField] + (field.map { [$0.path] } ?? [])).map { path in
      var field = ProtoStructuredQuery.FieldReference()
      field.fieldPath = path
      return field
    }
  }

  private func start(in database: DatabaseName) -> ProtoCursor? {
    guard let after else {
      return field == nil ? from.map { cursor([database.reference($0)], before: true) } : nil
    }
    var values = [database.reference(after)]
    if let field { values.insert(ProtoValue(text: field.afterValue ?? ""), at: 0) }
    return cursor(values, before: false)
  }

  private func cursor(_ values: [ProtoValue], before: Bool) -> ProtoCursor {
    var cursor = ProtoCursor()
    cursor.values = values
    cursor.before = before
    return cursor
  }
}

extension DocumentQuery.TextRange {
  /// The field as queries name it: in backticks, where it isn't a simple name.
  ///
  /// Source: the reference of `StructuredQuery.FieldReference`.
  fileprivate var path: String {
    let letters = name.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
        true
      default: false
      }
    }
    let startsWithDigit = (name.utf8.first ?? 0) <= UInt8(ascii: "9")
    if letters, !startsWithDigit { return name }
    let escaped = name.utf8.flatMap { byte -> [UInt8] in
      let isSpecial = byte == UInt8(ascii: "`") || byte == UInt8(ascii: "\\")
      return isSpecial ? [UInt8(ascii: "\\"), byte] : [byte]
    }
    return "`\(String(decoding: escaped, as: UTF8.self))`"
  }

  fileprivate var filters: [ProtoStructuredQuery.Filter] {
    [(from, ProtoStructuredQuery.FieldFilter.Operator.greaterThanOrEqual), (before, .lessThan)]
      .compactMap { bound, comparison in
        guard let bound else { return nil }
        var filter = ProtoStructuredQuery.Filter()
        filter.fieldFilter.field.fieldPath = path
        filter.fieldFilter.op = comparison
        filter.fieldFilter.value = ProtoValue(text: bound)
        return filter
      }
  }
}

extension DatabaseName {
  fileprivate func reference(_ path: String) -> ProtoValue {
    var value = ProtoValue()
    value.referenceValue = name(of: path)
    return value
  }
}

extension ProtoValue {
  fileprivate init(text: String) {
    self.init()
    stringValue = text
  }
}
