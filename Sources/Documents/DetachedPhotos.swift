/// Photos taken out of documents: their bytes one after another, and which document has which.
package struct DetachedPhotos: ~Copyable {
  package private(set) var bytes = ByteBuffer()
  package private(set) var photos: [(digest: SHA256Digest, bytes: ByteRange)] = []
  /// The photos that documents have, in the order of the documents; a batch notes where each begins.
  package private(set) var uses: [Use] = []

  /// A photo that a document has.
  package struct Use: Sendable {
    package let digest: SHA256Digest
    /// What stood for the photo already; nil if it was inline.
    package let marker: String?
  }

  package init() {}

  package mutating func removeAll() {
    bytes.truncate(to: 0)
    photos.removeAll(keepingCapacity: true)
    uses.removeAll(keepingCapacity: true)
  }

  /// Takes a `photoData` apart.
  ///
  /// - Returns: nil if it is a photo that must stay as it is written.
  mutating func detach(
    _ node: JSONNode, source: CanonicalWriter.Source
  ) throws(PhotoFault) -> PhotoMarker? {
    let start = bytes.count
    do {
      guard let marker = try marker(of: node, source: source) else {
        bytes.truncate(to: start)
        return nil
      }
      return marker
    } catch {
      bytes.truncate(to: start)
      throw error
    }
  }

  /// Notes a photo that a stored document has.
  mutating func keep(_ marker: PhotoMarker) {
    uses.append(Use(digest: marker.digest, marker: marker.text))
  }

  /// Forgets a document that turned out to be unreadable.
  mutating func truncate(uses count: Int, photos photoCount: Int, bytes byteCount: Int) {
    uses.removeLast(uses.count - count)
    photos.removeLast(photos.count - photoCount)
    bytes.truncate(to: byteCount)
  }

  private mutating func marker(
    of node: JSONNode, source: CanonicalWriter.Source
  ) throws(PhotoFault) -> PhotoMarker? {
    if node.tag == .string {
      let start = bytes.count
      return try InlinePhoto.decode(text: node.string, into: &bytes).map { add($0, since: start) }
    }
    guard let (name, value) = node.single else { throw PhotoFault(.badData) }
    if name.equals("__bytes__"), value.tag == .string {
      let start = bytes.count
      return add(try InlinePhoto.decode(bytes: value.string, into: &bytes), since: start)
    }
    guard source == .stored, name.equals("__photo__"), let marker = PhotoMarker(value) else {
      throw PhotoFault(.badData)
    }
    keep(marker)
    return marker
  }

  private mutating func add(_ photo: InlinePhoto, since start: Int) -> PhotoMarker {
    let range = bytes.range(since: start)
    let digest = SHA256Digest(of: bytes[range])
    photos.append((digest, range))
    uses.append(Use(digest: digest, marker: nil))
    return PhotoMarker(digest: digest, length: range.count, photo: photo)
  }
}
