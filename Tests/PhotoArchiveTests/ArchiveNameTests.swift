import Documents
import Foundation
import PhotoArchive
import Testing

/// Names of files made from hostile ids.
@Suite struct ArchiveNameTests {
  @Test(
    "Ids are encoded by an allow-list",
    arguments: [
      ("Zk3x_9-a.b", "Zk3x_9-a.b"),
      ("..", "%2E."),
      (".", "%2E"),
      (".hidden", "%2Ehidden"),
      ("-rf", "%2Drf"),
      ("--", "%2D-"),
      ("a/b", "a%2Fb"),
      ("a%2Fb", "a%252Fb"),
      ("%", "%25"),
      ("~", "%7E"),
      ("a b\tc\n", "a%20b%09c%0A"),
      ("é", "%C3%A9"),
      ("e\u{301}", "e%CC%81"),
      ("\u{202E}gpj", "%E2%80%AEgpj"),
      ("\u{0}", "%00"),
      ("😀", "%F0%9F%98%80"),
      ("'\";$(x)`", "%27%22%3B%24%28x%29%60"),
      ("CON", "CON"),
      ("", "%"),
    ])
  func encodes(identifier: String, expected: String) {
    #expect(ArchiveName.component(identifier) == expected)
  }

  @Test("Every byte is itself or its percent-encoding, at the beginning and behind")
  func everyByte() {
    let plain = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-.".utf8)
    for byte in UInt8.min...UInt8.max {
      let encoded = String(format: "%%%02X", byte)
      let itself = String(UnicodeScalar(byte))
      let isLeading = plain.contains(byte) && byte != UInt8(ascii: ".") && byte != UInt8(ascii: "-")
      #expect(component([byte]) == (isLeading ? itself : encoded))
      #expect(component([120, byte]) == "x" + (plain.contains(byte) ? itself : encoded))
    }
  }

  @Test("A long name is cut to 120 bytes that end in a digest", arguments: [119, 120, 121, 1500])
  func long(length: Int) {
    let name = ArchiveName.component(String(repeating: "a", count: length))
    let isCut = length > 120
    #expect(name.utf8.count == (isCut ? 120 : length))
    if isCut {
      let digest = digest(of: [UInt8](repeating: 97, count: length)).description.prefix(16)
      #expect(name == String(repeating: "a", count: 103) + "~" + digest)
    }
  }

  @Test("An encoded name is measured, not the id")
  func longByEncoding() {
    #expect(ArchiveName.component(String(repeating: "/", count: 40)).utf8.count == 120)
    let name = ArchiveName.component(String(repeating: "/", count: 41))
    #expect(name.utf8.count == 120)
    #expect(name.hasPrefix(String(repeating: "%2F", count: 34) + "%~"))
  }

  @Test("Two ids never have one name: not by case, look or length")
  func distinct() {
    let long = String(repeating: "é", count: 750)
    let identifiers = [
      "abc", "ABC", "é", "e\u{301}", "Å", "\u{212B}", "A\u{30A}", "ß", "ss", ".", "..", "%2E", "a.",
      "a", "K", "\u{212A}", "", "%", "%%", long, long + "x",
      String(repeating: "e\u{301}", count: 500),
    ]
    let names = identifiers.map { ArchiveName.component($0) }
    #expect(Set(names).count == identifiers.count, "\(names)")
  }

  @Test("Of records with one id, the later by path gets a digest")
  func taken() {
    let records = [
      (path: "gallery_events/e", eventID: "e"), (path: "galleryEvents/e", eventID: "e"),
      (path: "users/u/galleryEvents/e", eventID: "e"), (path: "gallery_events/f", eventID: "f"),
    ]
    let names = ArchiveName.names(of: records)
    // In bytes, `galleryEvents` is before `gallery_events`.
    #expect(names[1] == "e")
    #expect(names[0] == "e~" + digest(of: Array("gallery_events/e".utf8)).description.prefix(16))
    #expect(
      names[2] == "e~" + digest(of: Array("users/u/galleryEvents/e".utf8)).description.prefix(16))
    #expect(names[3] == "f")
  }

  @Test(
    "A group's month is that of UTC",
    arguments: [
      ("2025-10-31T23:59:59.999999Z", "u/p/2025/10"), ("2025-11-01T00:00:00Z", "u/p/2025/11"),
      ("2025-11-01T01:30:00+02:00", "u/p/2025/10"), ("1969-12-31T23:59:59.999999Z", "u/p/1969/12"),
      ("0001-01-01T00:00:00Z", "u/p/0001/01"), ("9999-12-31T23:59:59Z", "u/p/9999/12"),
      ("2024-02-29T00:00:00Z", "u/p/2024/02"),
    ])
  func months(instant: String, directory: String) throws {
    let group = BundleGroup(owner: "u", profile: "p", instant: try testInstant(instant))
    #expect(group.directory == directory)
    #expect(group.memberPrefix == "gallery-archive/\(directory)/")
  }

  private func component(_ bytes: [UInt8]) -> String {
    bytes.withUnsafeBufferPointer { ArchiveName.component($0) }
  }
}
