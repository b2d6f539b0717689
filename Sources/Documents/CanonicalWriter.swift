/// Writes parsed JSON as canonical text, and notes what the rules ask about while it passes by.
///
/// Canonical: names sorted by their bytes, no white space, integers and shortest round-trip doubles,
/// non-ASCII text unescaped, Firestore's other types as single-member objects. One pass does it all,
/// since an import is as fast as this is.
struct CanonicalWriter: ~Copyable {
  /// Where a document's text comes from.
  enum Source {
    /// Outside: photos are inline, and are taken out of the text.
    case input
    /// A store: photos are markers, and stay so.
    case stored
  }

  /// How deep maps and arrays may nest, a document's own map included.
  ///
  /// Below the innermost may be what is three levels deep itself, `{"__geo__":[{"__double__":"-0"}]}`,
  /// and a line of NDJSON adds one above: so the parser reads whatever was written here.
  static let maximumDepth = JSONParser.maximumDepth - 4

  let source: Source
  var noted = Noted()
  private var members: [Member] = []
  private var depth = 0

  init(source: Source) { self.source = source }

  /// A member of an object that is being written.
  private struct Member {
    let name: UnsafeBufferPointer<UInt8>
    let value: JSONNode
  }

  /// Writes a document's fields.
  mutating func writeDocument(
    _ root: JSONNode, to output: inout ByteBuffer, photos: inout DetachedPhotos
  ) throws(DocumentFault) {
    noted = Noted()
    members.removeAll(keepingCapacity: true)
    depth = 0
    guard root.tag == .object else { throw .notAnObject }
    try writeMembers(of: root, isRoot: true, to: &output, photos: &photos)
  }

  private mutating func write(
    _ node: JSONNode, to output: inout ByteBuffer, photos: inout DetachedPhotos
  ) throws(DocumentFault) {
    switch node.tag {
    case .object:
      if let (name, value) = node.single, name.starts(with: "__") {
        if try writeTyped(name, value, to: &output, photos: &photos) { return }
      }
      try writeMembers(of: node, isRoot: false, to: &output, photos: &photos)
    case .array: try writeElements(of: node, to: &output, photos: &photos)
    default: try output.appendJSON(scalar: node)
    }
  }

  private mutating func writeElements(
    of array: JSONNode, to output: inout ByteBuffer, photos: inout DetachedPhotos
  ) throws(DocumentFault) {
    try enter()
    output.append(UInt8(ascii: "["))
    var next = array.index + 1
    while next < array.close {
      if next > array.index + 1 { output.append(UInt8(ascii: ",")) }
      try write(array.at(next), to: &output, photos: &photos)
      next = array.at(next).end
    }
    output.append(UInt8(ascii: "]"))
    depth -= 1
  }

  private mutating func enter() throws(DocumentFault) {
    depth += 1
    if depth > Self.maximumDepth { throw .tooDeep(limit: Self.maximumDepth) }
  }

  private mutating func writeMembers(
    of object: JSONNode, isRoot: Bool, to output: inout ByteBuffer, photos: inout DetachedPhotos
  ) throws(DocumentFault) {
    try enter()
    let first = members.count
    try collectMembers(of: object)
    output.append(UInt8(ascii: "{"))
    for position in first..<members.count {
      let member = members[position]
      if position > first { output.append(UInt8(ascii: ",")) }
      output.appendJSON(string: member.name)
      output.append(UInt8(ascii: ":"))
      try writeMember(member, isRoot: isRoot, to: &output, photos: &photos)
    }
    output.append(UInt8(ascii: "}"))
    members.removeLast(members.count - first)
    depth -= 1
  }

  /// Pushes the members of an object, sorted and checked.
  private mutating func collectMembers(of object: JSONNode) throws(DocumentFault) {
    let first = members.count
    var isSorted = true
    var next = object.index + 1
    while next < object.close {
      let member = Member(name: object.at(next).string, value: object.at(next + 1))
      try check(name: member.name)
      if isSorted, members.count > first {
        isSorted = members[members.count - 1].name.precedes(member.name)
      }
      members.append(member)
      next = member.value.end
    }
    if isSorted { return }
    members[first...].sort { $0.name.precedes($1.name) }
    for position in (first + 1)..<members.count
    where !members[position - 1].name.precedes(members[position].name) {
      throw .duplicateFieldName(members[position].name.text)
    }
  }

  private func check(name: UnsafeBufferPointer<UInt8>) throws(DocumentFault) {
    if name.isEmpty { throw .emptyFieldName }
    if name.count > 1500 { throw .longFieldName }
    if isReservedName(name) { throw .reservedFieldName(name.text) }
  }

  private mutating func writeMember(
    _ member: Member, isRoot: Bool, to output: inout ByteBuffer, photos: inout DetachedPhotos
  ) throws(DocumentFault) {
    if member.name.equals("photoData") {
      return try writePhotoData(member.value, to: &output, photos: &photos)
    }
    let start = output.count
    try write(member.value, to: &output, photos: &photos)
    noted.note(member.name, member.value, written: output.range(since: start), isRoot: isRoot)
  }
}

extension CanonicalWriter {
  /// Writes a `photoData`: its bytes go to `photos` and a marker to the text, if it is a photo.
  private mutating func writePhotoData(
    _ node: JSONNode, to output: inout ByteBuffer, photos: inout DetachedPhotos
  ) throws(DocumentFault) {
    let isFirst = !noted.hasPhotoData
    noted.hasPhotoData = true
    if node.tag == .null { return output.append("null") }
    let marker: PhotoMarker?
    do {
      marker = try photos.detach(node, source: source)
      if isFirst { noted.hasPhoto = true }
    } catch {
      marker = nil
      if isFirst { noted.photoFault = error.fault }
    }
    guard let marker else { return try write(node, to: &output, photos: &photos) }
    marker.append(to: &output)
  }

  /// Writes one of Firestore's types that JSON has not.
  ///
  /// - Returns: False if the name is not such a type's.
  private mutating func writeTyped(
    _ name: UnsafeBufferPointer<UInt8>, _ value: JSONNode, to output: inout ByteBuffer,
    photos: inout DetachedPhotos
  ) throws(DocumentFault) -> Bool {
    if name.equals("__time__") {
      try TypedValue.writeTime(value, to: &output)
    } else if name.equals("__bytes__") {
      try TypedValue.writeBytes(value, to: &output)
    } else if name.equals("__ref__") {
      try TypedValue.writeReference(value, to: &output)
    } else if name.equals("__geo__") {
      try TypedValue.writeGeopoint(value, to: &output)
    } else if name.equals("__vector__") {
      try TypedValue.writeVector(value, to: &output)
    } else if name.equals("__double__") {
      try TypedValue.writeSpecialDouble(value, to: &output)
    } else if source == .stored, let marker = PhotoMarker(value) {
      photos.keep(marker)
      marker.append(to: &output)
    } else {
      return false
    }
    return true
  }
}
