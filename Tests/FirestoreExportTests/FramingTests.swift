import Documents
import FirestoreExport
import Testing

/// Logs that are well checksummed, and wrong.
@Suite struct FramingTests {
  @Test("A record may be spread over fragments, blocks and padding")
  func fragments() throws {
    let bytes = entity()
    let half = bytes.count / 2
    let parts = [Array(bytes[..<half]), Array(bytes[half...])]
    let zeros = [UInt8](repeating: 0, count: 32_768)
    let spread = fragment(2, []) + fragment(3, parts[0]) + fragment(3, []) + fragment(4, parts[1])
    let block = record(bytes) + zeros.dropFirst(record(bytes).count)
    for output in [spread, record(bytes) + zeros, block, block + zeros] {
      #expect(try paths(output) == ["c/d"])
    }
    #expect(try paths(block + zeros + record(bytes)) == ["c/d", "c/d"])
  }

  @Test(
    "Logs that no writer makes are refused",
    arguments: [
      ("no file of an export", [UInt8]("{}".utf8), 0, "JSON text"),
      ("an empty file", [], 0, "it is empty"),
      ("only a header's beginning", [1, 2, 3], 0, "ends in the middle of a record"),
      ("a middle without a beginning", fragment(3, entity()), 0, "beginning is missing"),
      ("an end without a beginning", fragment(4, entity()), 0, "beginning is missing"),
      ("a beginning without an end", fragment(2, entity()), 0, "ends in the middle of a record"),
      ("two beginnings", fragment(2, [1, 2]) + record(entity()), 0, "end is missing"),
      ("an unknown type", fragment(5, entity()), 0, "no fragment type 5"),
      ("type zero", fragment(0, entity()), 0, "no fragment type 0"),
      ("bytes after a record", record(entity()) + [9, 9], 40, "middle of a record"),
      ("a length beyond the file", Array(record(entity()).dropLast()), 0, "middle of a record"),
      ("a length beyond the block", [1, 2, 3, 4, 255, 255, 1], 0, "length of 65535 leads out"),
      (
        "bytes in padding", record(entity()) + [UInt8](repeating: 0, count: 99) + [1], 139,
        "padding"
      ),
    ])
  func damaged(what: String, output: [UInt8], offset: Int, reason: String) throws {
    let error = #expect(throws: ExportError.self, "\(what)") { try paths(output) }
    let description = "\(error.map { "\($0)" } ?? "")"
    #expect(description.contains("output-0\" is damaged at byte \(offset):"), "\(description)")
    #expect(description.contains(reason), "\(description)")
  }

  @Test("A record larger than any document is refused before it fills memory")
  func largeRecord() throws {
    let part = [UInt8](repeating: 7, count: 32_768 - 7)
    let output = fragment(2, part) + (0..<600).flatMap { _ in fragment(3, part) }
    var errors: [String] = []
    let last = fragment(4, part) + record(entity())
    #expect(try paths(output + last) { errors.append("\($0)") } == ["c/d"])
    #expect(errors.count == 1)
    #expect(errors.first?.contains("larger than 16777216 bytes") == true, "\(errors)")
  }

  @Test("Each damage is reported once, and what is whole is read")
  func goesOn() throws {
    let whole = record(entity())
    let output = whole + fragment(4, [1]) + fragment(3, [1]) + whole + fragment(2, [1]) + whole
    var errors = 0
    #expect(try paths(output) { _ in errors += 1 } == ["c/d", "c/d", "c/d"])
    #expect(errors == 2)
  }

  private func paths(
    _ output: [UInt8], onInvalid: ((ExportError) throws -> Void)? = nil
  ) throws -> [String] {
    let scratch = try Scratch()
    var paths: [String] = []
    try ExportReader(directory: try scratch.handmade(outputs: [output]))
      .forEachDocument(onInvalid: onInvalid) { paths.append($0.document.path) }
    return paths
  }
}
