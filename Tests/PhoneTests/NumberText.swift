/// Makes texts like those that people write for a North American number, and some unlike.
enum NumberText {
  private static let forms = [
    "(AAA) EEE-LLLL", "AAAEEELLLL", "1AAAEEELLLL", "+1AAAEEELLLL", "+1 (AAA) EEE-LLLL",
    "AAA-EEE-LLLL", "AAA.EEE.LLLL", "1-AAA-EEE-LLLL", "+1 AAA EEE LLLL", "+1-AAA-EEE-LLLL",
    "(AAA)EEELLLL", " AAA EEELLLL ", "(1) AAA-EEE-LLLL", "(+1) AAA.EEE.LLLL", "1 (AAA) EEE LLLL",
    "EEE-LLLL", "AAAEEELLL", "+AAAEEELLLL", "+11AAAEEELLLL", "011AAAEEELLLL", "AAAEEELLLL1",
  ]

  /// Makes a text: a number in some form, every other one with a few bytes changed.
  static func random(using random: inout SplitMix64) -> String {
    var digits = number(using: &random)[...]
    let form = forms[Int.random(in: forms.indices, using: &random)]
    var text = form.utf8.map { byte in
      "AEL".utf8.contains(byte) ? digits.removeFirst() : byte
    }
    if Bool.random(using: &random) {
      for _ in 0..<Int.random(in: 1...4, using: &random) { change(&text, using: &random) }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Makes ten digits, most of them with an area code that is in use.
  private static func number(using random: inout SplitMix64) -> [UInt8] {
    let isLikely = Int.random(in: 0..<8, using: &random) > 0
    let range = isLikely ? 2_000_000_000...9_899_999_999 : 0...9_999_999_999
    let digits = String(Int.random(in: range, using: &random))
    return Array((String(repeating: "0", count: 10 - digits.count) + digits).utf8)
  }

  /// Inserts, replaces or removes one byte, mostly of those that numbers are written with.
  private static func change(_ text: inout [UInt8], using random: inout SplitMix64) {
    let isLikely = Int.random(in: 0..<8, using: &random) > 0
    let bytes = Array((isLikely ? "  ()--..+0123456789" : "xX#*/~,;:=[]'t\t\n\0").utf8)
    let byte = bytes[Int.random(in: bytes.indices, using: &random)]
    let index = Int.random(in: 0...text.count, using: &random)
    switch Int.random(in: 0..<4, using: &random) {
    case 0 where index < text.count: text.remove(at: index)
    case 1 where index < text.count: text[index] = byte
    default: text.insert(byte, at: index)
    }
  }
}

/// A small generator of random numbers, the same ones in each run.
struct SplitMix64: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
