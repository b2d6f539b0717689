/// What a piece of work makes in a directory: it can take that away again, and nothing else.
struct NewFiles {
  let directory: ArchiveDirectory
  private var paths: [(path: String, isDirectory: Bool)] = []

  init(in directory: ArchiveDirectory) { self.directory = directory }

  /// Opens a directory, and makes it first if there is none.
  mutating func makeDirectory(
    _ name: String, in parent: ArchiveDirectory
  ) throws -> ArchiveDirectory {
    let made = try parent.makeDirectory(name)
    if made.isNew { paths.append((made.directory.relativePath, true)) }
    return made.directory
  }

  /// Creates a file, which may not be there yet.
  mutating func createFile(_ name: String, in parent: ArchiveDirectory) throws -> ArchiveFile {
    guard let file = try parent.createFile(name) else {
      throw ArchiveError.exists(path: parent.path(of: name))
    }
    paths.append((file.relativePath, false))
    return file
  }

  /// Removes what was made, as far as the disk allows it; a directory that somebody else put
  /// something into stays.
  func removeAll() {
    for (path, isDirectory) in paths.reversed() {
      var names = path.split(separator: "/").map(String.init)
      guard let name = names.popLast(), let parent = try? directory.directory(names) else {
        continue
      }
      try? isDirectory ? parent.removeDirectory(name) : parent.remove(name)
    }
  }
}
