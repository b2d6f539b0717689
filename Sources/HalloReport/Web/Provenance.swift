/// What made a report, and from what: for whoever signs it, or wants it again.
package struct Provenance: Sendable {
  let version: String
  /// RFC 3339, UTC.
  let madeAt: String
  let commandLine: String
  let store: String
  let showsPersonalData: Bool

  package init(
    version: String, madeAt: String, commandLine: String, store: String, showsPersonalData: Bool
  ) {
    (self.version, self.madeAt) = (version, madeAt)
    (self.commandLine, self.store) = (commandLine, store)
    self.showsPersonalData = showsPersonalData
  }

  var facts: Facts {
    var facts = Facts(.record)
    facts.add("Command", commandLine, isCode: true)
    facts.add("Store", store, isCode: true)
    facts.add("Made at", madeAt)
    facts.add("Made by", "hallo-migrate \(version)")
    facts.add(
      "Personal data",
      showsPersonalData
        ? "Telephone numbers and texts are shown: keep this file private."
        : "Telephone numbers and texts are masked; `--show-personal-data` shows them.")
    return facts
  }
}
