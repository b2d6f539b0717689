/// What is to be known of a report in a few words each.
package struct Facts: Sendable {
  package struct Fact: Sendable {
    let label: String
    let value: String
    let isCode: Bool
  }

  package enum Form: Sendable {
    /// Numbers that are the outcome.
    case figures
    /// What somebody signs, or copies.
    case record
  }

  let form: Form
  package private(set) var facts: [Fact] = []

  package init(_ form: Form) { self.form = form }

  package mutating func add(_ label: String, _ value: String, isCode: Bool = false) {
    facts.append(Fact(label: label, value: value, isCode: isCode))
  }
}
