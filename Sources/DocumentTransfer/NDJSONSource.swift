internal import Documents

/// Reads a file of one document a line.
enum NDJSONSource {
  static func read(_ path: String, into filler: BatchFiller) throws {
    let lines = try LineReader(path: path)
    while true {
      do {
        guard let line = try lines.next() else { break }
        if line.allSatisfy(isSpace) { continue }
        try filler.add(place: "line \(lines.number)", text: line.text) {
          reader, batch throws(DocumentFault) in
          try reader.read(line: line, origin: Int64(lines.number), into: batch)
        }
        filler.note(fraction: lines.fraction)
      } catch let fault as DocumentFault {
        try filler.reject(place: "line \(lines.number)", reason: fault.description, text: "")
      }
    }
    filler.flush()
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
}
