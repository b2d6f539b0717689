/// The rules for a document's path, and what follows from it alone.
///
/// A path is an even number of segments with `/` between them: collection id, document id, and so
/// on. It is hostile data: an id may hold quotes, control characters or a leading dash.
package enum DocumentPath {
  /// What is wrong with a path.
  package enum Fault: String, Error {
    case empty = "the path is empty"
    case oddSegments = "the path has an odd number of segments; a document's is even"
    case emptySegment = "the path has an empty segment"
    case longSegment = "the path has a segment of over 1,500 bytes"
    case slash = "an id has a slash in it"
    case dots = "the path has a segment `.` or `..`"
    case reserved = "the path has a segment of the reserved form `__…__`"
  }

  /// Checks a path by Firestore's rules for ids.
  package static func check(_ path: UnsafeBufferPointer<UInt8>) throws(Fault) {
    if path.isEmpty { throw .empty }
    var segments = 0
    var start = 0
    for index in 0...path.count where index == path.count || path[index] == slash {
      try checkSegment(path.slice(start..<index), isDocument: segments % 2 == 1)
      segments += 1
      start = index + 1
    }
    if segments % 2 == 1 { throw .oddSegments }
  }

  /// The collection that a document is in: the last segment but one.
  package static func collection(_ path: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
    let end = lastSlash(path, before: path.count)
    return path.slice((lastSlash(path, before: end) + 1)..<max(end, 0))
  }

  /// The document's own id: the last segment.
  package static func identifier(_ path: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
    path.slice((lastSlash(path, before: path.count) + 1)..<path.count)
  }

  /// The path of the document that a document is in a subcollection of, or nil.
  package static func parent(_ path: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8>? {
    let end = lastSlash(path, before: max(0, lastSlash(path, before: path.count)))
    return end > 0 ? path.slice(0..<end) : nil
  }

  /// The `{uid}` of a path below `users/{uid}/`, or nil.
  package static func nestedOwner(
    _ path: UnsafeBufferPointer<UInt8>
  ) -> UnsafeBufferPointer<UInt8>? {
    guard path.starts(with: "users/") else { return nil }
    for index in 6..<path.count where path[index] == slash { return path.slice(6..<index) }
    return nil
  }

  /// The path of the nearest profile above a document whose id is phone-like, or nil.
  package static func legacyProfile(
    above path: UnsafeBufferPointer<UInt8>
  ) -> UnsafeBufferPointer<UInt8>? {
    var nearest: UnsafeBufferPointer<UInt8>?
    var collection = 0
    while let identifier = nextSlash(path, from: collection),
      let end = nextSlash(path, from: identifier + 1)
    {
      if path.slice(collection..<identifier).equals("profiles"),
        isPhoneLike(path.slice((identifier + 1)..<end))
      {
        nearest = path.slice(0..<end)
      }
      collection = end + 1
    }
    return nearest
  }

  private static func nextSlash(_ path: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
    var index = start
    while index < path.count {
      if path[index] == slash { return index }
      index += 1
    }
    return nil
  }

  private static func checkSegment(
    _ segment: UnsafeBufferPointer<UInt8>, isDocument: Bool
  ) throws(Fault) {
    if segment.isEmpty { throw .emptySegment }
    if segment.count > 1500 { throw .longSegment }
    if segment.equals(".") || segment.equals("..") { throw .dots }
    if isReservedName(segment), !(isDocument && isNumericID(segment)) { throw .reserved }
  }

  /// Whether a segment is `__id7__`, as Firestore spells the numeric id 7: a 64-bit integer.
  private static func isNumericID(_ segment: UnsafeBufferPointer<UInt8>) -> Bool {
    guard segment.starts(with: "__id"), segment.count > 6 else { return false }
    let digits = segment.slice(4..<(segment.count - 2)).text
    return Int64(digits).map { String($0) == digits } ?? false
  }

  private static func lastSlash(_ path: UnsafeBufferPointer<UInt8>, before end: Int) -> Int {
    var index = end - 1
    while index >= 0, path[index] != slash { index -= 1 }
    return index
  }
}

/// Whether a name is of the form `__…__`, which Firestore keeps for itself: as its emulator has it, with
/// something between.
package func isReservedName(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
  name.count > 4 && name[0] == underscore && name[1] == underscore
    && name[name.count - 1] == underscore && name[name.count - 2] == underscore
}

let slash = UInt8(ascii: "/")
let underscore = UInt8(ascii: "_")
