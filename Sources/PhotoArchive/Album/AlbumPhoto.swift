internal import Documents

/// A photo of an album.
struct AlbumPhoto {
  /// Its path in the zip: `2025-10/2025-10-09_07-00-00.jpg`.
  let path: String
  let format: PhotoFormat
  let size: PhotoSize?
  let time: LocalTime
  /// What the photo was an answer to; nil if the record does not say.
  let title: String?
  /// Whom it is of; nil if there is no need to say so, or nobody knows.
  var person: String?

  /// Browsers do not show every format that telephones take.
  var isShown: Bool { format != .heic && format != .tif }
}
