import CommandTesting
import Foundation
import Testing

/// What `make install` puts where, and that it works there.
@Suite(.enabled(if: FileManager.default.fileExists(atPath: "/usr/bin/python3"), "needs Python"))
struct InstallTests {
  private static func install() throws -> Scratch {
    let scratch = try Scratch()
    let outcome = try scratch.start(
      [Program.package + "/Packaging/install.sh", Program.path, "root"], program: "/bin/bash"
    ).wait()
    #expect(outcome.code == 0 && outcome.errors.isEmpty, "\(outcome.everything)")
    return scratch
  }

  @Test("Every command has a manual page, with its example")
  func manual() throws {
    let scratch = try Self.install()
    let commands =
      [[]] + HelpTests.commands.map { [$0] } + HelpTests.archiveCommands.map { ["archive", $0] }
    let pages = commands.map { (["hallo-migrate"] + $0).joined(separator: "-") + ".1" }
    #expect(try scratch.names(in: "root/share/man/man1") == pages.sorted())
    for page in pages {
      let text = try scratch.text("root/share/man/man1/" + page)
      #expect(text.contains(".SH EXAMPLES") && text.contains("\nhallo\\-migrate "), "\(page)")
      #expect(text.utf8.count == text.unicodeScalars.count, "\(page)")
    }
  }

  @Test(
    "bash completes commands, options, tasks, versions and values",
    arguments: [
      ("st", ["status"]), ("archive se", ["seal"]), ("up --save", ["--save-plan"]),
      ("run rep", ["repair-null-photos"]), ("up --to ", ["0001", "0002", "0003"]),
      ("down --to ", ["0000", "0001", "0002", "0003"]),
      ("archive run --compress ", ["none", "zstd"]),
    ])
  func bash(line: String, words: [String]) throws {
    let scratch = try Self.install()
    let script = """
      PATH=$PWD/root/bin:$PATH
      . root/share/bash-completion/completions/hallo-migrate
      COMP_LINE='hallo-migrate \(line)'
      read -ra COMP_WORDS <<< "$COMP_LINE"
      [[ $COMP_LINE == *' ' ]] && COMP_WORDS+=('')
      COMP_POINT=${#COMP_LINE} COMP_TYPE=9 COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
      function=$(complete -p hallo-migrate | sed 's/.*-F \\([^ ]*\\).*/\\1/')
      $function hallo-migrate "${COMP_WORDS[-1]}" "${COMP_WORDS[-2]}"
      printf '%s\\n' "${COMPREPLY[@]}"
      """
    let outcome = try scratch.start(["-c", script], program: "/bin/bash").wait()
    #expect(outcome.text.split(whereSeparator: \.isWhitespace).map(String.init) == words)
  }

  @Test("Tasks and versions of a directory are completed too")
  func directory() throws {
    let scratch = try Self.install()
    try scratch.write("-- Nothing\nDELETE FROM document WHERE 0;\n", to: "m/0004_nothing.sql")
    try scratch.write("migrations: m", to: "hallo-migrate.yaml")
    let outcome = try scratch.start(
      ["---completion", "up", "--", "--to", "2", "0", "hallo-migrate", "up", "--to", ""]
    ).wait()
    #expect(outcome.text.contains("0004"), "\(outcome.everything)")
  }

  @Test("The installed demo runs with the installed program")
  func demo() throws {
    let scratch = try Self.install()
    let outcome = try scratch.start(
      ["root/share/hallo-migrate/Samples/demo.sh", "root/bin/hallo-migrate"], program: "/bin/bash"
    ).wait()
    #expect(outcome.code == 0, "\(outcome.errors)")
    #expect(outcome.text.hasSuffix("part-000001.tar: OK\npart-000001.jsonl: OK\n"))
  }
}
