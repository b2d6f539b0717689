internal import CRename
internal import DocumentStore
internal import Documents
internal import FirestoreExport
internal import Foundation
internal import Glibc

/// Where bytes go, gathered into large writes.
final class ByteSink {
  private let descriptor: Int32
  private let path: String
  private var buffer = ByteBuffer(capacity: 1 << 20)

  init(descriptor: Int32, path: String) { (self.descriptor, self.path) = (descriptor, path) }

  func write(_ bytes: UnsafeBufferPointer<UInt8>) throws {
    buffer.append(bytes)
    if buffer.count > 1 << 19 { try flush() }
  }

  func flush() throws {
    var rest = buffer.bytes
    while let start = rest.baseAddress, !rest.isEmpty {
      let written = Glibc.write(descriptor, start, rest.count)
      if written < 0, errno == EINTR { continue }
      if written < 0 {
        let name = path == "-" ? "standard output" : path
        throw TransferError.unwritable(path: name, reason: systemError())
      }
      rest = rest.slice(written..<rest.count)
    }
    buffer.truncate(to: 0)
  }
}

/// A file that takes its place when it is whole.
struct SwappedFile {
  private let path: String

  /// Prepares a file; `-` is standard output, which takes bytes as they come.
  ///
  /// Of a symbolic link, what it leads to is replaced.
  init(_ path: String) {
    let isLink = (try? FileManager.default.destinationOfSymbolicLink(atPath: path)) != nil
    self.path = isLink ? URL(fileURLWithPath: path).resolvingSymlinksInPath().path : path
  }

  func write<Result>(_ body: (ByteSink) throws -> Result) throws -> Result {
    if path == "-" { return try write(to: STDOUT_FILENO, body) }
    if try !isReplaceable() { return try stream(body) }
    let temporary = path + ".exporting"
    unlink(temporary)
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else {
      throw TransferError.unwritable(path: path, reason: systemError())
    }
    do {
      defer { close(descriptor) }
      let result = try write(to: descriptor, body)
      try DurableFile.sync(temporary)
      guard rename(temporary, path) == 0 else {
        throw TransferError.unwritable(path: path, reason: systemError())
      }
      try DurableFile.syncDirectory(of: path)
      return result
    } catch {
      unlink(temporary)
      throw error
    }
  }

  /// Whether there is nothing yet, or a file; a device or a pipe takes bytes as they come.
  private func isReplaceable() throws -> Bool {
    var status = stat()
    if stat(path, &status) != 0 { return true }
    if status.st_mode & S_IFMT == S_IFDIR {
      throw TransferError.unwritable(path: path, reason: "there is a directory of that name")
    }
    return status.st_mode & S_IFMT == S_IFREG
  }

  private func stream<Result>(_ body: (ByteSink) throws -> Result) throws -> Result {
    let descriptor = open(path, O_WRONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw TransferError.unwritable(path: path, reason: systemError())
    }
    defer { close(descriptor) }
    return try write(to: descriptor, body)
  }

  private func write<Result>(
    to descriptor: Int32, _ body: (ByteSink) throws -> Result
  ) throws -> Result {
    let sink = ByteSink(descriptor: descriptor, path: path)
    let result = try body(sink)
    try sink.flush()
    return result
  }
}

/// A directory of an export that takes its place when it is whole.
struct SwappedDirectory {
  private let path: String

  init(_ path: String) { self.path = path.hasSuffix("/") ? String(path.dropLast()) : path }

  /// Has `body` fill a directory that does not exist yet, and sync what it makes.
  func write<Result>(_ body: (String) throws -> Result) throws -> Result {
    let exists = try check()
    let temporary = path + ".exporting"
    try? FileManager.default.removeItem(atPath: temporary)
    do {
      let result = try body(temporary)
      try exists ? exchange(temporary) : move(temporary)
      try DurableFile.syncDirectory(of: path)
      if exists { try FileManager.default.removeItem(atPath: temporary) }
      return result
    } catch {
      try? FileManager.default.removeItem(atPath: temporary)
      throw error
    }
  }

  /// Whether there is an export to take the place of; anything else is not to be replaced.
  private func check() throws -> Bool {
    var isDirectory: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) else {
      return false
    }
    let isEmpty = (try? FileManager.default.contentsOfDirectory(atPath: path).isEmpty) ?? false
    guard isDirectory.boolValue, isEmpty || ExportReader.recognises(directory: path) else {
      throw TransferError.unwritable(
        path: path, reason: "there is something that is not an export; name another destination")
    }
    return true
  }

  private func move(_ temporary: String) throws {
    guard rename(temporary, path) == 0 else {
      throw TransferError.unwritable(path: path, reason: systemError())
    }
  }

  /// Puts the new directory where the old one is in one step; the old one gets the temporary name.
  private func exchange(_ temporary: String) throws {
    guard CRenameExchange(temporary, path) == 0 else {
      throw TransferError.unwritable(path: path, reason: systemError())
    }
  }
}
