import Testing

@testable import Documents

@Suite struct GeneratedDocumentTests {
  @Test(
    "A document's text depends on nothing but its fields, and is its own canonical text",
    arguments: UInt64(0)..<300)
  func writesOneText(seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    let fields = GeneratedValue.map(GeneratedValue.members(&random, depth: 0))
    let expected = ExactText(fields.canonical)
    for _ in 0..<3 {
      let text = fields.written(&random)
      #expect(try canonical(text) == expected, "seed \(seed): \(text)")
    }
    #expect(try canonical(expected.description) == expected, "seed \(seed)")
    try comesBackThroughValues(expected, seed: seed)
  }

  /// Exports are written from values.
  private func comesBackThroughValues(_ text: ExactText, seed: UInt64) throws {
    let values = try text.bytes.withUnsafeBufferPointer {
      try DocumentReader.fields(of: $0, parser: JSONParser())
    }
    let batch = DocumentBatch()
    try DocumentReader().read(Document(path: "c/d", fields: values), origin: 1, into: batch)
    #expect(ExactText(batch.bytes[batch.records[0].data]) == text, "seed \(seed)")
  }
}

/// A value that is known in its canonical form and can be written in others.
indirect enum GeneratedValue {
  /// Its canonical text, and another.
  case scalar(String, String)
  case text([Unicode.Scalar])
  case array([GeneratedValue])
  case map([(name: [Unicode.Scalar], value: GeneratedValue)])

  static func members(
    _ random: inout SplitMix, depth: Int
  ) -> [(name: [Unicode.Scalar], value: GeneratedValue)] {
    var members: [(name: [Unicode.Scalar], value: GeneratedValue)] = []
    for _ in 0..<random.int(0...6) {
      let name = scalars(&random) + [random.pick(["a", "b", "z"])]
      if !members.contains(where: { $0.name == name }) {
        members.append((name, value(&random, depth: depth + 1)))
      }
    }
    return members
  }

  private static func value(_ random: inout SplitMix, depth: Int) -> GeneratedValue {
    switch random.int(0...(depth < 5 ? 6 : 3)) {
    case 0, 1:
      let pair = random.pick(pairs)
      return .scalar(pair.0, pair.1)
    case 2:
      let double = Double(bitPattern: random.next())
      return double.isFinite ? .scalar("\(double)", "\(double)") : .text([])
    case 3: return .text(scalars(&random))
    case 4: return .array((0..<random.int(0...4)).map { _ in value(&random, depth: depth + 1) })
    default: return .map(members(&random, depth: depth))
    }
  }

  private static func scalars(_ random: inout SplitMix) -> [Unicode.Scalar] {
    (0..<random.int(0...12)).map { _ in random.pick(alphabet) }
  }

  private static let alphabet: [Unicode.Scalar] = [
    "a", "B", "\"", "\\", "/", "\0", "\n", "\u{1F}", "\u{7F}", "é", "e", "\u{301}", "日", "\u{FF5E}",
    "😀", "\u{2028}", "\u{FFFF}", "{", "}", " ",
  ]
  private static let pairs = [
    ("null", "null"), ("true", "true"), ("0", "-0"), ("1.0", "10e-1"), ("100.0", "1E+2"),
    ("-7", "-7"), ("0.1", "0.1000"), (#"{"__double__":"-0"}"#, "-0.0"),
    (#"{"__double__":"NaN"}"#, #"{ "__double__" : "N\u0061N" }"#),
    (#"{"__time__":"2025-10-09T07:00:00.000000Z"}"#, #"{"__time__":"2025-10-09T09:00:00+02:00"}"#),
    (#"{"__bytes__":"/g=="}"#, #"{"__bytes__":"\/h=="}"#),
    (#"{"__ref__":"a/é"}"#, #"{"__ref__":"a/\u00e9"}"#),
    (#"{"__geo__":[1.0,{"__double__":"-0"}]}"#, #"{"__geo__":[1,-0.0]}"#),
    (#"{"__vector__":[1.0,2.5]}"#, #"{"__vector__":[1,250e-2]}"#),
  ]
}

extension GeneratedValue {
  var canonical: String {
    switch self {
    case .scalar(let text, _): text
    case .text(let scalars): Self.quoted(scalars)
    case .array(let values): "[" + values.map(\.canonical).joined(separator: ",") + "]"
    case .map(let members):
      "{"
        + members.sorted { Self.utf8($0.name).lexicographicallyPrecedes(Self.utf8($1.name)) }
        .map { Self.quoted($0.name) + ":" + $0.value.canonical }.joined(separator: ",") + "}"
    }
  }

  /// The same value in another order, with white space and with escapes that it doesn't need.
  func written(_ random: inout SplitMix) -> String {
    func space() -> String { random.pick(["", "", " ", "\n\t", "\r\n"]) }
    switch self {
    case .scalar(let canonical, let other): return random.pick([canonical, other])
    case .text(let scalars): return Self.escaped(scalars, &random)
    case .array(let values):
      let texts = values.map { space() + $0.written(&random) + space() }
      return "[" + texts.joined(separator: ",") + space() + "]"
    case .map(let members):
      let texts = members.shuffled(using: &random).map {
        space() + Self.escaped($0.name, &random) + space() + ":" + space()
          + $0.value.written(&random) + space()
      }
      return "{" + texts.joined(separator: ",") + space() + "}"
    }
  }

  private static func utf8(_ scalars: [Unicode.Scalar]) -> [UInt8] {
    Array(String(String.UnicodeScalarView(scalars)).utf8)
  }

  private static func quoted(_ scalars: [Unicode.Scalar]) -> String {
    "\"" + scalars.map(plain).joined() + "\""
  }

  private static func plain(_ scalar: Unicode.Scalar) -> String {
    let short: [Unicode.Scalar: String] = ["\"": #"\""#, "\\": #"\\"#, "\n": #"\n"#]
    return short[scalar] ?? (scalar.value < 0x20 ? hexadecimal(scalar) : String(scalar))
  }

  private static func escaped(_ scalars: [Unicode.Scalar], _ random: inout SplitMix) -> String {
    let texts = scalars.map { scalar in
      random.int(0...3) == 0 ? hexadecimal(scalar) : plain(scalar)
    }
    return "\"" + texts.joined() + "\""
  }

  private static func hexadecimal(_ scalar: Unicode.Scalar) -> String {
    String(scalar).utf16.map { unit in
      let digits = String(unit, radix: 16)
      return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }.joined()
  }
}
