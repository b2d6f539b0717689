internal import Glibc

/// An open directory of an archive: what is in it is reached through it, never by a path from the root.
///
/// So nobody who plants a symbolic link can lead a run elsewhere: no link is ever followed.
package final class ArchiveDirectory: Sendable {
  package enum Role: Sendable {
    /// No other user may be able to change anything in it.
    case archive
    /// What is made of an archive's contents goes there, as anywhere that its user names.
    case output
  }

  let descriptor: Int32
  /// The path as given, for messages.
  package let path: String
  /// The path from the archive's own directory, `.` for that itself.
  package let relativePath: String
  let role: Role
  let steps: DiskSteps

  private init(
    descriptor: Int32, path: String, relativePath: String, role: Role, steps: DiskSteps
  ) {
    (self.descriptor, self.path, self.relativePath) = (descriptor, path, relativePath)
    (self.role, self.steps) = (role, steps)
  }

  deinit { close(descriptor) }

  /// Opens the archive's own directory, or one for output.
  ///
  /// - Parameters:
  ///   - path: Where it is; of an archive no symbolic link.
  ///   - role: What it is for.
  ///   - isCreated: Whether it is made if there is nothing; its parent must be there.
  ///   - steps: Sees what is done to the disk.
  /// - Throws: ``ArchiveError``.
  /// - Returns: The directory, from which everything else in the archive is reached.
  package static func open(
    _ path: String, as role: Role = .archive, isCreated: Bool = false,
    steps: DiskSteps = .unwatched
  ) throws -> ArchiveDirectory {
    let path = withoutTrailingSlashes(path)
    if isCreated { try create(path, steps) }
    if role == .archive { try checkIsNoLink(path) }
    let noLinks = role == .archive ? O_NOFOLLOW : 0
    let descriptor = Glibc.open(path, O_RDONLY | O_DIRECTORY | noLinks | O_CLOEXEC)
    if descriptor < 0 {
      throw role == .output && errno == ENOENT
        ? ArchiveError.missingDirectory(path: path) : .system("open", path)
    }
    let directory = ArchiveDirectory(
      descriptor: descriptor, path: path, relativePath: ".", role: role, steps: steps)
    try directory.checkMode()
    return directory
  }

  /// Opens a directory in this one, or returns nil if there is none.
  package func directory(_ name: String) throws -> ArchiveDirectory? {
    let found = openat(descriptor, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    if found < 0 {
      if errno == ENOENT { return nil }
      throw failure("open", name)
    }
    let directory = ArchiveDirectory(
      descriptor: found, path: path(of: name), relativePath: relative(name), role: role,
      steps: steps)
    try directory.checkMode()
    return directory
  }

  /// Opens the directory that names lead to, one in the other, or returns nil if one is not there.
  package func directory(_ names: [String]) throws -> ArchiveDirectory? {
    var directory = self
    for name in names {
      guard let next = try directory.directory(name) else { return nil }
      directory = next
    }
    return directory
  }

  /// Opens a file for reading, or returns nil if there is none.
  package func file(_ name: String) throws -> ArchiveFile? {
    // Opening a pipe that somebody put there would wait for its other end.
    let found = openat(descriptor, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    if found < 0 {
      if errno == ENOENT { return nil }
      throw failure("open", name)
    }
    let file = ArchiveFile(descriptor: found, name: name, directory: self)
    guard try file.status().st_mode & S_IFMT == S_IFREG else {
      throw ArchiveError.notAFile(path: file.path)
    }
    return file
  }

  /// The names in the directory, sorted by their bytes; what is no UTF-8 in them is U+FFFD.
  package func names() throws -> [String] {
    let copy = openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard copy >= 0, let stream = fdopendir(copy) else { throw failure("list", "") }
    defer { closedir(stream) }
    var names: [String] = []
    errno = 0
    while let entry = readdir(stream) {
      let name = Self.name(of: entry)
      if name != ".", name != ".." { names.append(name) }
      errno = 0
    }
    if errno != 0 { throw failure("list", "") }
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// The names of the directories in this one, and of links, which opening refuses.
  package func directoryNames() throws -> [String] {
    try names().filter { name in
      var status = stat()
      guard fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { return false }
      return [S_IFDIR, S_IFLNK].contains(status.st_mode & S_IFMT)
    }
  }

  /// The bytes of a file, which is not opened; none if there is none.
  func size(of name: String) -> Int {
    var status = stat()
    guard fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { return 0 }
    return Int(status.st_size)
  }

  /// The number of the device that the directory is on.
  func device() throws -> UInt64 {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw failure("look at", "") }
    return UInt64(status.st_dev)
  }

  func path(of name: String) -> String { name.isEmpty ? path : path + "/" + name }

  func relative(_ name: String) -> String {
    relativePath == "." ? name : relativePath + "/" + name
  }

  func failure(_ operation: String, _ name: String) -> ArchiveError {
    // A link to a directory that is opened as one is told as no directory.
    if errno == ENOTDIR, isLink(name) { return .symbolicLink(path: path(of: name)) }
    return .system(operation, path(of: name))
  }

  private func isLink(_ name: String) -> Bool {
    var status = stat()
    defer { errno = ENOTDIR }
    return fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0
      && status.st_mode & S_IFMT == S_IFLNK
  }

  private func checkMode() throws {
    if role == .output { return }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw ArchiveError.system("look at", path) }
    if status.st_mode & (S_IWGRP | S_IWOTH) != 0 {
      throw ArchiveError.writableByOthers(path: path)
    }
  }

  private static func create(_ path: String, _ steps: DiskSteps) throws {
    try steps.willTake(.makeDirectory("."))
    guard mkdir(path, 0o700) == 0 else {
      if errno == EEXIST { return }
      throw errno == ENOENT
        ? ArchiveError.missingDirectory(path: path) : .system("create", path)
    }
    try steps.willTake(.syncDirectory(".."))
    let parent = Glibc.open(path + "/..", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    defer { close(parent) }
    guard parent >= 0, fsync(parent) == 0 else { throw ArchiveError.system("sync", path + "/..") }
  }

  private static func checkIsNoLink(_ path: String) throws {
    var status = stat()
    guard lstat(path, &status) == 0 else { throw ArchiveError.system("open", path) }
    if status.st_mode & S_IFMT == S_IFLNK { throw ArchiveError.symbolicLink(path: path) }
  }

  private static func withoutTrailingSlashes(_ path: String) -> String {
    var path = path
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    return path
  }

  private static func name(of entry: UnsafeMutablePointer<dirent>) -> String {
    withUnsafePointer(to: &entry.pointee.d_name) { name in
      name.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: name.pointee)) {
        String(cString: $0)
      }
    }
  }
}
