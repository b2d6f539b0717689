import Foundation
import StoreTesting

/// A file as the system shows it, and what of it is certainly on the disk.
struct DiskFile {
  private enum Change {
    case write(at: Int, Data)
    case truncate(Int)
  }

  private(set) var shown: Data
  private(set) var certain: Data
  private var changes: [Change] = []

  init(_ bytes: Data = Data()) { (shown, certain) = (bytes, bytes) }

  mutating func write(_ bytes: Data, at offset: Int?) {
    make(.write(at: offset ?? shown.count, bytes))
  }

  mutating func truncate(to size: Int) { make(.truncate(size)) }

  mutating func sync() { (certain, changes) = (shown, []) }

  /// The size that is shown, with zeros where it is not certain what is there.
  var zeroed: Data {
    var bytes = certain
    Self.resize(&bytes, to: shown.count)
    return bytes
  }

  /// Some of what is not certain, some of it in part.
  func some(_ random: inout SplitMix64) -> Data {
    var bytes = certain
    for change in changes where Bool.random(using: &random) {
      if case .write(let offset, let data) = change, Int.random(in: 0..<4, using: &random) == 0 {
        Self.apply(.write(at: offset, data.prefix(data.count / 2)), to: &bytes)
      } else {
        Self.apply(change, to: &bytes)
      }
    }
    return bytes
  }

  private mutating func make(_ change: Change) {
    Self.apply(change, to: &shown)
    changes.append(change)
  }

  private static func apply(_ change: Change, to bytes: inout Data) {
    switch change {
    case .truncate(let size): resize(&bytes, to: size)
    case .write(let offset, let data):
      if bytes.count < offset + data.count { resize(&bytes, to: offset + data.count) }
      bytes.replaceSubrange(offset..<(offset + data.count), with: data)
    }
  }

  private static func resize(_ bytes: inout Data, to size: Int) {
    if bytes.count > size { bytes = Data(bytes.prefix(size)) }
    bytes.append(Data(count: size - bytes.count))
  }
}
