import CommandTesting
import Foundation
import Testing

/// Reports on terminals of any width.
@Suite(.enabled(if: FileManager.default.fileExists(atPath: "/usr/bin/script"), "needs script(1)"))
struct WidthTests {
  /// What a command prints on a terminal, line by line, without colours.
  private func lines(
    of command: String, columns: Int, in scratch: Scratch, locale: String = "C.UTF-8"
  ) throws -> [String] {
    let line = "stty cols \(columns); \(Program.path) \(command) --no-color"
    let outcome = try scratch.start(
      ["-qec", line, "/dev/null"], environment: ["LC_ALL": locale, "SHELL": "/bin/sh"],
      program: "/usr/bin/script"
    ).wait()
    #expect(outcome.code == 0, "\(outcome.everything)")
    return outcome.text.replacingOccurrences(of: "\r", with: "").split(separator: "\n").map(
      String.init)
  }

  @Test(
    "No line is wider than the terminal, unless it is one word that is",
    arguments: [60, 80, 120], ["audit", "up --dry-run", "status", "doctor", "run"])
  func fits(columns: Int, command: String) throws {
    let scratch = try Scratch.withSample()
    for line in try lines(of: command, columns: columns, in: scratch)
    where line.count > columns {
      #expect(line.split(separator: " ").count == 1, "\(line)")
    }
  }

  @Test("No path is broken, and nothing is lost", arguments: [20, 80])
  func whole(columns: Int) throws {
    let scratch = try Scratch.withSample()
    func words(_ lines: [String]) -> Set<Substring> {
      // A column that is below its row has its title before it.
      Set(lines.flatMap { $0.split { $0 == " " || $0 == ":" } })
    }
    let wide = words(try lines(of: "up --dry-run", columns: 1000, in: scratch))
    let narrow = words(try lines(of: "up --dry-run", columns: columns, in: scratch))
    #expect(wide.subtracting(narrow).isEmpty)
  }

  @Test("A locale changes no letter of a report", arguments: ["C", "POSIX", "de_DE.UTF-8", "none"])
  func locale(_ locale: String) throws {
    let scratch = try Scratch.withSample()
    let usual = try lines(of: "audit --as-of 2025-11-01", columns: 80, in: scratch)
    #expect(
      try lines(of: "audit --as-of 2025-11-01", columns: 80, in: scratch, locale: locale) == usual)
  }

  @Test("What goes to a file is not wrapped")
  func file() throws {
    let scratch = try Scratch.withSample()
    #expect(
      try scratch.succeed("up", "--dry-run").text.split(separator: "\n").contains { $0.count > 80 })
  }
}
