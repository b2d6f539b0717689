internal import HalloMigration

/// Why settings are refused.
enum SettingsError: Error, CustomStringConvertible {
  case unknown(String, file: String, line: Int)
  case badValue(Setting, String, file: String, line: Int)
  case badVariable(Setting, String)
  case foreign(String)

  /// Options that must be meant each time that they are given.
  private static let onlyFlags = [
    "force", "max-fraction", "replace", "show-personal-data", "skip-invalid",
  ]

  var description: String {
    switch self {
    case .unknown(let name, let file, let line) where Self.onlyFlags.contains(name):
      "\(file), line \(line): \(name) can only be given on the command line, as --\(name); remove the line"
    case .unknown(let name, let file, let line):
      "\(file), line \(line): there is no setting \(name); " + Self.hint(name)
    case .badValue(let setting, let value, let file, let line):
      "\(file), line \(line): \(setting.rawValue) is '\(value)'; it takes \(setting.form)"
    case .badVariable(let setting, let value):
      "\(setting.variable) is '\(value)'; it takes \(setting.form)"
    case .foreign(let file):
      "\(file) can be written by other users, and says what is run; take it for yours with "
        + "`chmod o-w`, or name it with --config if it is right"
    }
  }

  private static func hint(_ name: String) -> String {
    let names = Setting.allCases.map(\.rawValue)
    if let nearest = nearest(to: name, among: names) { return "did you mean \(nearest)?" }
    return "the settings are \(names.joined(separator: ", "))"
  }
}
