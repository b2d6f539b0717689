import Foundation
import Testing

@testable import Documents

@Suite struct EncodingTests {
  @Test("Base64 is what Foundation makes of the same bytes", arguments: UInt64(0)..<200)
  func encodesBase64(seed: UInt64) {
    var random = SplitMix(seed: seed)
    let bytes = (0..<Int(seed)).map { _ in UInt8(random.int(0...255)) }
    var text = ByteBuffer()
    bytes.withUnsafeBufferPointer { Base64.encode($0, into: &text) }
    #expect(text.bytes.text == Data(bytes).base64EncodedString(), "seed \(seed)")
    var decoded = ByteBuffer()
    #expect(Base64.decode(text.bytes, into: &decoded))
    #expect(Array(decoded.bytes) == bytes, "seed \(seed)")
  }

  @Test("Altered base64 is read as Foundation reads it, or refused", arguments: UInt64(0)..<3000)
  func decodesBase64(seed: UInt64) {
    var random = SplitMix(seed: seed)
    let alphabet = Array("AQgw/+z9===\n\r -_".utf8)
    let text = (0..<random.int(0...12)).map { _ in random.pick(alphabet) }
    var decoded = ByteBuffer()
    let isRead = text.withUnsafeBufferPointer { Base64.decode($0, into: &decoded) }
    let plain = text.filter { $0 != 0x0A && $0 != 0x0D }
    // Foundation also reads what has something after its padding, or more or less of it than due.
    let pad = UInt8(ascii: "=")
    let padding = plain.drop { $0 != pad }
    let isPadded =
      plain.count % 4 == 0 && padding.count < 3 && padding.allSatisfy { $0 == pad }
    let expected = isPadded ? Data(base64Encoded: Data(plain)) : nil
    #expect(isRead == (expected != nil), "seed \(seed): \(String(decoding: text, as: UTF8.self))")
    #expect(Array(decoded.bytes) == Array(expected ?? Data()), "seed \(seed)")
  }

  @Test("What is refused leaves nothing behind")
  func leavesNothing() {
    var output = ByteBuffer()
    output.append("before")
    let isRead = withBytes(of: "AAECAAEC!") { Base64.decode($0, into: &output) }
    #expect(!isRead)
    #expect(output.bytes.text == "before")
  }

  /// FIPS 180-4's examples.
  @Test(
    "SHA-256 has its published answers",
    arguments: [
      ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
      ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
      (
        "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
      ),
      (
        String(repeating: "a", count: 1_000_000),
        "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
      ),
    ])
  func hashes(text: String, expected: String) throws {
    #expect(withBytes(of: text) { SHA256Digest(of: $0) }.description == expected)
    var hasher = SHA256Hasher()
    for start in stride(from: 0, to: text.utf8.count, by: 77_777) {
      hasher.update(String(text.dropFirst(start).prefix(77_777)))
    }
    #expect(hasher.finalize().description == expected)
    let digest = try #require(withBytes(of: expected) { SHA256Digest(hexadecimal: $0) })
    #expect(digest.description == expected)
  }

  @Test(
    "Only 64 hexadecimal digits are a digest",
    arguments: ["", "e3", String(repeating: "g", count: 64), String(repeating: "+1", count: 32)])
  func refusesDigests(text: String) {
    #expect(withBytes(of: text) { SHA256Digest(hexadecimal: $0) } == nil)
  }

  /// Python's `uuid.uuid5` of the same names.
  @Test(
    "Version 5 UUIDs are what other implementations make",
    arguments: [
      ("u1/+17788143739", "B4727256-4267-590B-B126-D62338C8D761"),
      ("", "049025EC-343D-5A23-8877-0F761C8AA332"),
      ("\u{E9}", "F4E81CA1-E009-5C73-A5BF-B458651E5908"),
      ("e\u{301}", "C6CB5EA9-7A8A-5652-B12D-A7C9D2407B82"),
      ("😀/\0", "47F186F1-CFEE-5FA0-B9F8-C5D2FE5ED4D6"),
    ])
  func makesUUIDs(name: String, expected: String) {
    let namespace = "8f0b6c1e-52a7-4f53-9d2c-6a1f6d0f7c11"
    #expect(withBytes(of: name) { NameBasedUUID.make(namespace: namespace, name: $0) } == expected)
    let bare = namespace.replacing("-", with: "").uppercased()
    #expect(withBytes(of: name) { NameBasedUUID.make(namespace: bare, name: $0) } == expected)
  }

  @Test(
    "What is no UUID is no namespace",
    arguments: ["", "8f0b", "8f0b6c1e-52a7-4f53-9d2c-6a1f6d0f7c1x"])
  func refusesNamespaces(text: String) {
    #expect(withBytes(of: "x") { NameBasedUUID.make(namespace: text, name: $0) } == nil)
  }

  /// RFC 9562, appendix A.4.
  @Test("The standard's example comes out")
  func makesExample() {
    let uuid = withBytes(of: "www.example.com") {
      NameBasedUUID.make(namespace: "6ba7b810-9dad-11d1-80b4-00c04fd430c8", name: $0)
    }
    #expect(uuid == "2ED6657D-E927-568B-95E1-2665A8AEA6A2")
  }
}
