package import DocumentStore
internal import Documents

/// What the store knows of a path whose document was archived.
package struct ArchivedDocument: Sendable {
  /// Its states in the archive, by bundle.
  let photos: [ArchivedPhoto]
  /// The runs that had added or changed the document, which was erased with what they did.
  let runs: [Run]

  package init(photos: [ArchivedPhoto], runs: [Run]) { (self.photos, self.runs) = (photos, runs) }

  package var isEmpty: Bool { photos.isEmpty && runs.isEmpty }
}

/// What `explain` tells of the archive.
package struct ArchivedDocumentValue: Encodable, Sendable {
  package struct State: Encodable, Sendable {
    package let bundle: String
    package let user: String
    package let profile: String
    package let event: String
    package let instant: String
    package let format: String
    package let bytes: Int
  }

  package struct RunLine: Encodable, Sendable {
    package let run: Int64
    package let by: String
    package let at: String
  }

  package let states: [State]
  /// What is left of the document's history before it was archived.
  package let runs: [RunLine]

  init(_ archived: ArchivedDocument, _ personalData: PersonalData) {
    states = archived.photos.map {
      State(
        bundle: personalData.archivePath($0.bundle), user: personalData.path($0.owner),
        profile: personalData.path($0.profile), event: personalData.path($0.event),
        instant: $0.instant.description, format: $0.format, bytes: $0.bytes)
    }
    runs = archived.runs.map {
      RunLine(run: $0.id, by: $0.author, at: $0.finishedAt ?? $0.startedAt)
    }
  }

  func add(to page: inout Page, path: String, isInStore: Bool) {
    page.heading(isInStore ? "In the archive, too" : "\(path) (archived)")
    var bundles = Table(.text("bundle"), .text("at"), .text("format"), .number("size"))
    for state in states {
      bundles.row(
        state.bundle, String(state.instant.prefix(19)) + "Z", state.format, byteCount(state.bytes))
    }
    page.table(bundles)
    addRuns(to: &page)
    if states.isEmpty {
      page.paragraph(
        "The store's index of the archive does not have it; `hallo-migrate archive list --rebuild` makes "
          + "the index again.")
    } else if !isInStore {
      page.paragraph("`hallo-migrate archive restore --event ID` brings it back.")
    }
  }

  private func addRuns(to page: inout Page) {
    var table = Table(.number("run"), .text("by"), .text("at"), .text("what"))
    for run in runs {
      let verb =
        switch run.by {
        case Run.Kind.import.rawValue: "imported"
        case Run.Kind.restore.rawValue: "restored from the archive"
        default: "changed"
        }
      table.row("\(run.run)", run.by, run.at, verb + ", and archived since")
    }
    page.table(table)
  }
}
