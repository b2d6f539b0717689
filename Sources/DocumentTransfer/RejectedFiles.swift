internal import DocumentStore
internal import Documents
internal import Foundation
internal import Glibc

/// Writes what an import sets aside: beside each source a file with a line for each rejected input.
///
/// A line is `{"place":…,"reason":…,"source":…,"text":…}`; `text` is the input itself, so that
/// `jq -r .text` gives lines to mend and import again. A file takes its place when the import is done: one
/// that was refused leaves nothing behind, and what an earlier one set aside stays.
final class RejectedFiles {
  private var files: [(path: String, handle: FileHandle)] = []
  private(set) var count = 0

  func append(_ rejected: RejectedInput) throws {
    let handle = try file(of: rejected.source)
    var line = ByteBuffer()
    line.append("{\"place\":")
    line.appendJSON(string: rejected.place)
    line.append(",\"reason\":")
    line.appendJSON(string: rejected.reason)
    line.append(",\"source\":")
    line.appendJSON(string: rejected.source)
    line.append(",\"text\":")
    line.appendJSON(string: rejected.text)
    line.append("}\n")
    try handle.write(contentsOf: Data(line.bytes))
    count += 1
  }

  /// Puts the files in their places.
  ///
  /// - Returns: Their paths.
  func finish() throws -> [String] {
    for file in files {
      try file.handle.synchronize()
      guard rename(Self.temporary(file.path), file.path) == 0 else {
        throw TransferError.unwritable(path: file.path, reason: systemError())
      }
      try DurableFile.syncDirectory(of: file.path)
    }
    return files.map(\.path)
  }

  /// Removes what has not taken its place.
  func discard() {
    for file in files {
      try? file.handle.close()
      unlink(Self.temporary(file.path))
    }
  }

  private func file(of source: String) throws -> FileHandle {
    let base = source == "-" ? "stdin" : source.hasSuffix("/") ? String(source.dropLast()) : source
    let path = base + ".rejected.ndjson"
    if let known = files.first(where: { $0.path.utf8.elementsEqual(path.utf8) }) {
      return known.handle
    }
    let temporary = Self.temporary(path)
    guard
      FileManager.default.createFile(
        atPath: temporary, contents: nil, attributes: [.posixPermissions: 0o600]),
      let handle = FileHandle(forWritingAtPath: temporary)
    else { throw TransferError.unwritable(path: path, reason: systemError()) }
    files.append((path, handle))
    return handle
  }

  private static func temporary(_ path: String) -> String { path + ".importing" }
}
