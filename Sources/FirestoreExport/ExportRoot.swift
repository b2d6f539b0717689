internal import Glibc

/// The directory that the files of an export must be in, whatever its metadata says.
struct ExportRoot {
  /// Without symbolic links.
  private let path: String

  /// - Throws: ``ExportError/system(operation:path:errno:)``.
  init(_ directory: String) throws(ExportError) {
    guard let path = Self.resolve(directory) else {
      throw .system(operation: "open", path: directory, errno: errno)
    }
    self.path = path
  }

  /// The path of a file that `metadata` names relative to itself, perhaps as Windows does.
  ///
  /// - Throws: ``ExportError/unsafePath(path:namedIn:)`` for one outside the export;
  ///   ``ExportError/missingFile(path:namedIn:)`` if there is none.
  func file(_ name: String, namedIn metadata: String) throws(ExportError) -> String {
    guard Self.isRelative(name) else { throw .unsafePath(path: name, namedIn: metadata) }
    let slashed = String(name.map { $0 == "\\" ? "/" : $0 })
    for spelling in [name, slashed] {
      let file = metadata.directory + "/" + spelling
      guard let resolved = Self.resolve(file) else { continue }
      guard contains(resolved) else { throw .unsafePath(path: name, namedIn: metadata) }
      if Self.isFile(resolved) { return file }
    }
    throw .missingFile(path: name, namedIn: metadata)
  }

  private func contains(_ resolved: String) -> Bool {
    let prefix = path == "/" ? "/" : path + "/"
    return resolved.utf8.starts(with: prefix.utf8)
  }

  /// Whether a path leads downwards only, read as Unix or as Windows does.
  private static func isRelative(_ name: String) -> Bool {
    let slashes = "/\\".utf8
    let parts = name.utf8.split(omittingEmptySubsequences: false, whereSeparator: slashes.contains)
    guard let first = parts.first, !first.isEmpty, !name.utf8.contains(0) else { return false }
    return !parts.contains { $0.elementsEqual("..".utf8) }
  }

  private static func resolve(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  private static func isFile(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }
}

extension String {
  /// The directory of the file at this path.
  var directory: String {
    guard let slash = utf8.lastIndex(of: Identifier.slash) else { return "." }
    return slash == startIndex ? "/" : String(self[..<slash])
  }
}
