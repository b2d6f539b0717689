package import Documents
internal import Glibc

/// A local copy of the bucket that photos were uploaded to, as `gsutil rsync` makes it.
///
/// It is only read. An object's name becomes a path below the directory, component by component, and no
/// symbolic link is followed: a URL, which is hostile, cannot lead out of it.
package final class PhotoMirror: Sendable {
  private let descriptor: Int32
  private let path: String

  /// Opens the directory.
  package init(_ path: String) throws {
    descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    if descriptor < 0 { throw MirrorError.unusable(path: path, errno: errno) }
    self.path = path
  }

  deinit { close(descriptor) }

  /// Opens the file that a URL names, or returns nil if there is none.
  package func file(_ url: String) throws -> MirrorFile? {
    guard let components = ObjectName.components(of: url) else { return nil }
    var directory = descriptor
    defer { if directory != descriptor { close(directory) } }
    for component in components.dropLast() {
      let next = openat(directory, component, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
      if directory != descriptor { close(directory) }
      directory = descriptor
      if next < 0 { return try refusing(url) }
      directory = next
    }
    guard let name = components.last else { return nil }
    // Opening a pipe would wait for its other end.
    let found = openat(directory, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    return found < 0 ? try refusing(url) : try MirrorFile(descriptor: found)
  }

  /// A file that is not there is a finding; a disk that fails is an error.
  private func refusing(_ url: String) throws -> MirrorFile? {
    switch errno {
    case ENOENT, ENOTDIR, ELOOP, EACCES, ENAMETOOLONG, ENXIO: return nil
    default: throw MirrorError.unusable(path: path, errno: errno)
    }
  }
}

/// Why a mirror cannot be read.
package enum MirrorError: Error, CustomStringConvertible {
  case unusable(path: String, errno: Int32)
  case changed

  package var description: String {
    switch self {
    case .unusable(let path, let code):
      "the mirror \(path) cannot be read (\(String(cString: strerror(code)))); check --mirror"
    case .changed:
      "a file of the mirror changed while it was read; run the command again when nothing writes to it"
    }
  }
}

/// A photo's file in a mirror.
package final class MirrorFile {
  private let descriptor: Int32
  package let size: Int

  fileprivate init?(descriptor: Int32) throws {
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      return nil
    }
    (self.descriptor, size) = (descriptor, Int(status.st_size))
  }

  deinit { close(descriptor) }

  /// Reads the file from its beginning, in pieces of at most 1 MiB.
  ///
  /// - Throws: ``MirrorError/changed`` if it is not as long as it was when it was opened.
  package func forEachPiece(_ body: (UnsafeBufferPointer<UInt8>) throws -> Void) throws {
    try withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 1 << 20) { piece in
      var offset = 0
      while true {
        let count = pread(descriptor, piece.baseAddress, piece.count, off_t(offset))
        if count < 0, errno == EINTR { continue }
        if count < 0 { throw MirrorError.unusable(path: "file", errno: errno) }
        if count == 0 { break }
        try body(UnsafeBufferPointer(rebasing: piece[..<count]))
        offset += count
        if offset > size { throw MirrorError.changed }
      }
      if offset != size { throw MirrorError.changed }
    }
  }

  /// What the file is, and its SHA-256; nil if it is no photo.
  package func photo() throws -> (format: PhotoFormat, digest: SHA256Digest)? {
    var format: PhotoFormat?
    var isFirst = true
    var hasher = SHA256Hasher()
    try forEachPiece { piece in
      if isFirst { format = PhotoFormat(beginning: piece) }
      isFirst = false
      hasher.update(piece)
    }
    return format.map { ($0, hasher.finalize()) }
  }
}

/// The names of objects in a storage bucket, as URLs have them.
enum ObjectName {
  /// The components of the path below the bucket; nil if it is no URL of an object, or one whose name
  /// cannot be a file's.
  ///
  /// URLs are `gs://bucket/path`, where every character is the name's own, or with percent
  ///   encoding `https://firebasestorage.googleapis.com/v0/b/{bucket}/o/{path}?…` or
  ///   `https://storage.googleapis.com/{bucket}/{path}`.
  static func components(of url: String) -> [String]? {
    let bytes = Array(url.utf8)
    if let rest = bytes[...].after("gs://") {
      return components(of: rest.afterSegment())
    }
    var rest = bytes.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
    if let inBucket = rest.after("https://firebasestorage.googleapis.com/v0/b/") {
      guard let object = inBucket.afterSegment()?.after("o/") else { return nil }
      rest = object
    } else if let inStorage = rest.after("https://storage.googleapis.com/") {
      guard let object = inStorage.afterSegment() else { return nil }
      rest = object
    } else {
      return nil
    }
    return components(of: decoded(rest)?[...])
  }

  private static func components(of name: ArraySlice<UInt8>?) -> [String]? {
    guard let name, !name.contains(0) else { return nil }
    let parts = name.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    let isSafe = parts.allSatisfy {
      !$0.isEmpty && !$0.elementsEqual(".".utf8) && !$0.elementsEqual("..".utf8)
    }
    guard isSafe, !parts.isEmpty else { return nil }
    let texts = parts.map { String(decoding: $0, as: UTF8.self) }
    // A name that is no UTF-8 would be another one as text.
    return zip(texts, parts).allSatisfy { $0.utf8.elementsEqual($1) } ? texts : nil
  }

  private static func decoded(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    var (bytes, rest) = ([UInt8](), text)
    while let byte = rest.popFirst() {
      if byte != UInt8(ascii: "%") {
        bytes.append(byte)
        continue
      }
      guard let high = rest.popFirst().flatMap(digit), let low = rest.popFirst().flatMap(digit)
      else { return nil }
      bytes.append(high << 4 | low)
    }
    return bytes
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    Character(Unicode.Scalar(byte)).hexDigitValue.map(UInt8.init)
  }
}

extension ArraySlice<UInt8> {
  /// What comes after a beginning, or nil if it is not there.
  fileprivate func after(_ beginning: String) -> ArraySlice<UInt8>? {
    starts(with: beginning.utf8) ? dropFirst(beginning.utf8.count) : nil
  }

  /// What comes after the first segment and its slash, or nil if there is none.
  fileprivate func afterSegment() -> ArraySlice<UInt8>? {
    firstIndex(of: UInt8(ascii: "/")).map { self[($0 + 1)...] }
  }
}
