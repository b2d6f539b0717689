internal import Documents
internal import Foundation

/// A photo of an album.
struct AlbumPhoto {
  /// Its path in the zip: `2025-10/2025-10-09_07-00-00.jpg`.
  let path: String
  let format: PhotoFormat
  let time: LocalTime
  /// What the photo was an answer to; nil if the record does not say.
  let title: String?
  let profile: String
}

/// When something was, on the clock of a place.
struct LocalTime {
  let instant: Instant
  /// `2025-10-09T07:00:00.000000`.
  private let text: String

  init(_ instant: Instant, in zone: TimeZone) {
    self.instant = instant
    let date = Date(timeIntervalSince1970: Double(instant.microseconds) / 1_000_000)
    let shift = Int64(zone.secondsFromGMT(for: date)) * 1_000_000
    let shifted = Instant(microseconds: instant.microseconds + shift) ?? instant
    text = String(shifted.description.dropLast())
  }

  /// `2025-10`.
  var month: String { String(text.prefix(7)) }

  /// `2025-10-09_07-00-00`: a name for a file on any system.
  var fileName: String {
    String(text.prefix(19)).replacing("T", with: "_").replacing(":", with: "-")
  }

  /// `9 October 2025, 07:00`.
  var spelled: String {
    let day = Int(text.dropFirst(8).prefix(2)) ?? 0
    return "\(day) \(Self.spelled(month: month)), \(text.dropFirst(11).prefix(5))"
  }

  /// `October 2025`, of `2025-10`.
  static func spelled(month: String) -> String {
    let number = Int(month.suffix(2)) ?? 0
    return "\(names[max(0, min(number, 12) - 1)]) \(Int(month.prefix(4)) ?? 0)"
  }

  private static let names = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]
}
