/// The fragments of a file's blocks, each checked against its checksum.
final class BlockReader {
  struct Fragment {
    let type: LogFormat.Fragment
    /// Where in the file the fragment's header is.
    let offset: Int
    /// Valid until the next fragment is read.
    let payload: UnsafeRawBufferPointer
  }

  var path: String { file.path }
  private let file: Descriptor
  private let checksums: CRC32C
  /// A number of whole blocks, so that no fragment crosses its end.
  private let buffer = UnsafeMutableRawBufferPointer.allocate(
    byteCount: 8 * LogFormat.blockSize, alignment: 8)
  /// How many of the buffer's bytes the file has filled.
  private var filled = 0
  /// How many of them are used up.
  private var position = 0
  /// Where in the file the buffer's first byte is.
  private var base = 0

  init(path: String, checksums: CRC32C) throws(ExportError) {
    file = try Descriptor(reading: path)
    self.checksums = checksums
  }

  deinit { buffer.deallocate() }

  /// The next fragment, or nil at the end of the file.
  ///
  /// - Throws: ``ExportError/damaged(file:offset:_:)``; the next call goes on in the next block,
  ///   since a header that lies about its length hides where the others of its block are.
  func next() throws(ExportError) -> Fragment? {
    guard try findHeader() else { return nil }
    let header = position
    let offset = base + header
    let length = Int(buffer.loadUnaligned(fromByteOffset: header + 4, as: UInt16.self).littleEndian)
    let payload = header + LogFormat.headerSize
    let (blockEnd, end) = (blockEnd, payload + length)
    position = min(blockEnd, filled)
    if end > blockEnd { throw damage(at: offset, .length(length)) }
    if end > filled { throw damage(at: offset, .truncated) }
    position = end
    let bytes = UnsafeRawBufferPointer(rebasing: buffer[payload..<end])
    return Fragment(type: try type(at: header, payload: bytes), offset: offset, payload: bytes)
  }

  /// Makes the fragment that was just read the next one again.
  func putBack(_ fragment: Fragment) {
    position = fragment.offset - base
  }

  /// The type of an intact fragment.
  private func type(
    at header: Int, payload: UnsafeRawBufferPointer
  ) throws(ExportError) -> LogFormat.Fragment {
    let stored = buffer.loadUnaligned(fromByteOffset: header, as: UInt32.self).littleEndian
    let type = buffer[header + 6]
    let offset = base + header
    if checksums.masked(type: type, payload: payload) != stored {
      skipBlock(of: header)
      throw damage(at: offset, .checksum)
    }
    guard let type = LogFormat.Fragment(rawValue: type) else {
      skipBlock(of: header)
      throw damage(at: offset, .unknownFragment(type: type))
    }
    return type
  }

  /// Moves over padding to the next header, and says whether there is one.
  private func findHeader() throws(ExportError) -> Bool {
    while true {
      if position == filled, try !fill() { return false }
      let available = min(blockEnd, filled) - position
      let start = buffer[position..<position + min(available, LogFormat.headerSize)]
      if start.count == LogFormat.headerSize, start.contains(where: { $0 != 0 }) { return true }
      try skipPadding()
    }
  }

  /// Moves to the next block, which only zeros may separate from here.
  private func skipPadding() throws(ExportError) {
    let isTrailer = blockEnd - position < LogFormat.headerSize
    let padding = buffer[position..<min(blockEnd, filled)]
    let offset = base + position
    skipBlock(of: position)
    if let stray = padding.firstIndex(where: { $0 != 0 }) {
      // A header cut short by the end of the file looks like padding that isn't zero.
      let isCut = !isTrailer && padding.count < LogFormat.headerSize
      throw isCut ? damage(at: offset, .truncated) : damage(at: base + stray, .padding)
    }
  }

  private func skipBlock(of place: Int) {
    position = min(filled, place / LogFormat.blockSize * LogFormat.blockSize + LogFormat.blockSize)
  }

  /// The end of the block that is being read, counted from the buffer's start.
  private var blockEnd: Int {
    position / LogFormat.blockSize * LogFormat.blockSize + LogFormat.blockSize
  }

  /// Replaces the buffer's contents, which are used up, and says whether there was anything left.
  private func fill() throws(ExportError) -> Bool {
    base += filled
    position = 0
    filled = 0
    filled = try file.read(into: buffer)
    return filled > 0
  }

  private func damage(at offset: Int, _ damage: Damage) -> ExportError {
    .damaged(file: path, offset: offset, damage)
  }
}
