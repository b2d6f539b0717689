internal import Documents

/// JSON Lines, each object's members sorted by name: a header, a line a record, a trailer.
///
/// The trailer holds the SHA-256 of all lines before it, so that a manifest that was changed anywhere
/// is found out by itself.
extension BundleManifest {
  /// The longest line; a record that needs a longer one has no place in an archive.
  package static let maximumLine = 1 << 20
  /// The largest JSON of a record, which readers hold in memory; a document has at most 1 MiB.
  package static let maximumJSON = 64 << 20
  package static let maximumRecords = 1_000_000
  package static let maximumBytes = 1 << 30

  package func encoded() -> [UInt8] {
    var output = ByteBuffer(capacity: 1024 + records.count * 640)
    header.append(to: &output)
    output.append(newline)
    for record in records {
      record.append(to: &output)
      output.append(newline)
    }
    trailer.append(to: &output, lines: SHA256Digest(of: output.bytes))
    output.append(newline)
    return Array(output.bytes)
  }
}

extension BundleManifest.Header {
  func append(to output: inout ByteBuffer) {
    output.append(
      "{\"compression\":\"\(compression.rawValue)\",\"month\":\(group.month),\"owner\":")
    output.appendJSON(string: group.owner)
    output.append(",\"part\":\(part),\"profile\":")
    output.appendJSON(string: group.profile)
    output.append(",\"replaces\":[" + replaces.map(String.init).joined(separator: ","))
    output.append("],\"version\":\(BundleManifest.version),\"year\":\(group.year)}")
  }
}

extension BundleManifest.Record {
  /// Writes the record's line, without its ending.
  func append(to output: inout ByteBuffer) {
    output.append("{\"bytes\":\(photo.bytes),\"eventId\":")
    output.appendJSON(string: eventID)
    output.append(",\"format\":\"\(format.rawValue)\",\"instant\":\"")
    instant.append(to: &output)
    output.append("\",\"jsonBytes\":\(json.bytes),\"jsonOffset\":\(json.offset)")
    output.append(",\"jsonSha256\":\"\(json.digest)\",\"member\":")
    output.appendJSON(string: photoMember)
    output.append(",\"offset\":\(photo.offset),\"path\":")
    output.appendJSON(string: path)
    output.append(",\"photoSha256\":\"\(photo.digest)\",\"recordSha256\":\"\(digest)\"}")
  }
}

extension BundleManifest.Trailer {
  func append(to output: inout ByteBuffer, lines: SHA256Digest) {
    output.append("{\"linesSha256\":\"\(lines)\",\"photoBytes\":\(photoBytes)")
    output.append(
      ",\"records\":\(records),\"tarBytes\":\(tarBytes),\"tarSha256\":\"\(tarDigest)\"}")
  }
}

let newline = UInt8(ascii: "\n")
