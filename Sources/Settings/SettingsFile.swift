internal import Foundation
internal import Yams

/// The settings of a YAML file: one mapping of names to values.
///
/// Values are texts as they are written, so that `region: NO` is Norway, and no boolean.
package struct SettingsFile: Sendable {
  package struct Entry: Equatable, Sendable {
    package let value: String
    package let line: Int
  }

  package let path: String
  package let entries: [String: Entry]

  /// Reads a file; one without any setting is right too.
  package init(path: String) throws(SettingsFileError) {
    guard let data = FileManager.default.contents(atPath: path) else {
      throw .unreadable(path: path, reason: String(cString: strerror(errno)))
    }
    try self.init(path: path, data: data)
  }

  init(path: String, data: Data) throws(SettingsFileError) {
    guard let text = String(data: data, encoding: .utf8) else {
      throw .malformed(path: path, line: nil, reason: "it is not UTF-8")
    }
    let root: Node?
    do { root = try compose(yaml: text) } catch { throw SettingsFileError(error, path: path) }
    self.path = path
    entries =
      try root.map { node throws(SettingsFileError) in
        try Self.entries(of: node, path: path)
      } ?? [:]
  }

  private static func entries(of root: Node, path: String) throws(SettingsFileError)
    -> [String: Entry]
  {
    if root.scalar?.string.isEmpty == true { return [:] }
    guard let mapping = root.mapping else {
      throw .malformed(path: path, line: root.mark?.line, reason: "no lines like `region: US`")
    }
    var entries: [String: Entry] = [:]
    for (key, value) in mapping {
      let line = key.mark?.line ?? 0
      guard let name = key.scalar?.string else {
        throw .malformed(path: path, line: line, reason: "the name of a setting is one word")
      }
      guard let text = value.scalar, !text.string.isEmpty, !text.isNull else {
        throw .malformed(path: path, line: line, reason: "\(name) takes one value")
      }
      entries[name] = Entry(value: text.string, line: line)
    }
    return entries
  }
}

extension Node.Scalar {
  /// Whether it is `~` or `null`, without quotes.
  fileprivate var isNull: Bool { style == .plain && ["~", "null"].contains(string.lowercased()) }
}

/// Why a file of settings cannot be read.
package enum SettingsFileError: Error, Equatable, CustomStringConvertible {
  case unreadable(path: String, reason: String)
  case malformed(path: String, line: Int?, reason: String)

  package var description: String {
    switch self {
    case .unreadable(let path, let reason):
      "cannot read the settings in \(path): \(reason); correct --config or HALLO_CONFIG"
    case .malformed(let path, let line, let reason):
      "\(path)\(line.map { ", line \($0)" } ?? ""): \(reason); write one setting a line, as in "
        + "`region: US`"
    }
  }

  fileprivate init(_ error: any Error, path: String) {
    switch error as? YamlError {
    case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
      .composer(_, let problem, let mark, _):
      self = .malformed(path: path, line: mark.line, reason: problem)
    case .duplicatedKeysInMapping(let duplicates, let context):
      let names = duplicates.sorted().joined(separator: ", ")
      self = .malformed(path: path, line: context.mark.line, reason: "\(names) is there twice")
    default: self = .malformed(path: path, line: nil, reason: "it is not YAML")
    }
  }
}
