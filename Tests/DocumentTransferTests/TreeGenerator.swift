/// Documents in the order of a tree, the same ones for the same seed.
struct TreeGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  /// SplitMix64.
  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var word = state
    word = (word ^ (word >> 30)) &* 0xbf58_476d_1ce4_e5b9
    word = (word ^ (word >> 27)) &* 0x94d0_49bb_1331_11eb
    return word ^ (word >> 31)
  }

  mutating func documents() -> [PlainDocument] {
    var documents: [PlainDocument] = []
    for _ in 0..<Int.random(in: 0...60, using: &self) {
      let levels = Int.random(in: 1...4, using: &self)
      let path = (0..<levels * 2).map { _ in pick(ids) }.joined(separator: "/")
      let document = PlainDocument(path, fields())
      if !documents.contains(where: { $0.path == document.path }) { documents.append(document) }
    }
    return documents.sorted(by: PlainDocument.treeOrder)
  }

  private mutating func fields() -> String {
    let count = Int.random(in: 0...4, using: &self)
    return "{" + (0..<count).map { "\"f\($0)\":\(pick(values))" }.joined(separator: ",") + "}"
  }

  private mutating func pick(_ texts: [String]) -> String {
    texts[Int.random(in: 0..<texts.count, using: &self)]
  }

  private let ids = [
    "a", "a b", "a!", "a.", "a-", "a\0", "a\u{1}", "__id7__x", "é", "e\u{301}", "😀", "\u{FFFD}",
    "\"", "\\", "{", "%2F", " ", "\n",
  ]
  private let values = [
    "null", "true", "0", "-1", "0.1", "1e+100", #""""#, #""{\"__time__\":""#, #""é\n😀""#, "[]",
    "{}", #"[1,[]]"#, #"{"a":{"b":1}}"#, #"{"__time__":"2025-10-09T07:00:00.123456Z"}"#,
    #"{"__time__":"9999-12-31T23:59:59.999999Z"}"#, #"{"__geo__":[49.28,-123.12]}"#,
    #"{"__geo__":[{"__double__":"-0"},{"__double__":"-0"}]}"#, #"{"__ref__":"a b/\"c"}"#,
    #"{"__ref__":"projects/p/databases/d/documents/users/u1"}"#, #"{"__bytes__":"AAEC"}"#,
    #"{"__vector__":[1.0,2.0]}"#, #"{"__double__":"-Infinity"}"#,
    #"[{"__time__":"1969-12-31T23:59:59.000001Z"},{"__ref__":"a/b"}]"#,
  ]
}
