import Foundation

/// A document as the data contract describes it, sections 1 and 2.
struct ModelDocument {
  let path: Text
  let data: JSON

  enum Kind { case user, profile, task, response, event, other }

  var identifier: Text { path.segments.last ?? "" }

  var kind: Kind {
    switch path.segments.dropLast().last {
    case "users": .user
    case "profiles": .profile
    case "tasks", "habits": .task
    case "responses", "sms_responses", "smsResponses": .response
    case "gallery_events", "galleryEvents": .event
    default: .other
    }
  }

  /// The `{uid}` of a path that begins `users/{uid}/…`; else `userId`; else a user's own id.
  ///
  /// Chosen: an empty `userId` names nobody, since no user can have that id.
  var owner: Text? {
    let segments = path.segments
    if segments[0] == "users", segments.count > 2 { return segments[1] }
    let userID = data["userId"]?.text.flatMap { $0.isEmpty ? nil : $0 }
    return userID ?? (kind == .user ? identifier : nil)
  }

  var instant: Int64? {
    [data["createdAt"], data["timestamp"]].compactMap { $0 }.first { !$0.isNull }
      .flatMap(ModelInstant.read)
  }

  /// Why an event is malformed: the first of the contract's table that holds.
  var fault: String? {
    guard kind == .event else { return nil }
    guard let type = data["eventType"]?.text else { return "missing-event-type" }
    if type != "taskResponse", type != "profileCreated" { return "unknown-event-type" }
    if data["createdAt"]?.isNull ?? true, data["timestamp"]?.isNull ?? true {
      return "missing-created-at"
    }
    if instant == nil { return "bad-created-at" }
    if owner == nil { return "missing-owner" }
    if data["profileId"]?.text?.isEmpty ?? true { return "missing-profile-id" }
    guard let photo = data.first("photoData"), !photo.isNull else { return nil }
    if photo.text == "<null>" { return "null-photo" }
    guard let bytes = ModelPhoto.bytes(of: photo), !bytes.isEmpty else { return "bad-photo-data" }
    return ModelPhoto.isKnown(bytes) ? nil : "unknown-photo-format"
  }

  var isWellFormed: Bool { fault == nil }
}

/// Whether a text has only ASCII digits, spaces and `+ ( ) - .`, with 7 to 15 digits.
func modelIsPhoneLike(_ text: Text) -> Bool {
  let digits = Set("0123456789".utf8)
  return text.bytes.allSatisfy { digits.contains($0) || " +()-.".utf8.contains($0) }
    && (7...15).contains(text.bytes.count { digits.contains($0) })
}

/// Photos as documents hold them.
enum ModelPhoto {
  /// The photo of bytes, or of padded base64 text; nil of anything else.
  static func bytes(of value: JSON) -> [UInt8]? {
    if let bytes = value.typed("__bytes__") { return bytes.text.flatMap { decode($0.string) } }
    guard let text = value.text?.string else { return nil }
    let prefix = text.prefixMatch(of: #/data:image/[^,]*;base64,/#)?.range.upperBound
    return decode(String(text[(prefix ?? text.startIndex)...]))
  }

  private static func decode(_ text: String) -> [UInt8]? {
    let line = String(text.unicodeScalars.filter { $0 != "\r" && $0 != "\n" }.map(Character.init))
    let padded = #/(?:[A-Za-z0-9+\/]{4})*(?:[A-Za-z0-9+\/]{2}==|[A-Za-z0-9+\/]{3}=)?/#
    guard line.wholeMatch(of: padded) != nil else { return nil }
    return Data(base64Encoded: line).map { Array($0) }
  }

  /// Whether bytes begin as JPEG, PNG, GIF, WebP, HEIC/HEIF or TIFF do.
  static func isKnown(_ bytes: [UInt8]) -> Bool {
    let beginnings: [[UInt8]] = [
      [0xFF, 0xD8, 0xFF], [0x89] + Array("PNG\r\n".utf8) + [0x1A, 0x0A], Array("GIF87a".utf8),
      Array("GIF89a".utf8), Array("II*\0".utf8), Array("MM\0*".utf8),
    ]
    if beginnings.contains(where: bytes.starts) { return true }
    let (first, second) = (Text(bytes: bytes.prefix(4)), bytes.dropFirst(4))
    if first == "RIFF" { return second.dropFirst(4).starts(with: "WEBP".utf8) }
    let brands = ["heic", "heix", "heim", "heis", "hevc", "hevx", "hevm", "hevs", "mif1", "msf1"]
    return brands.contains { second.starts(with: "ftyp\($0)".utf8) }
  }
}
