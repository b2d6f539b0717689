internal import DocumentStore
internal import Documents
internal import Foundation

/// Writes what an import sets aside: beside each source a file with a line for each rejected input.
///
/// A line is `{"place":…,"reason":…,"source":…,"text":…}`; `text` is the input itself, so that
/// `jq -r .text` gives lines to mend and import again.
final class RejectedFiles {
  private var files: [(source: String, path: String, handle: FileHandle)] = []
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

  /// Syncs the files.
  ///
  /// - Returns: Their paths.
  func finish() throws -> [String] {
    for file in files {
      try file.handle.synchronize()
      try file.handle.close()
    }
    return files.map(\.path)
  }

  private func file(of source: String) throws -> FileHandle {
    if let known = files.first(where: { $0.source.utf8.elementsEqual(source.utf8) }) {
      return known.handle
    }
    let base = source == "-" ? "stdin" : source.hasSuffix("/") ? String(source.dropLast()) : source
    let path = base + ".rejected.ndjson"
    guard
      FileManager.default.createFile(
        atPath: path, contents: nil, attributes: [.posixPermissions: 0o600]),
      let handle = FileHandle(forWritingAtPath: path)
    else { throw TransferError.unwritable(path: path, reason: systemError()) }
    files.append((source, path, handle))
    return handle
  }
}
