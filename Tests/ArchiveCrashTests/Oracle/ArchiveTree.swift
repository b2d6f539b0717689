import Foundation
import Glibc

/// Everything in a directory and below: names, modes and bytes.
struct ArchiveTree: Equatable, Sendable {
  struct Entry: Equatable, Sendable {
    let mode: mode_t
    /// nil if it is not a file.
    let bytes: Data?
  }

  /// By the path from the directory.
  private(set) var entries: [String: Entry] = [:]

  init(_ path: String) throws {
    for name in try FileManager.default.subpathsOfDirectory(atPath: path) {
      var status = stat()
      guard lstat("\(path)/\(name)", &status) == 0 else { continue }
      let isFile = status.st_mode & S_IFMT == S_IFREG
      entries[name] = Entry(
        mode: status.st_mode,
        bytes: isFile ? try Data(contentsOf: URL(fileURLWithPath: "\(path)/\(name)")) : nil)
    }
  }

  var names: [String] { entries.keys.sorted() }

  /// What is not as in another tree; what every file system has of its own is left out.
  func differences(from other: ArchiveTree) -> [String] {
    Set(entries.keys).union(other.entries.keys).subtracting(["lost+found"]).sorted()
      .filter { entries[$0] != other.entries[$0] }
      .map { "\($0): \(Self.describe(entries[$0])) instead of \(Self.describe(other.entries[$0]))" }
  }

  private static func describe(_ entry: Entry?) -> String {
    guard let entry else { return "nothing" }
    return
      "\(String(entry.mode, radix: 8)), \(entry.bytes.map { "\($0.count) bytes" } ?? "no file")"
  }
}
