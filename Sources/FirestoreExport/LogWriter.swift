/// A file of records, framed as ``LogReader`` reads them.
final class LogWriter {
  private let file: Descriptor
  private let checksums: CRC32C
  private var buffer: [UInt8] = []
  /// How many bytes the file will have when the buffer is written.
  private(set) var size = 0

  /// - Throws: ``ExportError/system(operation:path:errno:)``, if the file exists, too.
  init(creating path: String, checksums: CRC32C = CRC32C()) throws(ExportError) {
    file = try Descriptor(creating: path)
    self.checksums = checksums
    buffer.reserveCapacity(Self.bufferSize + 2 * LogFormat.blockSize)
  }

  func append(_ record: [UInt8]) throws(ExportError) {
    try record.span.withUnsafeBytes { bytes throws(ExportError) in try append(bytes) }
  }

  private func append(_ record: UnsafeRawBufferPointer) throws(ExportError) {
    var rest = record[...]
    var begins = true
    repeat {
      padTrailer()
      let space = LogFormat.blockSize - size % LogFormat.blockSize - LogFormat.headerSize
      let part = rest.prefix(space)
      rest = rest.dropFirst(part.count)
      // A block with room for a header only gets the beginning of the record, with no bytes.
      let type = fragmentType(begins: begins, ends: rest.isEmpty)
      append(type, UnsafeRawBufferPointer(rebasing: part))
      begins = false
      if buffer.count >= Self.bufferSize { try flush() }
    } while !rest.isEmpty
  }

  /// Writes what is buffered, and waits until it is on the disk.
  func finish() throws(ExportError) {
    try flush()
    try file.sync()
  }

  private func fragmentType(begins: Bool, ends: Bool) -> LogFormat.Fragment {
    switch (begins, ends) {
    case (true, true): .full
    case (true, false): .first
    case (false, false): .middle
    case (false, true): .last
    }
  }

  private func append(_ type: LogFormat.Fragment, _ payload: UnsafeRawBufferPointer) {
    let checksum = checksums.masked(type: type.rawValue, payload: payload)
    withUnsafeBytes(of: checksum.littleEndian) { buffer.append(contentsOf: $0) }
    withUnsafeBytes(of: UInt16(payload.count).littleEndian) { buffer.append(contentsOf: $0) }
    buffer.append(type.rawValue)
    buffer.append(contentsOf: payload)
    size += LogFormat.headerSize + payload.count
  }

  /// Fills a block's end that is too small for a header.
  private func padTrailer() {
    let rest = LogFormat.blockSize - size % LogFormat.blockSize
    if rest >= LogFormat.headerSize { return }
    buffer.append(contentsOf: repeatElement(0, count: rest))
    size += rest
  }

  private func flush() throws(ExportError) {
    try file.write(buffer)
    buffer.removeAll(keepingCapacity: true)
  }

  private static let bufferSize = 256 * 1024
}
