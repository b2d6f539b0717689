import Crypto
import Foundation

/// A photo that is due: no disturbance may lose it.
struct Photo: Sendable {
  /// How a document has its photo.
  enum Form: CaseIterable, Sendable {
    case text, prefixed, lines, bytes
    /// Text that could not be made again from the photo's bytes, so that the store keeps it as it is.
    case kept
    /// A link to a file of the mirror.
    case url
  }

  let owner: String
  let profile: String
  let collection: String
  let id: String
  /// RFC 3339.
  let instant: String
  let bytes: Data
  var form: Form

  /// Of the document.
  var path: String { "users/\(owner)/\(collection)/\(id)" }
  var digest: String { hexadecimal(SHA256.hash(data: bytes)) }
  var object: String { "photos/\(collection)-\(id).jpg" }
  var title: String { "Title of \(id)" }

  /// The text beside the photo, which must not outlive its archiving.
  var message: String { "confidential-\(owner.count)-\(collection)-\(id)-message" }

  /// The JSON of the member that has the photo.
  var member: String {
    let text = bytes.base64EncodedString()
    let lines = bytes.base64EncodedString(options: [.lineLength76Characters, .endLineWithLineFeed])
      .replacing("\n", with: #"\n"#)
    return switch form {
    case .text: #""photoData":"\#(text)""#
    case .prefixed: #""photoData":"data:image/jpeg;base64,\#(text)""#
    case .lines: #""photoData":"\#(lines)""#
    case .bytes: #""photoData":{"__bytes__":"\#(text)"}"#
    case .kept: #""photoData":"\n\#(text)""#
    case .url: #""photoURL":"gs://bucket/\#(object)""#
    }
  }

  func line(message: String? = nil) -> String {
    """
    {"path":"\(path)","data":{"createdAt":{"__time__":"\(instant)"},"eventData":{\(member),\
    "taskTitle":"\(title)","textContent":"\(message ?? self.message)"},\
    "eventType":"taskResponse","id":"\(id)","profileId":"\(profile)","userId":"\(owner)"}}
    """
  }
}

func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
  bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
}
