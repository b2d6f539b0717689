internal import ArgumentParser
internal import Foundation
internal import HalloReport

/// Where else a report goes.
struct ReportOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Write the report to a file as well: .html, .json, .md or .txt. May be given several times.
      """, valueName: "file"),
    completion: .file())
  var report: [String] = []

  /// Whether a web page is asked for, for which more is read.
  var hasPage: Bool { report.contains { Self.kind(of: $0) == "html" } }

  func validate() throws {
    for file in report where !["html", "json", "md", "txt"].contains(Self.kind(of: file)) {
      throw ValidationError(
        "--report takes a file that ends in .html, .json, .md or .txt, not '\(file)'.")
    }
  }

  /// Writes the reports that are asked for.
  ///
  /// - Parameters:
  ///   - value: What JSON has.
  ///   - page: What people read.
  ///   - webPage: The same, and what only a web page has.
  ///   - context: Whose command line, store and clock a web page names.
  /// - Throws: ``NewFile/Unwritable``.
  func write(
    _ value: some Encodable, _ page: Page, web webPage: Page? = nil, in context: CommandContext
  ) throws {
    for file in report {
      let data =
        switch Self.kind(of: file) {
        case "html": Data(HTMLRenderer.render(webPage ?? page, context.provenance))
        case "json": try Output.json(value)
        case "md": Data(MarkdownRenderer.render(page).utf8)
        default: Data(TextRenderer(usesColor: false).render(page).utf8)
        }
      try NewFile.write(data, to: file)
    }
  }

  private static func kind(of file: String) -> String {
    URL(fileURLWithPath: file).pathExtension.lowercased()
  }
}

extension CommandContext {
  /// What made a report; telephone numbers in the command line are masked as in paths.
  fileprivate var provenance: Provenance {
    let words = CommandLine.arguments.dropFirst().map { quoted(masked($0)) }
    return Provenance(
      version: HalloMigrate.version, madeAt: now,
      commandLine: (["hallo-migrate"] + words).joined(separator: " "), store: storePath,
      showsPersonalData: personalData.isShown)
  }

  /// A word of the command line, which may be an option and its value.
  private func masked(_ word: String) -> String {
    // A date has as many digits as a telephone number.
    if Moment(argument: word) != nil { return word }
    return word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      .map { personalData.path(String($0)) }.joined(separator: "=")
  }

  /// A word as a shell takes it.
  private func quoted(_ word: String) -> String {
    let plain = word.unicodeScalars.allSatisfy {
      $0.properties.isAlphabetic || ("0"..."9").contains($0)
        || "-_./:=,@+%•".unicodeScalars.contains($0)
    }
    return plain && !word.isEmpty ? word : "'" + word.replacing("'", with: #"'\''"#) + "'"
  }
}
