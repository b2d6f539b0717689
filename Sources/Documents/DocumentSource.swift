/// Where documents are from, and what tells their places there.
package final class DocumentSource: Sendable {
  package enum Unit: String, Sendable {
    case line
    case byte = "byte offset"
    /// In a live database: microseconds since 1970.
    case written
  }

  /// As the program was told.
  package let name: String
  /// The file that places are in, if `name` is a directory.
  package let file: String?
  /// nil if that was not noted.
  package let unit: Unit?

  package init(name: String, file: String? = nil, unit: Unit?) {
    (self.name, self.file, self.unit) = (name, file, unit)
  }

  /// A place in the source, for who knows the source: `line 7`.
  package func place(_ position: Int64) -> String {
    let instant = unit == .written ? Instant(microseconds: position) : nil
    let place = instant?.description ?? "\(position)"
    return (file.map { $0 + ", " } ?? "") + "\(unit?.rawValue ?? "at") \(place)"
  }

  /// A place, for who does not: `documents.ndjson, line 7`.
  package func fullPlace(_ position: Int64) -> String {
    (file == nil ? name + ", " : "") + place(position)
  }
}
