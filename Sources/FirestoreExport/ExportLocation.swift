internal import Foundation

/// Where in a directory an export lies.
struct ExportLocation {
  /// The directory that every file of the export must be in.
  let root: ExportRoot
  /// The file that names all others.
  let overallMetadata: String

  /// Whether a directory, or one directly inside, holds a file that only exports have.
  static func exists(in directory: String) -> Bool {
    guard let entries = try? DirectoryListing(directory) else { return false }
    return entries.looksLikeExport || !entries.exportsInside.isEmpty
  }

  /// Finds the one export in a directory, or directly inside one of its own.
  ///
  /// - Throws: ``ExportError/notAnExport(path:found:)``, and errors of the metadata.
  init(in directory: String) throws(ExportError) {
    let entries = try DirectoryListing(directory)
    if entries.looksLikeExport {
      try self.init(entries)
      return
    }
    let inside = entries.exportsInside
    guard let only = inside.first, inside.count == 1 else {
      throw .notAnExport(path: directory, found: entries.summary(exportsInside: inside))
    }
    try self.init(only)
  }

  private init(_ entries: DirectoryListing) throws(ExportError) {
    root = try ExportRoot(entries.directory)
    if entries.holdsSuiteMetadata {
      let suite = entries.directory + "/" + SuiteMetadata.fileName
      let metadata = try SuiteMetadata(readingFrom: suite)
      overallMetadata = try root.file(metadata.overallMetadata, namedIn: suite)
      return
    }
    let overall = entries.overallMetadata
    guard let only = overall.first, overall.count == 1 else {
      let found = "it holds several: " + overall.map(\.quoted).joined(separator: ", ")
      throw .notAnExport(path: entries.directory, found: found)
    }
    overallMetadata = try root.file(only, namedIn: entries.directory + "/.")
  }
}
