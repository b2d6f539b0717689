import CommandTesting
import FirestoreTesting
import Foundation
import Testing

/// What the documentation shows is what happens: its `console` blocks are typed in, one after another.
@Suite struct DocumentationTests {
  static let documents = [
    "README.md", "Documentation/operating.md", "Documentation/writing-migrations.md",
  ]

  @Test("Every command of a document does what is printed below it", arguments: documents)
  func commands(document: String) throws {
    let scratch = try Scratch()
    try FileManager.default.createSymbolicLink(
      atPath: scratch.file("Samples"), withDestinationPath: Program.samples)
    try follow(document, in: scratch, environment: [:])
  }

  @Test(
    "Every command of the story with a live database does what is printed below it",
    .enabled(if: Emulator.isInstalled, Comment(rawValue: Emulator.requirement)))
  func liveCommands() throws {
    let scratch = try Scratch()
    let export = "\(Program.samples)/firestore-export/firestore_export"
    let emulator = try Emulator(seededFrom: "\(export)/firestore_export.overall_export_metadata")
    try follow(
      "Documentation/live-firestore.md", in: scratch,
      environment: ["FIRESTORE_EMULATOR_HOST": emulator.address])
    withExtendedLifetime(emulator) {}
  }

  private func follow(
    _ document: String, in scratch: Scratch, environment: [String: String]
  ) throws {
    var count = 0
    for step in try Manual(document).steps {
      switch step {
      case .file(let name, let text):
        try FileManager.default.createDirectory(
          atPath: URL(fileURLWithPath: scratch.file(name)).deletingLastPathComponent().path,
          withIntermediateDirectories: true)
        try scratch.write(text, to: name)
      case .command(let command, let expected):
        count += 1
        try check(command, expected, scratch, environment)
      }
    }
    #expect(count > 5)
  }

  @Test(
    "What is for an operator's own machine is at least shell",
    arguments: documents + ["Documentation/live-firestore.md"])
  func scripts(document: String) throws {
    for script in try Manual(document).scripts {
      let scratch = try Scratch()
      try scratch.write(script, to: "script")
      let outcome = try scratch.start(["-n", "script"], program: "/bin/bash").wait()
      #expect(outcome.code == 0, "\(script)\n\(outcome.errors)")
    }
  }

  private func check(
    _ command: String, _ expected: [String], _ scratch: Scratch, _ environment: [String: String]
  ) throws {
    let directory = URL(fileURLWithPath: Program.path).deletingLastPathComponent().path
    let outcome = try scratch.start(
      ["-c", command],
      environment: environment.merging(
        ["PATH": "\(directory):/usr/bin:/bin"], uniquingKeysWith: { $1 }),
      program: "/bin/bash"
    ).wait()
    let code = command.range(of: "# exits with ").flatMap {
      Int32(command[$0.upperBound...].prefix { $0.isNumber })
    }
    #expect(outcome.code == code ?? 0, "\(command)\n\(outcome.everything)")
    let printed = Manual.comparable(outcome.everything)
    var rest = printed[...]
    var mayPass = false
    for line in expected {
      if line.trimmingCharacters(in: .whitespaces) == "…" {
        mayPass = true
        continue
      }
      let wanted = Manual.comparable(line).first ?? ""
      let place = mayPass ? rest.firstIndex(of: wanted) : rest.indices.first
      guard let place, rest[place] == wanted else {
        Issue.record("\(command) prints no line “\(wanted)” here:\n\(outcome.everything)")
        return
      }
      rest = rest[(place + 1)...]
      mayPass = false
    }
    if !expected.isEmpty, !mayPass { #expect(rest.isEmpty, "\(command) prints more: \(rest)") }
  }
}

/// A document's blocks.
private struct Manual {
  enum Step {
    case file(name: String, text: String)
    /// With the lines that are shown below it; none if what it prints is of no interest.
    case command(String, [String])
  }

  private(set) var steps: [Step] = []
  private(set) var scripts: [String] = []

  init(_ document: String) throws {
    let text = try String(contentsOfFile: "\(Program.package)/\(document)", encoding: .utf8)
    var (language, lines, before) = (String?.none, [String](), "")
    for line in text.components(separatedBy: "\n") {
      if line.hasPrefix("```") {
        if let open = language {
          add(open, lines, after: before)
          language = nil
        } else {
          (language, lines) = (String(line.dropFirst(3)), [])
        }
      } else if language != nil {
        lines.append(line)
      } else if !line.isEmpty {
        before = line
      }
    }
  }

  private mutating func add(_ language: String, _ lines: [String], after before: String) {
    switch language {
    case "console": addCommands(lines)
    case "sh": scripts.append(lines.joined(separator: "\n") + "\n")
    case "sql":
      // “…, `migrations/0004_x.sql`:” names the file that the block is.
      let parts = before.components(separatedBy: "`")
      if before.hasSuffix("`:"), parts.count >= 3 {
        steps.append(
          .file(name: parts[parts.count - 2], text: lines.joined(separator: "\n") + "\n"))
      }
    default: break
    }
  }

  private mutating func addCommands(_ lines: [String]) {
    for line in lines where !line.isEmpty {
      if line.hasPrefix("$ ") {
        steps.append(.command(String(line.dropFirst(2)), []))
      } else if case .command(let command, let shown)? = steps.last {
        steps[steps.count - 1] = .command(command, shown + [line])
      }
    }
  }

  /// Lines without what is different each time: moments, and how wide a table is.
  static func comparable(_ text: String) -> [String] {
    text.components(separatedBy: "\n").map { line in
      line.replacing(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z/, with: "MOMENT")
        .split(separator: " ").joined(separator: " ")
    }.filter { !$0.isEmpty }
  }
}
