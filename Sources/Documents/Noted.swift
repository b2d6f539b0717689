/// What the rules ask of a document's fields, noted while its text is written.
struct Noted {
  // Top-level members, as parsed.
  var userID: JSONNode?
  var profileID: JSONNode?
  var eventType: JSONNode?
  var createdAt: JSONNode?
  var timestamp: JSONNode?
  /// Where the text of a top-level `phoneNumber` that is not null was written.
  var phoneNumber: ByteRange?

  // Members at any depth.
  var hasPhotoData = false
  var hasPhoto = false
  /// What is wrong with the first `photoData`, depth first in the order of names.
  var photoFault: InlinePhoto.Fault?
  /// The first `photoURL` is a text that is not empty.
  var hasPhotoURL: Bool?
  /// Every `profileId` that is phone-like, in order, repeats included.
  var phoneLikeProfileIDs: [UnsafeBufferPointer<UInt8>] = []

  mutating func note(
    _ name: UnsafeBufferPointer<UInt8>, _ value: JSONNode, written: ByteRange, isRoot: Bool
  ) {
    switch name.count {
    case 6: if isRoot, name.equals("userId") { userID = value }
    case 8:
      if hasPhotoURL == nil, name.equals("photoURL") {
        hasPhotoURL = value.tag == .string && !value.string.isEmpty
      }
    case 9: noteNine(name, value, isRoot: isRoot)
    case 11:
      if isRoot, value.tag != .null, name.equals("phoneNumber") { phoneNumber = written }
    default: break
    }
  }

  /// Notes the names of nine letters, of which there are most.
  private mutating func noteNine(
    _ name: UnsafeBufferPointer<UInt8>, _ value: JSONNode, isRoot: Bool
  ) {
    if name.equals("profileId") {
      if isRoot { profileID = value }
      if value.tag == .string, isPhoneLike(value.string) {
        phoneLikeProfileIDs.append(value.string)
      }
    } else if isRoot, name.equals("eventType") {
      eventType = value
    } else if isRoot, name.equals("createdAt") {
      createdAt = value
    } else if isRoot, name.equals("timestamp") {
      timestamp = value
    }
  }
}
