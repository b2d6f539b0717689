internal import CArchive

/// The libarchive of this machine, which is not built with this program.
package enum TarLibrary {
  /// As in `3.6.2`.
  package static var version: String {
    let number = Int(archive_version_number())
    return "\(number / 1_000_000).\(number / 1000 % 1000).\(number % 1000)"
  }

  /// Whether it packs and unpacks Zstandard itself.
  package static var hasZstandard: Bool { archive_libzstd_version() != nil }
}
