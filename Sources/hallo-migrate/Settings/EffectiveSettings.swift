internal import ArgumentParser
internal import Foundation
internal import Settings

/// What is in force: a flag's value, else the environment's, else the file's, else the default.
struct EffectiveSettings {
  struct Value {
    let text: String
    let source: Source
  }

  enum Source: Equatable, CustomStringConvertible {
    case flag
    case environment(String)
    case file(path: String, line: Int)
    case `default`

    var description: String {
      switch self {
      case .flag: "the command line"
      case .environment(let name): name
      case .file(let path, let line): "\(path), line \(line)"
      case .default: "default"
      }
    }
  }

  static let fileName = "hallo-migrate.yaml"

  /// The file that was read, if there is one.
  let file: String?
  private let values: [Setting: Value]

  /// Reads the file that is named, or else that of the working directory, and the environment.
  ///
  /// - Throws: ``SettingsError``, also for a setting that the command does not use: somebody has
  ///   written it, and thinks that it is in force.
  init(config: String?, flags: [Setting: String]) throws {
    let file = try Self.read(config ?? CommonOptions.environment("HALLO_CONFIG"))
    var values = try file.map(Self.values) ?? [:]
    for setting in Setting.allCases {
      guard let text = CommonOptions.environment(setting.variable) else { continue }
      guard setting.accepts(text) else {
        throw SettingsError.badVariable(setting, text)
      }
      values[setting] = Value(text: text, source: .environment(setting.variable))
    }
    values.merge(flags.mapValues { Value(text: $0, source: .flag) }) { $1 }
    (self.file, self.values) = (file?.path, values)
  }

  /// What is in force; nil if nothing is.
  func value(of setting: Setting) -> Value? {
    values[setting] ?? setting.defaultValue.map { Value(text: $0, source: .default) }
  }

  func text(_ setting: Setting) -> String? { value(of: setting)?.text }

  /// A value that has a form, such as an age, and that only some commands have a flag for.
  func parsed<Result: ExpressibleByArgument>(
    _ setting: Setting, flag: Result?, default other: Result
  ) -> Result {
    flag ?? text(setting).flatMap(Result.init(argument:)) ?? other
  }

  private static func read(_ named: String?) throws -> SettingsFile? {
    if named == nil {
      var status = stat()
      if stat(fileName, &status) != 0, errno == ENOENT { return nil }
      // Else whoever may write where somebody works would choose the SQL that they run.
      let isOurs = status.st_uid == geteuid() || status.st_uid == 0
      if !isOurs || status.st_mode & S_IWOTH != 0 { throw SettingsError.foreign(fileName) }
    }
    return try SettingsFile(path: named ?? fileName)
  }

  private static func values(of file: SettingsFile) throws -> [Setting: Value] {
    var values: [Setting: Value] = [:]
    let directory = URL(fileURLWithPath: file.path).deletingLastPathComponent().path
    for (name, entry) in file.entries.sorted(by: { $0.value.line < $1.value.line }) {
      guard let setting = Setting(rawValue: name) else {
        throw SettingsError.unknown(name, file: file.path, line: entry.line)
      }
      guard setting.accepts(entry.value) else {
        throw SettingsError.badValue(setting, entry.value, file: file.path, line: entry.line)
      }
      let isRelative = setting.isPath && file.path.contains("/") && !entry.value.hasPrefix("/")
      values[setting] = Value(
        text: isRelative ? "\(directory)/\(entry.value)" : entry.value,
        source: .file(path: file.path, line: entry.line))
    }
    return values
  }
}
