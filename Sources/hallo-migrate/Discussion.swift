/// What `--help` says below a command's first line.
///
/// - Parameters:
///   - text: More about the command.
///   - examples: What can be typed as it is, from the directory that has `Samples`; a test does so.
/// - Returns: Both, as the parser takes them.
func discussion(_ text: String = "", examples: String...) -> String {
  let lines = ["Example:"] + examples.map { "  hallo-migrate \($0)" }
  return [text, lines.joined(separator: "\n")].filter { !$0.isEmpty }.joined(separator: "\n\n")
}
