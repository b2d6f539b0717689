import Foundation

/// What generated documents are made of.
extension Generator {
  /// Some of them look alike, and some are written in ways that trip up programs.
  static let owners: [Text] = [
    "u1", "u2", "caf\u{E9}", "cafe\u{301}", "o'brien \"x\"", "__id7__", "\u{301}accent", "-u%2F",
    "new\nline\u{1B}[31m", "nul\u{0}a", "nul\u{0}b", "\u{1F475}\u{1F3FD}", "{\"$.x\":[1]}",
    "7788143739",
  ]

  static let ids: [Text] = [
    "h1", "h2", "caf\u{E9}", "cafe\u{301}", "\u{301}x", "a\u{0}b", "a\u{0}c", "it's", "\"q\"", "--",
    "%", "é'\n", "7788143739", "\u{1F600}",
  ]

  static let currentIDs: [Text] = [
    "45DD3B0E-D983-4917-AE79-2BC001BFBA38", "0E8CE4A2-71B1-4C0D-8B6A-92FD64A1E2E1", "P-1", "p'\"1",
    "\u{301}p", "nul\u{0}p", "123456", "1234567890123456", "٧٧٨٨١٤٣٧٣٩", "7788143739x",
  ]

  /// One number each, in many spellings; the first of each is phone-like.
  static let numbers: [[Text]] = [
    [
      "7788143739", "17788143739", "+17788143739", "(778) 814-3739", "+1 (778) 814-3739",
      "778.814.3739",
    ],
    ["6045551234", "+16045551234", "604-555-1234", "1 604 555 1234"],
    ["2125550100", "+12125550100", "(212) 555-0100"],
    ["+442079460018", "442079460018", "+44 20 7946 0018", "+44 (0)20 7946 0018"],
    ["+81312345678", "81312345678", "81 3 1234 5678"],
    ["1234567", "0000000", "000000000000000", "(((1234567", "1112223333", "+1112223333"],
    ["5555555555", "2002345678", "+12002345678", "1 200 234 5678"],
    ["+999123456789", "999123456789012", "123456789012345"],
  ]

  static let e164: [Text] = [
    "+17788143739", "+16045551234", "+12125550100", "+442079460018", "+12002345678",
  ]

  static let oddPhones: [Text] = [
    "", " ", "call mom", "7788143739 x12", "7788143739 ext. 5", "+1 778 814 3739;ext=5",
    "٧٧٨٨١٤٣٧٣٩",
    "＋１７７８８１４３７３９", "tel:7788143739", "7788143739\u{0}", "7788143739\u{0}x", "\u{0}7788143739",
    "1-800-FLOWERS", "7788143739 or 6045551234", "caf\u{E9}", "\u{301}7788143739",
    "7788143739\u{301}",
    "+", "00442079460018", "011442079460018",
  ]

  static let notPhoneLike: [Text] = [
    "123456", "1234567890123456", "7788143739x", "٧٧٨٨١٤٣٧٣٩", "7788143739\u{0}",
    "7788143739\u{301}",
    "Zk3x9", "+1\u{A0}778 814 3739", "\"7788143739\"", "7788143739\n",
  ]

  /// Names and texts that look like members once they are part of a document's text.
  static let oddNames: [Text] = [
    "profileId ", "profileID", "\"profileId\"", "profileId\":\"7788143739", ",\"profileId", "note",
    "x,", "ключ", "caf\u{E9}", "cafe\u{301}", "\u{0}", "photoData\"", "$.id", "a.b",
  ]

  static let oddTexts: [Text] = [
    "{\"profileId\":\"7788143739\"}", ",\"profileId\":\"7788143739\"",
    "\\\",\"profileId\":\"7788143739\"",
    "\"photoData\":\"<null>\"", "{\"__photo__\":[\"00\",1,\"jpg\",\"bytes\"]}", "<null>",
    "\u{0}\u{1F}\u{7F}",
    "caf\u{E9}", "cafe\u{301}", "'; DROP TABLE version; --", "7788143739", "\\", "\u{2028}", "",
  ]

  static let values: [JSON] = [
    .integer(0), .integer(.min), .integer(.max), .double(0), .double(1.5), .double(1e300),
    .double(-.leastNonzeroMagnitude), .bool(true), .bool(false), .null, .array([]), .object([]),
    typed("__time__", "0001-01-01T00:00:00.000000Z"),
    typed("__time__", "9999-12-31T23:59:59.999999Z"),
    typed("__bytes__", ""), typed("__bytes__", "AAEC"), typed("__ref__", "users/caf\u{E9}"),
    typed("__ref__", "projects/p/databases/(default)/documents/profiles/7788143739"),
    typed("__double__", "NaN"), typed("__double__", "-Infinity"), typed("__double__", "-0"),
    .map(("__geo__", .array([.double(49.28), .double(-123.12)]))),
    .map(("__vector__", .array([.double(0.1), .double(2)]))), .array([.array([.null])]),
  ]

