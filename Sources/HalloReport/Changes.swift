/// Documents as they were and as they are, field by field.
package struct Changes: Sendable {
  package struct Document: Sendable {
    /// `changed`, `moved` or `removed`.
    let action: String
    let path: String
    let fields: [Field]
  }

  package struct Field: Sendable {
    let name: String
    /// nil if it is the document's path.
    let before: String?
    let after: String

    package init(name: String, before: String?, after: String) {
      (self.name, self.before, self.after) = (name, before, after)
    }
  }

  package private(set) var documents: [Document] = []
  /// What the two states of a document are called.
  let (old, new): (String, String)

  package init(from old: String = "before", to new: String = "after") {
    (self.old, self.new) = (old, new)
  }

  package mutating func add(_ action: String, _ path: String, _ fields: [Field]) {
    documents.append(Document(action: action, path: path, fields: fields))
  }

  /// The same, for where there is no room side by side.
  var table: Table {
    var table = Table(
      .text("for example"), .text("document"), .text("field"), .text("\(old) → \(new)"))
    for document in documents {
      if document.fields.isEmpty { table.row(document.action, document.path, "", "") }
      for field in document.fields {
        let change = [field.before, "→", field.after].compactMap(\.self).joined(separator: " ")
        table.row(document.action, document.path, field.name, change)
      }
    }
    return table
  }
}
