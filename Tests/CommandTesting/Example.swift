extension Scratch {
  /// The lines below `Example:` in a command's help, as a terminal of 80 columns shows them.
  package func examples(of command: [String]) throws -> [String] {
    let help = try start(command + ["--help"], environment: ["COLUMNS": "80"]).wait().text
    let lines = help.split(separator: "\n", omittingEmptySubsequences: false)
    let below = lines.drop { $0 != "Example:" }.dropFirst()
    return below.prefix { !$0.isEmpty }.map { $0.trimmingPrefix { $0 == " " } }.map(String.init)
  }

  /// Types a line into a shell in which `hallo-migrate` is the built program.
  package func type(_ line: String, environment: [String: String] = [:]) throws -> Outcome {
    try start(
      ["-c", "\"$HALLO\" \(line.dropFirst("hallo-migrate".count))"],
      environment: environment.merging(["HALLO": Program.path]) { $1 }, program: "/bin/sh"
    ).wait()
  }
}
