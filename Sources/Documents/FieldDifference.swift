/// One field that two states of a document do not agree on.
package struct FieldDifference: Sendable {
  /// Names from the document down to the field; positions in arrays are numbers in brackets.
  package let field: [String]
  /// nil if the field is not there.
  package let before: Value?
  package let after: Value?

  /// The fields that differ, as deep down as they can be told apart, in the order of their names.
  package static func list(from before: [Field], to after: [Field]) -> [FieldDifference] {
    list(from: before, to: after, below: [])
  }

  private static func list(
    from before: [Field], to after: [Field], below parents: [String]
  ) -> [FieldDifference] {
    var differences: [FieldDifference] = []
    var rest = after
    for old in before {
      let place = rest.firstIndex { $0.name.utf8.elementsEqual(old.name.utf8) }
      let new = place.map { rest.remove(at: $0) }
      differences += compare(old.value, new?.value, at: parents + [old.name])
    }
    differences += rest.map {
      FieldDifference(field: parents + [$0.name], before: nil, after: $0.value)
    }
    return differences.sorted { $0.isOrdered(before: $1) }
  }

  private static func compare(
    _ old: Value, _ new: Value?, at field: [String]
  ) -> [FieldDifference] {
    if case .map(let old) = old, case .map(let new) = new {
      return list(from: old, to: new, below: field)
    }
    if case .array(let old) = old, case .array(let new) = new, old.count == new.count {
      return zip(old, new).enumerated().flatMap { position, pair in
        compare(pair.0, pair.1, at: field + ["[\(position)]"])
      }
    }
    if let new, old.canonicalText.utf8.elementsEqual(new.canonicalText.utf8) { return [] }
    return [FieldDifference(field: field, before: old, after: new)]
  }

  private func isOrdered(before other: FieldDifference) -> Bool {
    field.joined(separator: "\u{0}").utf8.lexicographicallyPrecedes(
      other.field.joined(separator: "\u{0}").utf8)
  }
}

extension Value {
  /// The value as JSON; that of a document's canonical text, if it was read from one.
  package var canonicalText: String {
    var output = ByteBuffer()
    output.appendJSON(value: self)
    return output.bytes.text
  }
}
