import Foundation
import StoreTesting

/// File systems as the system shows them, and what of them is certainly on the disk: what was synced.
///
/// It is harsher than any file system of Linux: a file's bytes, its name, and the names beside it
/// survive each for itself, in no order. A rename is done or not, nothing between.
struct DiskModel {
  private enum Node: Equatable {
    case directory
    case file(Int)
  }

  private enum NameChange {
    case add(String, Node)
    case move(String, to: String, Node)
    case remove(String)

    var directory: String {
      switch self {
      case .add(let path, _), .move(let path, _, _), .remove(let path): parent(of: path)
      }
    }
  }

  /// One file system.
  private struct Disk {
    var shown: [String: Node] = [:]
    var certain: [String: Node] = [:]
    var changes: [NameChange] = []
  }

  private var disks: [String: Disk] = [:]
  private var files: [DiskFile] = []

  /// A file system at each of some directories, with what is there now, all of it certain.
  init(at root: String, disks names: [String]) throws {
    for name in names {
      var disk = Disk()
      for (path, entry) in try ArchiveTree("\(root)/\(name)").entries where !path.hasSuffix("-shm")
      {
        disk.shown["\(name)/\(path)"] = entry.bytes.map { add(DiskFile($0)) } ?? .directory
      }
      disk.certain = disk.shown
      disks[name] = disk
    }
  }

  mutating func apply(_ operation: DiskOperation) {
    switch operation {
    case .makeDirectory(let path): change(path, .add(path, .directory))
    case .create(let path):
      if node(path) == nil { change(path, .add(path, add(DiskFile()))) }
    case .rename(let old, let new):
      if let node = node(old) { change(old, .move(old, to: new, node)) }
    case .remove(let path): change(path, .remove(path))
    case .write(let path, let offset, let bytes):
      if let file = file(path) { files[file].write(bytes, at: offset) }
    case .truncate(let path, let size):
      if let file = file(path) { files[file].truncate(to: size) }
    case .sync(let path): sync(path)
    case .syncFileSystem(let path): syncFileSystem(Self.disk(path))
    case .read, .forget, .say: break
    }
  }

  /// What a power cut can leave.
  func image(_ fates: [String: DiskFate]) -> DiskImage {
    var image = DiskImage()
    for (name, disk) in disks {
      let fate = fates[name] ?? .certain
      var random = fate.random
      for (path, node) in names(disk, fate, &random).sorted(by: { $0.key < $1.key }) {
        switch node {
        case .directory: image.add(path, nil)
        case .file(let file): image.add(path, bytes(files[file], fate, &random))
        }
      }
    }
    return image
  }

  private func names(
    _ disk: Disk, _ fate: DiskFate, _ random: inout SplitMix64
  ) -> [String: Node] {
    switch fate {
    case .certain: return disk.certain
    case .names, .sizes, .shown: return disk.shown
    case .some:
      var names = disk.certain
      for change in disk.changes where Bool.random(using: &random) {
        Self.apply(change, to: &names)
      }
      return names
    }
  }

  private func bytes(_ file: DiskFile, _ fate: DiskFate, _ random: inout SplitMix64) -> Data {
    switch fate {
    case .certain, .names: file.certain
    case .sizes: file.zeroed
    case .shown: file.shown
    case .some: file.some(&random)
    }
  }

  private mutating func sync(_ path: String) {
    if let file = file(path) {
      files[file].sync()
      return
    }
    let name = Self.disk(path)
    guard var disk = disks[name] else { return }
    for change in disk.changes where change.directory == path {
      Self.apply(change, to: &disk.certain)
    }
    disk.changes.removeAll { $0.directory == path }
    disks[name] = disk
  }

  private mutating func syncFileSystem(_ name: String) {
    guard var disk = disks[name] else { return }
    (disk.certain, disk.changes) = (disk.shown, [])
    disks[name] = disk
    for case .file(let file) in disk.shown.values { files[file].sync() }
  }

  private mutating func change(_ path: String, _ change: NameChange) {
    let name = Self.disk(path)
    guard var disk = disks[name] else { return }
    Self.apply(change, to: &disk.shown)
    disk.changes.append(change)
    disks[name] = disk
  }

  private static func apply(_ change: NameChange, to names: inout [String: Node]) {
    switch change {
    case .add(let path, let node): names[path] = node
    case .remove(let path): names[path] = nil
    case .move(let old, let new, let node):
      if names[old] == node { names[old] = nil }
      names[new] = node
    }
  }

  private mutating func add(_ file: DiskFile) -> Node {
    files.append(file)
    return .file(files.count - 1)
  }

  private func node(_ path: String) -> Node? { disks[Self.disk(path)]?.shown[path] }

  private func file(_ path: String) -> Int? {
    if case .file(let file) = node(path) { file } else { nil }
  }

  private static func disk(_ path: String) -> String { String(path.prefix { $0 != "/" }) }
}

/// What becomes at a power cut of what is not certain.
enum DiskFate: CustomStringConvertible {
  /// It is lost.
  case certain
  /// Names survive, and bytes do not.
  case names
  /// Names and sizes survive; what was not synced reads as zeros.
  case sizes
  /// All of it survives.
  case shown
  /// Some of it does.
  case some(UInt64)

  fileprivate var random: SplitMix64 {
    if case .some(let seed) = self { SplitMix64(seed: seed) } else { SplitMix64(seed: 0) }
  }

  var description: String {
    switch self {
    case .certain: "what was synced"
    case .names: "names without bytes"
    case .sizes: "names and sizes"
    case .shown: "all"
    case .some(let seed): "some (\(seed))"
    }
  }
}

/// What is on disks.
struct DiskImage {
  /// By path; nil is a directory.
  private(set) var entries: [(path: String, bytes: Data?)] = []
  private var directories = Set<String>()

  /// Adds an entry; in the order of paths, so that a directory is there before what is in it.
  fileprivate mutating func add(_ path: String, _ bytes: Data?) {
    let parent = parent(of: path)
    guard !parent.contains("/") || directories.contains(parent) else { return }
    if bytes == nil { directories.insert(path) }
    entries.append((path, bytes))
  }
}

private func parent(of path: String) -> String {
  String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
}
