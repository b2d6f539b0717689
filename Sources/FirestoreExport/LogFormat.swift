/// The framing of an export's files, which is that of LevelDB's log.
enum LogFormat {
  static let blockSize = 32 * 1024
  /// A checksum of four bytes, a length of two, a type of one.
  static let headerSize = 7
  /// Firestore's documents end at about 1 MiB: what is larger is none, and must not fill memory.
  static let largestRecord = 16 * 1024 * 1024

  /// What part of its record a fragment holds.
  enum Fragment: UInt8 {
    case full = 1
    case first, middle, last

    var begins: Bool { self == .full || self == .first }
    var ends: Bool { self == .full || self == .last }
  }
}
