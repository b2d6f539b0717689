internal import Foundation

/// What is in a directory that may hold an export.
struct DirectoryListing {
  let directory: String
  private let names: [String]

  /// - Throws: ``ExportError/notAnExport(path:found:)`` if it isn't a directory.
  init(_ directory: String) throws(ExportError) {
    var isDirectory: ObjCBool = false
    guard FileManager.default.fileExists(atPath: directory, isDirectory: &isDirectory) else {
      throw .notAnExport(path: directory, found: "there is no such directory")
    }
    guard isDirectory.boolValue else {
      throw .notAnExport(path: directory, found: Self.describe(file: directory))
    }
    do {
      names = try FileManager.default.contentsOfDirectory(atPath: directory).sorted()
    } catch {
      throw .notAnExport(path: directory, found: "it can't be listed")
    }
    self.directory = directory
  }

  var holdsSuiteMetadata: Bool {
    names.contains { Identifier.areEqual($0, SuiteMetadata.fileName) }
  }

  /// The names of its files that name all other files of an export.
  var overallMetadata: [String] {
    names.filter { $0.hasSuffix(".overall_export_metadata") }
  }

  var looksLikeExport: Bool { holdsSuiteMetadata || !overallMetadata.isEmpty }

  /// Its own directories that are exports.
  var exportsInside: [DirectoryListing] {
    names.compactMap { try? DirectoryListing(directory + "/" + $0) }.filter(\.looksLikeExport)
  }

  /// The paths of the output files in it.
  var outputFiles: [String] {
    names.filter { $0.utf8.starts(with: "output-".utf8) }.map { directory + "/" + $0 }
  }

  /// What is found where one export was expected.
  func summary(exportsInside: [DirectoryListing]) -> String {
    if exportsInside.count > 1 {
      let some = exportsInside.prefix(5).map(\.directory.quoted).joined(separator: ", ")
      return "it holds \(exportsInside.count) exports, \(some)"
    }
    if names.isEmpty { return "it is an empty directory" }
    let some = names.prefix(5).map(\.quoted).joined(separator: ", ")
    return "it holds \(some)\(names.count > 5 ? " and \(names.count - 5) more" : "")"
  }

  private static func describe(file: String) -> String {
    guard let descriptor = try? Descriptor(reading: file), let size = try? descriptor.size()
    else { return "it is a file" }
    return size == 0 ? "it is an empty file" : "it is \(FileKind.of(file) ?? "a file")"
  }
}
