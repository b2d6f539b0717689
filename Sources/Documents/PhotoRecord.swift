/// What archiving asks of a stored event: its photo, and what is kept of the rest.
package struct PhotoRecord: Sendable {
  package enum Photo: Sendable {
    /// A photo whose bytes the store keeps apart.
    case stored(SHA256Digest, bytes: Int, PhotoFormat)
    /// A photo whose text could not be made again from its bytes, so that the store keeps the text.
    case text([UInt8], PhotoFormat)
    /// There is no photo in the document, only where to find one.
    case url(String)
  }

  /// nil if there is neither a photo nor a URL.
  package let photo: Photo?
  /// The first `taskTitle` that is a text, depth first in the order of names.
  package let taskTitle: String?
  /// Whether there is an `isFavorite` at any depth that is true.
  package let isFavorite: Bool
  /// Whether a later `photoData` holds another photo: one of the two would be lost.
  package let hasMorePhotos: Bool
  /// The SHA-256 of path, newline and canonical text, with the photo's SHA-256 in its place.
  ///
  /// So it is the same however the photo was written, as text or as bytes.
  package let digest: SHA256Digest
  /// What the document takes in Firestore.
  package let firestoreBytes: Int

  /// Reads a document of a store; its fields come in the order of their names.
  package init(path: String, fields: [Field]) {
    var walk = Walk()
    let rewritten = walk.rewrite(fields)
    photo = walk.photo ?? walk.url.flatMap { $0.isEmpty ? nil : .url($0) }
    (taskTitle, isFavorite, hasMorePhotos) = (walk.taskTitle, walk.isFavorite, walk.hasMorePhotos)
    var text = ByteBuffer()
    text.append(path)
    text.append(UInt8(ascii: "\n"))
    text.appendJSON(fields: rewritten)
    digest = SHA256Digest(of: text.bytes)
    firestoreBytes = FirestoreSize.document(path: path, fields: fields)
  }

  /// A walk over all fields, depth first in the order of names.
  private struct Walk {
    var photo: Photo?
    /// The first `photoURL`; empty if that is not a text.
    var url: String?
    var taskTitle: String?
    var isFavorite = false
    var hasMorePhotos = false
    private var hasPhotoData = false
    private var photoDigest: SHA256Digest?

    /// The same fields, with the photo's SHA-256 in place of the photo.
    mutating func rewrite(_ fields: [Field]) -> [Field] {
      fields.map { field in
        if isNamed("photoData", field) {
          return Field(name: field.name, value: rewrite(photoData: field.value))
        }
        note(field)
        return Field(name: field.name, value: rewrite(field.value))
      }
    }

    private mutating func rewrite(_ value: Value) -> Value {
      switch value {
      case .map(let fields): .map(rewrite(fields))
      case .array(let values): .array(values.map { rewrite($0) })
      default: value
      }
    }

    private mutating func note(_ field: Field) {
      if url == nil, isNamed("photoURL", field) {
        url = text(field.value) ?? ""
      } else if taskTitle == nil, isNamed("taskTitle", field) {
        taskTitle = text(field.value)
      } else if isNamed("isFavorite", field), case .boolean(true) = field.value {
        isFavorite = true
      }
    }

    private mutating func rewrite(photoData value: Value) -> Value {
      let isFirst = !hasPhotoData
      hasPhotoData = true
      if case .null = value { return value }
      guard let (photo, digest) = Photo.read(value) else { return value }
      if isFirst {
        (self.photo, photoDigest) = (photo, digest)
      } else if photoDigest != digest {
        hasMorePhotos = true
        return value
      }
      return .map([Field(name: "__photo__", value: .string(digest.description))])
    }

    private func text(_ value: Value) -> String? {
      if case .string(let text) = value { text } else { nil }
    }
  }
}

extension PhotoRecord.Photo {
  /// Reads a `photoData` of a stored document.
  fileprivate static func read(_ value: Value) -> (PhotoRecord.Photo, SHA256Digest)? {
    switch value {
    case .map(let fields): marker(fields)
    case .string(let text): decoded(text)
    default: nil
    }
  }

  private static func marker(_ fields: [Field]) -> (PhotoRecord.Photo, SHA256Digest)? {
    guard fields.count == 1, isNamed("__photo__", fields[0]),
      case .array(let parts) = fields[0].value, parts.count >= 3,
      case .string(var hexadecimal) = parts[0], case .integer(let length) = parts[1],
      case .string(let name) = parts[2], let format = PhotoFormat(rawValue: name),
      let digest = hexadecimal.withUTF8({ SHA256Digest(hexadecimal: $0) })
    else { return nil }
    return (.stored(digest, bytes: Int(length), format), digest)
  }

  private static func decoded(_ text: String) -> (PhotoRecord.Photo, SHA256Digest)? {
    var text = text
    var photo = ByteBuffer()
    do {
      // nil is a photo too, of which only the text itself can bring the text back.
      try text.withUTF8 { _ = try InlinePhoto.decode(text: $0, into: &photo) }
    } catch {
      return nil
    }
    guard let format = PhotoFormat(beginning: photo.bytes) else { return nil }
    return (.text(Array(photo.bytes), format), SHA256Digest(of: photo.bytes))
  }
}

/// Compared as bytes: names that look alike are not equal.
private func isNamed(_ name: StaticString, _ field: Field) -> Bool {
  field.name.utf8.elementsEqual("\(name)".utf8)
}
