internal import Documents
internal import Glibc

/// Reads a manifest from anyone: only bytes that this program would have written are one.
///
/// Every line is written again from what was read of it, and compared; so there is one manifest for one
/// meaning, and nothing in it that was passed over.
struct ManifestDecoder: ~Copyable {
  private let file: String
  private var rest: UnsafeBufferPointer<UInt8>
  private let parser = JSONParser()
  private var line = 0
  private var hasher = SHA256Hasher()
  private var again = ByteBuffer()

  /// - Parameters:
  ///   - bytes: The whole file; it stays where it is while this reads.
  ///   - file: Its path, for messages.
  init(_ bytes: UnsafeBufferPointer<UInt8>, file: String) {
    (rest, self.file) = (bytes, file)
  }

  mutating func manifest() throws(ArchiveError) -> BundleManifest {
    let header = try header()
    var records: [BundleManifest.Record] = []
    var photoBytes = 0
    while true {
      let text = try nextLine()
      let fields = try fields(of: text)
      if fields.has("linesSha256") {
        let trailer = try trailer(fields, text)
        try check(trailer, records.count, photoBytes)
        return BundleManifest(header: header, records: records, trailer: trailer)
      }
      let record = try record(fields, text)
      try check(record, after: records.last, header, sum: photoBytes)
      photoBytes += record.photo.bytes
      records.append(record)
      if records.count > BundleManifest.maximumRecords { throw fault("there are too many records") }
    }
  }

  mutating func header() throws(ArchiveError) -> BundleManifest.Header {
    let text = try nextLine()
    let fields = try fields(of: text)
    guard fields.integer("version") == BundleManifest.version else {
      throw fault("it is no manifest of format \(BundleManifest.version)")
    }
    guard let header = BundleManifest.Header(fields) else { throw fault("it is no header") }
    again.truncate(to: 0)
    header.append(to: &again)
    try compare(text)
    return header
  }

  private mutating func record(
    _ fields: ManifestFields, _ text: UnsafeBufferPointer<UInt8>
  ) throws(ArchiveError) -> BundleManifest.Record {
    guard let record = BundleManifest.Record(fields) else { throw fault("it is no record") }
    again.truncate(to: 0)
    record.append(to: &again)
    try compare(text)
    return record
  }

  private mutating func trailer(
    _ fields: ManifestFields, _ text: UnsafeBufferPointer<UInt8>
  ) throws(ArchiveError) -> BundleManifest.Trailer {
    guard let trailer = BundleManifest.Trailer(fields) else { throw fault("it is no trailer") }
    let lines = hasher.finalize()
    guard fields.digest("linesSha256") == lines else {
      throw fault("the lines before are not those that were written")
    }
    again.truncate(to: 0)
    trailer.append(to: &again, lines: lines)
    try compare(text)
    return trailer
  }

  private func check(
    _ record: BundleManifest.Record, after last: BundleManifest.Record?,
    _ header: BundleManifest.Header, sum: Int
  ) throws(ArchiveError) {
    let prefix = header.group.memberPrefix
    guard record.stem.hasPrefix(prefix), !record.stem.dropFirst(prefix.count).contains("/"),
      ArchiveName.isName(record.stem.dropFirst(prefix.count))
    else { throw fault("the member is not in the bundle's directory") }
    if let last, !BundleManifest.precedes(last.stem, record.stem) {
      throw fault("the records are not in order")
    }
    // The sum of a million sizes below 2^40 has room in 64 bits.
    let sizes = [record.photo.bytes, record.photo.offset, record.json.bytes, record.json.offset]
    guard sizes.allSatisfy({ (0..<(1 << 40)).contains($0) }),
      record.json.bytes <= BundleManifest.maximumJSON
    else {
      throw fault("a size is out of range")
    }
  }

  private func check(
    _ trailer: BundleManifest.Trailer, _ records: Int, _ photoBytes: Int
  ) throws(ArchiveError) {
    guard trailer.records == records, trailer.photoBytes == photoBytes, trailer.tarBytes >= 0 else {
      throw fault("the counts do not agree with the records")
    }
    if !rest.isEmpty { throw fault("something follows it") }
  }

  private mutating func nextLine() throws(ArchiveError) -> UnsafeBufferPointer<UInt8> {
    line += 1
    let window = min(rest.count, BundleManifest.maximumLine + 1)
    guard let start = rest.baseAddress, let found = memchr(start, Int32(newline), window) else {
      throw fault(
        rest.count > BundleManifest.maximumLine ? "it is too long" : "the file is cut off")
    }
    let length = UnsafeRawPointer(found) - UnsafeRawPointer(start)
    let text = rest.slice(0..<length)
    rest = rest.slice((length + 1)..<rest.count)
    return text
  }

  private func fields(
    of text: UnsafeBufferPointer<UInt8>
  ) throws(ArchiveError) -> ManifestFields {
    do {
      return ManifestFields(try DocumentReader.fields(of: text, parser: parser))
    } catch {
      throw fault("it is not a JSON object")
    }
  }

  /// Compares a line with what would have been written of it, and takes it for the trailer's hash.
  private mutating func compare(_ text: UnsafeBufferPointer<UInt8>) throws(ArchiveError) {
    guard again.bytes.equals(text) else { throw fault("it is not as it was written") }
    again.append(newline)
    hasher.update(again.bytes)
  }

  private func fault(_ reason: String) -> ArchiveError {
    .badManifest(path: file, line: line, reason: reason)
  }
}
