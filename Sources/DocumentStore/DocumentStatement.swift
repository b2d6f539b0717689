/// An `UPDATE document` or `DELETE FROM document` of a migration, as a query for what it changes.
///
/// SQLite would run it through a view's triggers, and copy every row of the view first: four times
/// the work. Here the query's rows go to the ``ChangeWriter`` one by one. The view shows the documents
/// as they were when the statement began, so what it appends is not read again.
struct DocumentStatement {
  /// Returns the document's state (id, document, run, path, data), and for an update the new path and
  /// data.
  let query: String
  let isRemoval: Bool

  struct Unsupported: Error, CustomStringConvertible {
    let description: String
  }

  /// - Returns: nil if the statement changes no documents.
  init?(_ statement: String) throws(Unsupported) {
    var text = statement
    if text.hasSuffix(";") { text.removeLast() }
    let tokens = SQLTokens(text)
    let words = tokens.tokens.map(\.text)
    guard
      let verb = words.firstIndex(where: {
        ["update", "delete", "insert", "replace", "select", "create"].contains($0)
      })
    else { return nil }
    if words[verb] == "update", words.dropFirst(verb + 1).first == "document" {
      isRemoval = false
      query = try Self.update(tokens, words, verb: verb)
    } else if words[verb] == "delete", words.dropFirst(verb + 1).prefix(2) == ["from", "document"] {
      isRemoval = true
      query = try Self.removal(tokens, words, verb: verb)
    } else {
      return nil
    }
  }

  private static let state = ["id", "document", "run", "path", "data"]

  private static func update(
    _ tokens: SQLTokens, _ words: [String], verb: Int
  ) throws(Unsupported) -> String {
    guard let set = words.firstIndex(of: "set"), set > verb else {
      throw Unsupported(description: "an UPDATE has no SET")
    }
    let name = try alias(words[(verb + 2)..<set])
    let rest = words[set...].firstIndex {
      ["from", "where", "returning", "order", "limit"].contains($0)
    }
    if let rest, !["from", "where"].contains(words[rest]) {
      throw Unsupported(description: "an UPDATE of `document` ends with FROM … WHERE … and no more")
    }
    let end = rest ?? words.count
    let values = try assignments(tokens, words, (set + 1)..<end)
    let columns =
      state.map { "\(name).\($0)" } + ["path", "data"].map { values[$0] ?? "\(name).\($0)" }
    let from = "document AS \(name)"
    let tail = tokens.text(start(of: end, tokens)..<tokens.bytes.count)
    let joined = rest.map { words[$0] == "from" ? ", " + tail.dropFirst(4) : " " + tail } ?? ""
    return "\(prefix(tokens, verb)) SELECT \(columns.joined(separator: ", ")) FROM \(from)\(joined)"
  }

  private static func removal(
    _ tokens: SQLTokens, _ words: [String], verb: Int
  ) throws(Unsupported) -> String {
    let end = words[verb...].firstIndex(of: "where") ?? words.count
    let name = try alias(words[(verb + 3)..<end])
    let columns = state.map { "\(name).\($0)" }.joined(separator: ", ")
    let tail = tokens.text(start(of: end, tokens)..<tokens.bytes.count)
    return "\(prefix(tokens, verb)) SELECT \(columns) FROM document AS \(name) \(tail)"
  }

  /// What comes before the verb: a WITH clause, if any.
  private static func prefix(_ tokens: SQLTokens, _ verb: Int) -> String {
    tokens.text(0..<tokens.tokens[verb].range.lowerBound)
  }

  private static func start(of token: Int, _ tokens: SQLTokens) -> Int {
    token < tokens.tokens.count ? tokens.tokens[token].range.lowerBound : tokens.bytes.count
  }

  /// What the statement calls the documents: `AS d`, `d`, or nothing.
  private static func alias(_ words: ArraySlice<String>) throws(Unsupported) -> String {
    let names = words.first == "as" ? words.dropFirst() : words
    if names.count > 1 || names.count == 1 && ["returning", "order", "limit"].contains(names.first)
    {
      throw Unsupported(
        description: "after `document` comes its alias, if any, and then SET … or WHERE …; it has "
          + "`\(words.joined(separator: " "))`")
    }
    return names.first ?? "document"
  }

  /// The new values of columns: `data = …, path = …`.
  private static func assignments(
    _ tokens: SQLTokens, _ words: [String], _ range: Range<Int>
  ) throws(Unsupported) -> [String: String] {
    var values: [String: String] = [:]
    for part in range.split(omittingEmptySubsequences: false, whereSeparator: { words[$0] == "," })
    {
      guard part.count > 2, words[part.lowerBound + 1] == "=" else {
        throw Unsupported(description: "a SET is written `column = value, column = value`")
      }
      let column = words[part.lowerBound]
      guard ["path", "data"].contains(column) else {
        throw Unsupported(
          description: "it sets `\(column)`; of a document only `path` and `data` can be set, and "
            + "the rest follows from them")
      }
      let first = tokens.tokens[part.lowerBound + 2].range.lowerBound
      let last = tokens.tokens[part.upperBound - 1].range.upperBound
      values[column] = "(\(tokens.text(first..<last)))"
    }
    return values
  }
}
