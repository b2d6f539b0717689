/// A field's value: one of Firestore's types.
///
/// Values are compared through their canonical JSON, never with `==`: Swift's strings are equal
/// when they look alike (`é` written in two ways), and a database's are equal when their bytes are.
package indirect enum Value: Sendable {
  case null
  case boolean(Bool)
  case integer(Int64)
  case double(Double)
  /// Microseconds since 1970, from year 1 to year 9999.
  case timestamp(microseconds: Int64)
  case string(String)
  case bytes([UInt8])
  /// A document's path (`users/u1`); to another project or database its full resource name
  /// (`projects/p/databases/d/documents/users/u1`).
  case reference(String)
  case geopoint(latitude: Double, longitude: Double)
  case array([Value])
  case vector([Double])
  case map([Field])
}

/// A named value of a document or of a map.
///
/// Names are unique within their map, in any order.
package struct Field: Sendable {
  package let name: String
  package let value: Value

  package init(name: String, value: Value) {
    self.name = name
    self.value = value
  }
}

/// A document as it stands in a database: where it is, and what it holds.
package struct Document: Sendable {
  /// Collection id, document id, and so on, with `/` between them.
  package let path: String
  package let fields: [Field]

  package init(path: String, fields: [Field]) {
    self.path = path
    self.fields = fields
  }
}
