/// What tells types apart that share a kind of value.
enum Meaning {
  static let none: Int32 = 0
  static let timestamp: Int32 = 7
  static let geopoint: Int32 = 9
  static let bytes: Int32 = 14
  static let map: Int32 = 19
  static let emptyArray: Int32 = 24
  static let vector: Int32 = 31
}

/// What Firestore's values are limited to, and the format is not.
enum Limits {
  /// From the year 1 to the year 9999.
  static let timestamps: ClosedRange<Int64> = -62_135_596_800_000_000...253_402_300_799_999_999
  /// Firestore ends at 20; this only keeps a hostile file from exhausting the stack.
  static let depth = 100

  static func check(timestamp: Int64) throws(RecordFault) {
    if !timestamps.contains(timestamp) { throw .timestampOutOfRange(microseconds: timestamp) }
  }

  static func check(latitude: Double, longitude: Double) throws(RecordFault) {
    if abs(latitude) <= 90, abs(longitude) <= 180 { return }
    throw .geopointOutOfRange(latitude: latitude, longitude: longitude)
  }
}
