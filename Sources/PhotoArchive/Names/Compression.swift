/// How a bundle's tar is packed.
package enum Compression: String, CaseIterable, Sendable {
  /// Photos are compressed already.
  case none, zstd
}
