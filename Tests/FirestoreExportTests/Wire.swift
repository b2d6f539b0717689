// The format's bytes, made by hand: tests of the reader must not lean on the writer.

/// A fragment of a log, with its checksum worked out a bit at a time.
func fragment(_ type: UInt8, _ payload: [UInt8]) -> [UInt8] {
  var crc: UInt32 = ~0
  for byte in [type] + payload {
    crc ^= UInt32(byte)
    for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0x82f6_3b78 : crc >> 1 }
  }
  let masked = (~crc >> 15 | ~crc << 17) &+ 0xa282_ead8
  let checksum = (0..<4).map { UInt8(truncatingIfNeeded: masked >> ($0 * 8)) }
  return checksum + [UInt8(payload.count & 0xff), UInt8(payload.count >> 8), type] + payload
}

/// A record that fits in its block.
func record(_ payload: [UInt8]) -> [UInt8] { fragment(1, payload) }

/// A record of any size, for a place in a file that is far from its block's end.
func log(_ payload: [UInt8], at offset: Int = 0) -> [UInt8] {
  var (log, rest, space) = ([UInt8](), payload[...], 32_768 - 7 - offset)
  if rest.count <= space { return record(payload) }
  while !rest.isEmpty {
    let type: UInt8 = log.isEmpty ? 2 : rest.count <= space ? 4 : 3
    log += fragment(type, Array(rest.prefix(space)))
    rest = rest.dropFirst(space)
    space = 32_768 - 7
  }
  return log
}

func varint(_ number: UInt64) -> [UInt8] {
  number < 128 ? [UInt8(number)] : [UInt8(number & 127) | 128] + varint(number >> 7)
}

/// A number in a protocol buffer.
func field(_ number: UInt64, _ value: Int64) -> [UInt8] {
  varint(number << 3) + varint(UInt64(bitPattern: value))
}

/// A text, or a message, in a protocol buffer.
func field(_ number: UInt64, _ bytes: [UInt8]) -> [UInt8] {
  varint(number << 3 | 2) + varint(UInt64(bytes.count)) + bytes
}

func field(_ number: UInt64, _ text: String) -> [UInt8] { field(number, Array(text.utf8)) }

func double(_ number: UInt64, _ value: Double) -> [UInt8] {
  varint(number << 3 | 1) + (0..<8).map { UInt8(truncatingIfNeeded: value.bitPattern >> ($0 * 8)) }
}

func group(_ number: UInt64, _ fields: [UInt8]...) -> [UInt8] {
  varint(number << 3 | 3) + fields.flatMap { $0 } + varint(number << 3 | 4)
}

/// A step of a key's path.
func element(_ collection: String, _ id: String) -> [UInt8] {
  group(1, field(2, collection), field(4, id))
}

func key(app: String = "dev~demo", _ elements: [UInt8]...) -> [UInt8] {
  field(13, field(13, app) + field(14, elements.flatMap { $0 }))
}

/// A property, from its value's bytes.
func property(
  _ name: String, _ value: [UInt8], meaning: Int64? = nil, multiple: Bool = false,
  number: UInt64 = 15
) -> [UInt8] {
  let meaning = meaning.map { field(1, $0) } ?? []
  return field(number, meaning + field(3, name) + field(4, multiple ? 1 : 0) + field(5, value))
}

/// The document `c/d`, from its properties' bytes.
func entity(_ properties: [UInt8]...) -> [UInt8] {
  key(element("c", "d")) + properties.flatMap { $0 } + field(16, element("c", "d"))
}

/// A map, from its properties' bytes.
func map(_ properties: [UInt8]...) -> [UInt8] {
  field(13, field(13, "") + field(14, "")) + properties.flatMap { $0 } + field(16, "")
}

extension Scratch {
  /// Makes an export of these output files by hand, once in each `all_namespaces/<selection>`.
  func handmade(outputs: [[UInt8]], selections: [String] = ["all_kinds"]) throws -> String {
    var overall: [UInt8] = []
    for kind in selections {
      let directory = "all_namespaces/\(kind)"
      let metadata = "\(directory)/all_namespaces_\(kind).export_metadata"
      overall += field(1, field(1, field(1, 2) + field(3, 3)) + field(2, metadata) + field(3, 1))
      let names = outputs.indices.flatMap { field(2, "output-\($0)") }
      let output = field(1, "__all__") + names + field(3, field(1, "__all__"))
      try write(field(1, field(1, "x")) + field(2, output), to: "made/\(metadata)")
      for (index, bytes) in outputs.enumerated() {
        try write(bytes, to: "made/\(directory)/output-\(index)")
      }
    }
    try write(record([0x33]) + record(overall), to: "made/made.overall_export_metadata")
    return file("made")
  }
}
