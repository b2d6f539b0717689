package import Documents

/// Documents of every type, the same ones for the same seed.
package struct GeneratedDocuments {
  private var random: SplitMix
  private let vectorsHoldNaN: Bool

  /// A database refuses what an export may hold: vectors with NaN.
  package init(seed: UInt64, vectorsHoldNaN: Bool = true) {
    random = SplitMix(state: seed)
    self.vectorsHoldNaN = vectorsHoldNaN
  }

  package mutating func documents(_ count: Int) -> [Document] {
    (0..<count).map { number in
      Document(path: path(ending: "d\(number)"), fields: fields(depth: 0))
    }
  }

  private mutating func path(ending id: String) -> String {
    let parents = ["", "users/u1/", "users/é/ü n/__id-7__/", "a/%2F/b\u{1}/😀/", "..a/.b/"]
    return pick(parents) + pick(["c", "many", "日本"]) + "/" + id
  }

  private mutating func fields(depth: Int) -> [Field] {
    (0..<int(0...(depth == 0 ? 12 : 4))).map { number in
      Field(name: pick(names) + "\(number)", value: value(depth: depth, inArray: false))
    }
  }

  private mutating func value(depth: Int, inArray: Bool) -> Value {
    // Firestore has no arrays or vectors in arrays; the last two kinds are those.
    switch int(0...(inArray ? 9 : 11)) {
    case 0: .null
    case 1: .boolean(int(0...1) == 1)
    case 2: .integer(pick([0, 1, -1, .max, .min, Int64(int(0...1_000_000))]))
    case 3: .double(number())
    case 4: .timestamp(microseconds: pick(times))
    case 5: .string(string())
    case 6: .bytes((0..<int(0...40)).map { _ in UInt8(int(0...255)) })
    case 7: .reference(pick(references))
    case 8: .geopoint(latitude: pick([0, -0.0, 90, -90]), longitude: pick([0, 180, -180, 0.1]))
    case 9: depth < 6 ? .map(fields(depth: depth + 1)) : .null
    case 10: .array((0..<int(0...5)).map { _ in value(depth: depth, inArray: true) })
    default: .vector((0..<int(1...5)).map { _ in vectorElement() })
    }
  }

  private mutating func number() -> Double {
    pick([
      0, -0.0, 1, 0.1, .infinity, -.infinity, .nan, .leastNonzeroMagnitude,
      .greatestFiniteMagnitude, Double(int(0...1000)) / 7,
    ])
  }

  private mutating func vectorElement() -> Double {
    let element = number()
    return element.isNaN && !vectorsHoldNaN ? 0 : element
  }

  private mutating func string() -> String {
    // Long ones cross the blocks of 32 KiB.
    let lengths = [0, 1, 7, 7, 7, 100, 1000, 40_000]
    let parts = ["x", "é", "e\u{301}", "😀", "\0", "<b>", "\n"]
    return String(repeating: pick(parts), count: pick(lengths))
  }

  private mutating func int(_ range: ClosedRange<Int>) -> Int { .random(in: range, using: &random) }

  private mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[int(0...elements.count - 1)]
  }

  private let names = ["a", "b.c", "with `tick`", "ümläut", "u\u{308}", "_", "1", "😀", " "]
  private let times: [Int64] = [
    -62_135_596_800_000_000, 253_402_300_799_999_999, 0, -1, 1_700_000_000_123_456,
  ]
  private let references = [
    "users/u1", "c/__id7__", "c/__id-9223372036854775808__", "a/b/c/d/e/f",
    "projects/p/databases/d/documents/x", "projects/other/databases/(default)/documents/c/d",
    "projects/demo/databases/second/documents/c/__id7__",
  ]
}

/// A small generator whose numbers depend on its seed only.
package struct SplitMix: RandomNumberGenerator {
  private var state: UInt64

  package init(state: UInt64) { self.state = state }

  package mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ mixed >> 27) &* 0x94d0_49bb_1331_11eb
    return mixed ^ mixed >> 31
  }
}
