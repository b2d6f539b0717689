package import Documents

// What tests compare: every bit of a document, whatever the order of its fields.

package func text(_ document: Document) -> String {
  "\(bytes(document.path)) \(text(.map(document.fields)))"
}

package func text(_ value: Value) -> String {
  switch value {
  case .null: "null"
  case .boolean(let value): "\(value)"
  case .integer(let value): "int \(value)"
  case .double(let value): "double \(bits(value))"
  case .timestamp(let microseconds): "time \(microseconds)"
  case .string(let value): "string \(bytes(value))"
  case .bytes(let value): "bytes \(value)"
  case .reference(let value): "ref \(bytes(value))"
  case .geopoint(let latitude, let longitude): "geo \(bits(latitude)) \(bits(longitude))"
  case .array(let values): "[\(values.map(text).joined(separator: ", "))]"
  case .vector(let values): "vector \(values.map(bits))"
  case .map(let fields): "{\(fields.map(text).sorted().joined(separator: ", "))}"
  }
}

private func text(_ field: Field) -> String { "\(bytes(field.name)): \(text(field.value))" }

/// All ways to write NaN are one: Firestore doesn't tell them apart.
private func bits(_ number: Double) -> String {
  number.isNaN ? "nan" : String(number.bitPattern, radix: 16)
}

/// Text that is equal only if the bytes are, and easy to read where they are ASCII.
private func bytes(_ text: String) -> String {
  text.unicodeScalars.map {
    (" "..."~").contains($0) ? String($0) : "\\u{\(String($0.value, radix: 16))}"
  }.joined()
}
