enum TreeSource {
  static func read(_ path: String, into filler: BatchFiller) throws {
    throw TransferError.unreadable(path: path, reason: "the tree format is not read yet")
  }
}
internal import Documents
final class TreeWriter {
  init(_ sink: ByteSink) {}
  func append(path: UnsafeBufferPointer<UInt8>, data: UnsafeBufferPointer<UInt8>) throws {}
  func finish() throws {}
}
