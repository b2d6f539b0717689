import Testing

/// What becomes of a few documents: a rule of the contract, in the small.
struct Fact: Sendable, CustomTestStringConvertible {
  let rule: String
  /// Paths, and the JSON of fields; not dictionaries, for which paths that look alike are equal.
  let before: KeyValuePairs<String, String>
  let after: KeyValuePairs<String, String>
  /// Codes of findings, by path.
  var findings: KeyValuePairs<String, [String]> = [:]

  init(
    _ rule: String, _ before: KeyValuePairs<String, String>,
    becomes after: KeyValuePairs<String, String>,
    findings: KeyValuePairs<String, [String]> = [:]
  ) {
    (self.rule, self.before, self.after, self.findings) = (rule, before, after, findings)
  }

  /// Documents that stay as they are.
  init(
    _ rule: String, unchanged: KeyValuePairs<String, String>,
    findings: KeyValuePairs<String, [String]> = [:]
  ) {
    self.init(rule, unchanged, becomes: unchanged, findings: findings)
  }

  var testDescription: String { rule }
}
