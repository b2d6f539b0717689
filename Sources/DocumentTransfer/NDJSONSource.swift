internal import Documents

/// Reads a file of one document a line.
enum NDJSONSource {
  static func read(_ path: String, into filler: BatchFiller) throws {
    let lines = try LineReader(path: path)
    var isEmpty = true
    while true {
      do {
        guard let line = try lines.next() else { break }
        if line.allSatisfy(isSpace) { continue }
        isEmpty = false
        filler.note(fraction: lines.fraction)
        try filler.add(place: "line \(lines.number)", text: line.text) {
          reader, batch throws(DocumentFault) in
          try reader.read(line: line, origin: Int64(lines.number), into: batch)
        }
      } catch let fault as DocumentFault {
        isEmpty = false
        try filler.reject(place: "line \(lines.number)", reason: fault.description, text: "")
      }
    }
    if isEmpty {
      // A program that was to write the lines has failed.
      throw TransferError.unrecognised(
        path: path == "-" ? "standard input" : path, found: "empty")
    }
    filler.flush()
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
}