  static func typed(_ type: Text, _ content: Text) -> JSON { .map((type, .text(content))) }

  /// Few instants, in many forms.
  static let instants: [JSON] = [
    typed("__time__", "2025-10-09T07:00:00.000000Z"), .text("2025-10-09T07:00:00Z"),
    .text("2025-10-09T09:30:00.000+02:30"), .text("2025-10-08t23:00:00.0000009-08:00"),
    .integer(1_759_993_200), .integer(1_759_993_200_000), .double(1_759_993_200),
    .double(1_759_993_200_000), typed("__time__", "2025-10-09T07:00:00.000001Z"),
    .text("2025-10-09T07:00:00.000001999z"), .double(1_759_993_199.5), .double(1_759_993_199_500.5),
    .text("1969-12-31T23:59:59Z"), .integer(0), .double(0), typed("__double__", "-0"),
    .text("2024-02-29T00:00:00-00:00"), .text("2016-12-31T23:59:60Z"),
    .text("2017-01-01T00:59:60+01:00"),
    .integer(99_999_999_999), .integer(100_000_000_000),
  ]

  static let oddInstants: [JSON] = [
    .null, .text(""), .text("2025-10-09"), .text("2025-10-09 07:00:00Z"),
    .text("2025-10-09T07:00:00"),
    .text("2025-02-29T00:00:00Z"), .text("2025-13-01T00:00:00Z"), .text("2025-10-09T24:00:00Z"),
    .text("2025-10-09T07:00:60Z"), .text("2025-10-09T07:00:00.Z"), .text("٢٠٢٥-10-09T07:00:00Z"),
    .text("2025-10-09T07:00:00+24:00"), .text("2025-10-09T07:00:00Z "), .text("1759993200"),
    .integer(-1), .double(-0.5), .bool(true), .array([.integer(1)]), .object([]),
    typed("__double__", "NaN"), typed("__double__", "Infinity"), typed("__bytes__", "AAEC"),
    .map(("seconds", .integer(1_759_993_200))),
  ]

  private static let jpeg = [0xFF, 0xD8, 0xFF, 0xE0] + (0..<90).map { UInt8($0 * 2) }
  private static let png = [0x89] + Array("PNG\r\n\u{1A}\nabc".utf8)

  private static func base64(_ bytes: [UInt8]) -> String { Data(bytes).base64EncodedString() }

  private static func lines(_ text: String, of length: Int, _ ending: String) -> String {
    stride(from: 0, to: text.count, by: length)
      .map { String(text.dropFirst($0).prefix(length)) }.joined(separator: ending)
  }

  /// Photos in every form that is a photo, and in forms that are none.
  static let photos: [JSON] = {
    let beginnings = [
      "GIF87a", "GIF89a", "RIFF\0\0\0\0WEBP", "\0\0\0\u{18}ftypheic", "II*\0", "MM\0*",
    ]
    let known = ([jpeg, png] + beginnings.map { Array($0.utf8) }).map(base64)
    let unknown = ["hello", "GIF88a", "RIFF\0\0\0\0WAVE", "\0\0\0\u{18}ftypisom", "II*"]
      .map { base64(Array($0.utf8)) }
    let text = base64(jpeg)
    let forms = [
      "data:image/jpeg;base64," + text, "data:image/jpeg;name=x{};base64," + text,
      lines(text, of: 76, "\r\n"), lines(text, of: 64, "\n") + "\n", lines(text, of: 7, "\r"),
      text + "\n",
      "\n" + text, String(text.dropLast(2)), text + "=", text + "\u{301}",
      String(text.dropLast()) + "\u{E9}",
      "\(text.prefix(8))\n\n\(text.dropFirst(8))", "/9j/4R==", "/9j/4Q==", "/9j/4R",
      "data:image/png;base64,",
      "data:text/plain;base64," + text, "<null>", "<NULL>", "", "\n", "=", "/9j-", "/9 j/", "null",
      "https://example.com/a.jpg",
    ]
    return (known + unknown + forms).map { .text(Text($0)) }
      + (known + unknown + [""]).map { typed("__bytes__", Text($0)) }
      + [.null, .null, .integer(7), .array([]), .map(("profileId", .text("7788143739")))]
      + [.text("<null>"), .text("<null>")]
  }()
}
