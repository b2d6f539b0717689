internal import CDirectory
internal import Glibc

/// Everything that an archive's run does to the disk: each change and each wait is one call, and one
/// step that tests see.
extension ArchiveDirectory {
  /// Opens a directory in this one, and makes it first if there is none.
  ///
  /// - Returns: The directory, and whether it is new: then this one is to be synced.
  package func makeDirectory(
    _ name: String
  ) throws -> (directory: ArchiveDirectory, isNew: Bool) {
    if let directory = try directory(name) { return (directory, false) }
    try steps.willTake(.makeDirectory(relative(name)))
    guard mkdirat(descriptor, name, 0o700) == 0 else { throw failure("create", name) }
    guard let directory = try directory(name) else { throw failure("open", name) }
    return (directory, true)
  }

  /// Creates a file that is to have a name when it is whole, under another that nothing has yet.
  package func createTemporary(for name: String) throws -> ArchiveFile {
    while true {
      let suffix = String(UInt32.random(in: 0x1000_0000...UInt32.max), radix: 16)
      let temporary = PartName.temporaryPrefix(of: name) + suffix
      if let file = try createFile(temporary) { return file }
    }
  }

  /// Creates a file, or returns nil if there is anything of its name.
  package func createFile(_ name: String) throws -> ArchiveFile? {
    try steps.willTake(.createFile(relative(name)))
    let flags = O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
    let created = openat(descriptor, name, flags, 0o600)
    if created < 0 {
      if errno == EEXIST { return nil }
      throw failure("create", name)
    }
    return ArchiveFile(descriptor: created, name: name, directory: self)
  }

  /// Gives a file another name, which nothing may have yet.
  package func rename(_ name: String, to newName: String) throws {
    try steps.willTake(.rename(relative(name), to: relative(newName)))
    guard CDirectoryRenameToNew(descriptor, name, newName) == 0 else {
      throw failure("rename to", newName)
    }
  }

  /// Gives a file another name, in place of what has it.
  package func rename(_ name: String, replacing newName: String) throws {
    try steps.willTake(.rename(relative(name), to: relative(newName)))
    guard renameat(descriptor, name, descriptor, newName) == 0 else {
      throw failure("replace", newName)
    }
  }

  /// Removes a file; it is well if there is none.
  package func remove(_ name: String) throws {
    try steps.willTake(.remove(relative(name)))
    guard unlinkat(descriptor, name, 0) == 0 || errno == ENOENT else {
      throw failure("remove", name)
    }
  }

  /// Removes a directory that is empty.
  func removeDirectory(_ name: String) throws {
    try steps.willTake(.remove(relative(name)))
    guard unlinkat(descriptor, name, AT_REMOVEDIR) == 0 else { throw failure("remove", name) }
  }

  /// Waits until the names in this directory are on the disk.
  package func sync() throws {
    try steps.willTake(.syncDirectory(relativePath))
    guard fsync(descriptor) == 0 else { throw failure("sync", "") }
  }

  /// Waits until everything in the archive's file system is on the disk.
  package func syncFileSystem() throws {
    try steps.willTake(.syncFileSystem(relativePath))
    guard CDirectorySyncFileSystem(descriptor) == 0 else { throw failure("sync", "") }
  }
}

extension ArchiveFile {
  /// Waits until the file's bytes are on the disk.
  ///
  /// After a failure the file is lost: the system may have dropped what it could not write, and
  /// another call would succeed without it.
  package func sync() throws {
    try directory.steps.willTake(.syncFile(relativePath))
    guard fsync(descriptor) == 0 else { throw ArchiveError.system("sync", path) }
  }
}
