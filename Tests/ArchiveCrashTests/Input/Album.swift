import Foundation
import StoreTesting

/// What a store is filled with: photos that are due, in every form, and what an archive leaves alone.
struct Album: Sendable {
  var photos: [Photo]

  /// Five groups; the same id twice and the same photo twice; a hostile owner.
  static let standard = Album(
    photos: [
      photo("ada", 1, "a1", "2025-01-05", .text), photo("ada", 1, "a2", "2025-01-31", .prefixed),
      photo("ada", 1, "a1", "2025-01-09", .bytes, collection: "galleryEvents"),
      photo("ada", 1, "b1", "2025-02-01", .lines), photo("ada", 1, "b2", "2025-02-02", .bytes),
      photo("ada", 2, "c1", "2025-02-03", .kept), photo("ada", 2, "c2", "2025-02-04", .text),
      photo("ada", 2, "c3", "2025-02-05", .text, seed: "gallery_eventsc2"),
      photo("o'Brien é", 3, "d1", "2025-02-28", .url),
      photo("o'Brien é", 3, "d2", "2025-03-01", .text),
    ])

  /// Sixty groups of a photo each: several batches, where a process may open few files.
  static let many = Album(
    photos: (0..<60).map { index in
      photo(
        "owner-\(index % 4)", index % 3 + 1, "e\(index)", "2024-0\(index / 12 + 1)-1\(index % 10)",
        Photo.Form.allCases[index % 4])
    })

  /// The document that has an older version, too.
  var changed: Photo { photos[photos.count - 1] }

  /// What the older version says.
  var formerMessage: String { changed.message.replacing("message", with: "former") }

  /// The texts of which a store has no trace when all is archived.
  var messages: [String] { photos.map(\.message) + [formerMessage] }

  /// NDJSON of the documents as they were first.
  var first: String {
    let due = photos.map { $0.line(message: $0.path == changed.path ? formerMessage : nil) }
    return (due + others).joined(separator: "\n") + "\n"
  }

  /// NDJSON of the document that is changed later.
  var second: String { changed.line() + "\n" }

  /// Documents that stay: too young, without a photo, malformed, or of another kind.
  private var others: [String] {
    let young = Self.photo("ada", 1, "young", "2025-12-24", .text)
    let shared = photos[6].bytes.base64EncodedString()
    return [
      young.line(),
      #"{"path":"users/ada","data":{"email":"ada@example.com","id":"ada"}}"#,
      #"{"path":"users/ada/responses/r1","data":{"photoData":"\#(shared)","userId":"ada"}}"#,
      event("created", #""eventType":"profileCreated","photoURL":"gs://bucket/photos/x.jpg""#),
      event("words", #""eventType":"taskResponse","textContent":"well""#),
      event("null", #""eventType":"taskResponse","photoData":"<null>""#),
    ]
  }

  private func event(_ id: String, _ members: String) -> String {
    """
    {"path":"users/ada/gallery_events/\(id)","data":{"createdAt":{"__time__":\
    "2025-01-01T00:00:00.000000Z"},\(members),"profileId":"\(Self.profile(1))","userId":"ada"}}
    """
  }

  static func photo(
    _ owner: String, _ profile: Int, _ id: String, _ day: String, _ form: Photo.Form,
    collection: String = "gallery_events", seed: String? = nil
  ) -> Photo {
    Photo(
      owner: owner, profile: Self.profile(profile), collection: collection, id: id,
      instant: "\(day)T07:00:00.000000Z", bytes: bytes(seed ?? collection + id), form: form)
  }

  private static func profile(_ number: Int) -> String {
    "0000000\(number)-AAAA-4AAA-8AAA-AAAAAAAAAAAA"
  }

  /// The beginning of a JPEG, and noise.
  private static func bytes(_ seed: String) -> Data {
    var random = SplitMix64(seed: seed.utf8.reduce(7) { $0 &* 31 &+ UInt64($1) })
    let noise = (0..<Int.random(in: 600...3000, using: &random)).map { _ in
      UInt8.random(in: .min ... .max, using: &random)
    }
    return Data([0xFF, 0xD8, 0xFF, 0xE0] + noise)
  }
}
