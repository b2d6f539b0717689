internal import CSimdJSON

/// A reusable JSON parser: simdjson, with this product's bounds.
///
/// It refuses what RFC 8259 does, and lone surrogates, invalid UTF-8, numbers out of range and
/// nesting past ``maximumDepth``. Duplicate names are the caller's to find. Not for two threads.
package final class JSONParser {
  package static let maximumDepth = 100

  /// Bytes that must be readable after a text, whatever they hold.
  package static let padding = Int(CSimdJSONPadding())

  private let handle: OpaquePointer

  package init() {
    // simdjson refuses the depth that it is given.
    guard let handle = CSimdJSONParserCreate(Self.maximumDepth + 1) else {
      fatalError("out of memory")
    }
    self.handle = handle
  }

  deinit { CSimdJSONParserDestroy(handle) }

  /// Reads one JSON text, which has ``padding`` readable bytes after it.
  ///
  /// The root is valid until the next call.
  func parse(_ text: UnsafeBufferPointer<UInt8>) throws(DocumentFault) -> JSONNode {
    guard let start = text.baseAddress else { throw .notJSON(reason: "there is no text") }
    var tape = CSimdJSONTape()
    if let reason = CSimdJSONParse(handle, start, text.count, &tape) {
      throw .notJSON(reason: String(cString: reason))
    }
    return JSONNode(tape: tape.tape, strings: tape.strings, index: 1)
  }
}

/// A value on simdjson's tape: a word of an 8-bit tag and 56 bits of payload, numbers in the next.
struct JSONNode {
  enum Tag: UInt8 {
    case object = 0x7B  // {
    case array = 0x5B  // [
    case string = 0x22  // "
    case integer = 0x6C  // l
    case unsigned = 0x75  // u: too large for an Int64
    case double = 0x64  // d
    case yes = 0x74  // t
    case no = 0x66  // f
    case null = 0x6E  // n
  }

  let tape: UnsafePointer<UInt64>
  let strings: UnsafePointer<UInt8>
  let index: Int

  var tag: Tag? { Tag(rawValue: UInt8(tape[index] >> 56)) }
  private var payload: UInt64 { tape[index] & 0x00FF_FFFF_FFFF_FFFF }

  func at(_ index: Int) -> JSONNode { JSONNode(tape: tape, strings: strings, index: index) }

  /// The index after this value: of the next one, or of the closing bracket.
  var end: Int {
    switch tag {
    case .object, .array: Int(payload & 0xFFFF_FFFF)
    case .integer, .unsigned, .double: index + 2
    default: index + 1
    }
  }

  /// The index of the closing bracket of an object or array.
  var close: Int { end - 1 }

  /// The bytes of a string or of a name.
  var string: UnsafeBufferPointer<UInt8> {
    let start = strings + Int(payload)
    let count = UnsafeRawPointer(start).loadUnaligned(as: UInt32.self)
    return UnsafeBufferPointer(start: start + 4, count: Int(count))
  }

  var integer: Int64 { Int64(bitPattern: tape[index + 1]) }
  var double: Double { Double(bitPattern: tape[index + 1]) }

  /// The only name of an object and its value, or nil if there are none or several.
  var single: (name: UnsafeBufferPointer<UInt8>, value: JSONNode)? {
    guard tag == .object, index + 1 < close else { return nil }
    let value = at(index + 2)
    return value.end == close ? (at(index + 1).string, value) : nil
  }

  /// The first value with a name, of an object.
  func member(_ name: StaticString) -> JSONNode? {
    guard tag == .object else { return nil }
    var next = index + 1
    while next < close {
      let value = at(next + 1)
      if at(next).string.equals(name) { return value }
      next = value.end
    }
    return nil
  }

  /// The values of an array.
  var elements: [JSONNode] {
    var (elements, next) = ([JSONNode](), index + 1)
    while next < close {
      elements.append(at(next))
      next = at(next).end
    }
    return elements
  }
}
