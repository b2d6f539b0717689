import Testing

/// What one check finds in a few documents: a rule of the contract, in the small.
struct AuditFact: Sendable, CustomTestStringConvertible {
  let code: String
  let rule: String
  /// Paths, and the JSON of fields; not dictionaries, for which paths that look alike are equal.
  let documents: KeyValuePairs<String, String>
  /// The paths that the check returns, with their details.
  let found: KeyValuePairs<String, String?>

  init(
    _ code: String, _ rule: String, _ documents: KeyValuePairs<String, String>,
    finds found: KeyValuePairs<String, String?>
  ) {
    (self.code, self.rule, self.documents, self.found) = (code, rule, documents, found)
  }

  var testDescription: String { "\(code): \(rule)" }

  static let all = events + phoneNumbers + profiles + legacyIDs + fields + limits + photos
}
