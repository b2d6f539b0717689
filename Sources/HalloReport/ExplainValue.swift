package import DocumentStore
internal import Documents

/// What `explain` reports: what happened to a document, and why.
package struct ExplainValue: Encodable, Sendable {
  package struct DocumentValue: Encodable, Sendable {
    package let versions: [VersionValue]
    package let findings: [FindingValue]
  }

  package struct VersionValue: Encodable, Sendable {
    package let run: Int64
    /// `import`, `0002 rewrite_legacy_profile_ids`, or a task's name.
    package let by: String
    package let at: String
    package let path: String
    package let removed: Bool
    /// Of an import: `documents.ndjson, line 7`.
    package let source: String?
    package let fields: [RunValue.FieldValue]
    /// What the run did to the document, in words.
    package let what: String
  }

  package struct FindingValue: Encodable, Sendable {
    package let run: Int64
    package let code: String
    package let detail: String?
  }

  package let command = "explain"
  package let path: String
  package let documents: [DocumentValue]
  /// nil if no document of the path was ever archived.
  package let archive: ArchivedDocumentValue?

  package init(
    path: String, histories: [DocumentHistory], archived: ArchivedDocument,
    personalData: PersonalData
  ) throws {
    self.path = personalData.path(path)
    documents = try histories.map { try DocumentValue($0, personalData) }
    archive = archived.isEmpty ? nil : ArchivedDocumentValue(archived, personalData)
  }

  /// The report as people read it.
  package var page: Page {
    var page = Page()
    for document in documents { document.add(to: &page) }
    let isThere = documents.contains { $0.versions.last?.removed == false }
    archive?.add(to: &page, path: path, isInStore: isThere)
    return page
  }
}

extension ExplainValue.DocumentValue {
  fileprivate init(_ history: DocumentHistory, _ personalData: PersonalData) throws {
    var before: DocumentHistory.Version?
    var versions: [ExplainValue.VersionValue] = []
    for version in history.versions {
      versions.append(try ExplainValue.VersionValue(version, after: before, personalData))
      before = version
    }
    self.versions = versions
    findings = history.findings.map {
      ExplainValue.FindingValue(
        run: $0.run, code: $0.finding.code, detail: $0.finding.detail.map(personalData.text))
    }
  }

  fileprivate func add(to page: inout Page) {
    guard let newest = versions.last else { return }
    page.heading(newest.removed ? "\(newest.path) (removed)" : newest.path)
    var chain = Table(.number("run"), .text("by"), .text("at"), .text("what"))
    for version in versions {
      chain.row("\(version.run)", version.by, version.at, version.what)
    }
    page.table(chain)
    var fields = Table(.number("run"), .text("field"), .text("before"), .text("after"))
    for version in versions {
      for field in version.fields {
        fields.row("\(version.run)", field.field, field.before, field.after)
      }
    }
    page.table(fields)
    var table = Table(.number("run"), .text("finding"), .text("detail"))
    for finding in findings { table.row("\(finding.run)", finding.code, finding.detail ?? "") }
    page.table(table)
  }
}

extension ExplainValue.VersionValue {
  fileprivate init(
    _ version: DocumentHistory.Version, after before: DocumentHistory.Version?,
    _ personalData: PersonalData
  ) throws {
    run = version.run.id
    by = version.run.author
    at = version.run.finishedAt ?? version.run.startedAt
    path = personalData.path(version.path)
    removed = version.data == nil
    source = version.origin
    guard let old = before?.data, let new = version.data else {
      fields = []
      what = version.data == nil ? "removed" : Self.arrival(of: version)
      return
    }
    fields = try fieldValues(from: old, to: new, personalData)
    let moved = before.map { !$0.path.utf8.elementsEqual(version.path.utf8) } ?? false
    what =
      (moved ? ["moved from \(personalData.path(before?.path ?? ""))"] : [])
      .appending(fields.isEmpty ? nil : "changed \(count(fields.count, "field"))")
      .joined(separator: ", ")
  }

  private static func arrival(of version: DocumentHistory.Version) -> String {
    let origin = version.origin ?? "an unknown source"
    return switch version.run.kind {
    case .restore: "restored from the archive"
    case .pull: "pulled from \(origin)"
    default: "imported from \(origin)"
    }
  }
}

extension Run {
  /// What a run is called where it is told who changed a document.
  var author: String {
    switch kind {
    case .import, .restore, .archive, .pull: kind.rawValue
    case .migration, .task: label
    }
  }
}

extension [String] {
  fileprivate func appending(_ element: String?) -> [String] { self + (element.map { [$0] } ?? []) }
}
