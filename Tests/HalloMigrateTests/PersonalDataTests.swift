import CommandTesting
import Foundation
import Testing

/// What is not shown unless it is asked for.
@Suite struct PersonalDataTests {
  @Test("No telephone number and no text of a family gets into reports or errors")
  func masked() throws {
    let shown = try everything(["--verbose"])
    let secrets = try Secrets()
    #expect(secrets.numbers.count > 60 && secrets.texts.count > 20)
    for secret in secrets.numbers.union(secrets.texts) {
      #expect(!shown.contains(secret), "\(secret)")
    }
  }

  @Test("They are shown where it is asked for")
  func shown() throws {
    let shown = try everything(["--show-personal-data"])
    let secrets = try Secrets()
    #expect(secrets.numbers.count { shown.contains($0) } > 30)
  }

  @Test("Nothing that a document holds controls the terminal")
  func control() throws {
    let shown = try everything(["--show-personal-data"])
    let controls = shown.unicodeScalars.filter {
      let category = $0.properties.generalCategory
      return [.control, .format, .lineSeparator, .paragraphSeparator].contains(category)
        && $0 != "\n" && $0 != "\u{200D}"
    }
    #expect(controls.isEmpty, "\(Set(controls))")
    #expect(shown.contains("\\u{1b}"))
  }

  @Test("Names from the command line and from input are made safe too")
  func names() throws {
    let scratch = try Scratch.withSample()
    let escape = "\u{1B}[31m"
    try scratch.write(documents("a/1") + #"{"\#(escape)":1}"#, to: "\(escape).ndjson")
    for command in [
      ["explain", escape], ["run", escape], ["up", "--to", escape], ["undo", escape],
      ["import", escape], ["import", "\(escape).ndjson"], ["status", "--store", escape],
      [escape], ["up", "--\(escape)"], ["up", escape],
    ] {
      let outcome = try scratch.start(command).wait()
      #expect(outcome.code == 1 || outcome.code == 64)
      #expect(!outcome.everything.contains("\u{1B}"), "\(command): \(outcome.everything)")
    }
  }

  /// All that the commands say of the sample, of each of its documents.
  private func everything(_ options: [String]) throws -> String {
    let scratch = try Scratch.withSample()
    let reports = ["txt", "md", "json", "html"].flatMap { ["--report", "a.\($0)"] }
    var commands = [
      ["up", "--dry-run"], ["up"] + reports, ["up", "--json"], ["run", "repair-null-photos"],
      ["run", "delete-orphaned-habits"], ["undo", "2"], ["undo", "3"], ["status"], ["digest"],
      ["audit"] + reports.map { $0.replacing("a.", with: "b.") }, ["audit", "--json"],
      ["explain", "users/x/profiles/+17785550199"],
    ]
    for path in try documentPaths() {
      commands.append(["explain", path])
      if path.contains("O'Brien") { commands.append(["explain", path, "--json"]) }
    }
    var shown = ""
    for command in commands { shown += try scratch.start(command + options).wait().everything }
    for name in ["a.txt", "a.md", "a.json", "b.txt", "b.md", "b.json"] {
      shown += try scratch.text(name)
    }
    for name in ["a.html", "b.html"] {
      shown += try scratch.text(name).replacing(/<[^>]*>/, with: "")
    }
    return shown
  }

  /// The paths of the hostile documents, and of every fourth of the others.
  private func documentPaths() throws -> [String] {
    try Secrets.documents().compactMap { $0["path"] as? String }.enumerated()
      .filter { $0.offset % 4 == 0 || $0.element.contains("O'Brien") }.map(\.element)
  }
}

/// What of the sample no one else should read.
private struct Secrets {
  private(set) var numbers: Set<String> = []
  private(set) var texts: Set<String> = []

  init() throws {
    for document in try Self.documents() { collect(document["data"] ?? [:], "") }
    // The names of some documents, and words of the reports, are the same as what someone wrote.
    let open = try Self.documents().compactMap { $0["path"] as? String }.joined(separator: "\n")
    texts = texts.filter { $0.utf8.count > 8 && !open.contains($0) && !$0.contains("\u{1B}") }
  }

  static func documents() throws -> [[String: Any]] {
    try String(contentsOfFile: Program.legacy, encoding: .utf8).split(separator: "\n").map {
      try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any] ?? [:]
    }
  }

  private mutating func collect(_ value: Any, _ field: String) {
    switch value {
    case let map as [String: Any]: for (name, value) in map { collect(value, name) }
    case let list as [Any]: for value in list { collect(value, field) }
    case let text as String:
      let letters = text.contains { $0.isLetter }
      if !letters, text.count(where: \.isNumber) >= 7, !text.contains("-0") || text.contains("+") {
        numbers.insert(text)
      }
      if Self.written.contains(field) { texts.insert(text) }
    default: break
    }
  }

  private static let written = [
    "textContent", "textResponse", "text", "note", "notes", "displayName", "name", "profileName",
    "title", "taskTitle", "email", "description",
  ]
}
