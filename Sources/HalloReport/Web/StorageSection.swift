/// What documents take in Firestore before and after, and what that costs.
package struct StorageSection: Sendable {
  private let table: Table
  /// What is not counted, and where prices are from.
  private let notes: [String]

  package init(_ table: Table, notes: [String]) { (self.table, self.notes) = (table, notes) }

  func add(to page: inout Page) {
    if table.rows.isEmpty { return }
    page.heading("Storage and monthly cost")
    page.table(table)
    for note in notes { page.paragraph(note) }
  }
}

/// An amount of money, without its currency.
package func money(_ amount: Double) -> String {
  let cents = Int((amount * 100).rounded())
  if cents == 0, amount > 0 { return "under 0.01" }
  return "\(grouped(cents / 100)).\(cents % 100 < 10 ? "0" : "")\(cents % 100)"
}
