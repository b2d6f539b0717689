internal import Documents
internal import PhotoArchive

/// Renders a page as one HTML file that loads nothing, runs nothing, and is never large.
///
/// Its content security policy allows its own style sheet by its hash, and nothing else. Text of
/// documents is made visible as ``TextRenderer/safe(_:)`` does it, escaped, and kept apart from the
/// direction of the text around it.
package struct HTMLRenderer: ~Copyable {
  var html = HTML()
  private let page: Page
  private let provenance: Provenance
  private var isLeftOut = false

  /// Beyond this many bytes nothing is added but headings and the end, so that files stay below 2 MB.
  static let fullAt = 1_200_000

  /// How many sections a page has for which there is a list of them.
  private static let listedSections = 3...24

  var isFull: Bool { html.output.count > Self.fullAt }

  package static func render(_ page: Page, _ provenance: Provenance) -> [UInt8] {
    HTMLRenderer(page, provenance).rendered()
  }

  private init(_ page: Page, _ provenance: Provenance) {
    (self.page, self.provenance) = (page, provenance)
  }

  private consuming func rendered() -> [UInt8] {
    html.appendHead(title: "\(shown(title)) · hallo-migrate", style: ReportStyle.sheet)
    appendHeader()
    html.append(markup: "<main>\n<section>\n")
    var section = 0
    for (position, block) in page.blocks.enumerated() {
      if isFull { isLeftOut = true }
      if case .heading(let title) = block, position > 0 {
        // What is listed is there, if only by its name.
        if isLeftOut, section >= Self.listedSections.upperBound { continue }
        section += 1
        if section == 1, Self.listedSections.contains(sections.count) { appendContents() }
        beginSection(title, section)
      } else if !isLeftOut {
        append(block)
      }
    }
    appendRecord(section + 1)
    html.append(markup: "</section>\n</main>\n</body>\n</html>\n")
    return Array(html.output.bytes)
  }

  private var title: String {
    if case .heading(let title) = page.blocks.first { title } else { "Report" }
  }

  private var sections: [String] {
    page.blocks.dropFirst().compactMap { if case .heading(let title) = $0 { title } else { nil } }
  }

  private mutating func appendHeader() {
    html.append(markup: "<header>\n<p class=\"from\">hallo-migrate ")
    if let mark = page.mark {
      html.append(markup: "<b class=\"mark\">")
      html.append(text: mark)
      html.append(markup: "</b> ")
    }
    html.append(markup: "<time datetime=\"")
    html.append(text: provenance.madeAt)
    html.append(markup: "\">")
    html.append(text: String(provenance.madeAt.prefix(16)).replacing("T", with: " ") + " UTC")
    html.append(markup: "</time></p>\n<h1>")
    appendWords(title)
    html.append(markup: "</h1>\n</header>\n")
  }

  private mutating func appendContents() {
    html.append(markup: "<nav aria-label=\"Contents\">\n<ol>\n")
    for (position, title) in (sections + ["For the record"]).enumerated() {
      html.append(markup: "<li><a href=\"#s")
      html.append(text: "\(position + 1)")
      html.append(markup: "\">")
      appendWords(title)
      html.append(markup: "</a></li>\n")
    }
    html.append(markup: "</ol>\n</nav>\n")
  }

  private mutating func beginSection(_ title: String, _ number: Int) {
    html.append(markup: "</section>\n<section aria-labelledby=\"s")
    html.append(text: "\(number)")
    html.append(markup: "\">\n<h2 id=\"s")
    html.append(text: "\(number)")
    html.append(markup: "\">")
    appendWords(title)
    html.append(markup: "</h2>\n")
  }

  private mutating func append(_ block: Page.Block) {
    switch block {
    case .paragraph(let text):
      html.append(markup: "<p>")
      appendProse(text)
      html.append(markup: "</p>\n")
    case .table(let table): append(table)
    case .changes(let changes): append(changes)
    case .facts(let facts): if facts.form == .figures { append(facts) }
    case .heading, .next: break
    }
  }

  /// What a reviewer signs, at the end of the page.
  private mutating func appendRecord(_ number: Int) {
    if isLeftOut {
      html.append(markup: "<p class=\"more\">This page is full; the rest is in a ")
      html.append(markup: "<code>--report FILE.json</code>.</p>\n")
    }
    beginSection("For the record", number)
    for block in page.blocks {
      if case .facts(let facts) = block, facts.form == .record { append(facts) }
    }
    append(provenance.facts)
    for case .next(let step) in page.blocks {
      html.append(markup: "<p class=\"next\">Next: ")
      appendProse(step)
      html.append(markup: "</p>\n")
    }
    if !page.isForReview { return }
    html.append(markup: "<dl class=\"signature\">\n")
    for line: StaticString in ["Reviewed by", "On", "Signature"] {
      html.append(markup: "<div><dt>")
      html.append(markup: line)
      html.append(markup: "</dt><dd></dd></div>\n")
    }
    html.append(markup: "</dl>\n")
  }

  private mutating func append(_ facts: Facts) {
    html.append(
      markup: facts.form == .figures ? "<dl class=\"figures\">\n" : "<dl class=\"record\">\n")
    for fact in facts.facts {
      html.append(markup: "<div><dt>")
      appendWords(fact.label)
      html.append(markup: "</dt><dd>")
      if fact.isCode { appendCode(fact.value) } else { appendProse(fact.value) }
      html.append(markup: "</dd></div>\n")
    }
    html.append(markup: "</dl>\n")
  }
}
