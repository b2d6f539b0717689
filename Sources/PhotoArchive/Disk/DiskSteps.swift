/// What changes the disk, or waits for it.
///
/// Paths are from the archive's own directory; that itself is `.`.
package enum DiskStep: Hashable, Sendable {
  case makeDirectory(String)
  case createFile(String)
  case rename(String, to: String)
  case remove(String)
  case syncFile(String)
  case syncDirectory(String)
  case syncFileSystem(String)
}

/// Sees every step before it is taken: tests note their order, and make one fail or be the last.
package struct DiskSteps: Sendable {
  package let willTake: @Sendable (DiskStep) throws -> Void

  package init(_ willTake: @escaping @Sendable (DiskStep) throws -> Void) {
    self.willTake = willTake
  }

  /// Nobody looks.
  package static let unwatched = DiskSteps { _ in }
}
