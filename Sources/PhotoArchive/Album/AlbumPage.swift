internal import Documents

/// The page of an album: every photo by month, with its day and what it was taken for.
///
/// It opens from a folder without a network, and can load nothing but the photos beside it: its
/// content security policy allows no script, and only its own style sheet, by its hash.
struct AlbumPage: ~Copyable {
  let title: String
  /// In order of time.
  let photos: [AlbumPhoto]
  /// How photos of several profiles are told apart; nil if there is no need.
  let profileName: (@Sendable (String) -> String)?
  /// Whose clock the times are of.
  let clock: String
  private var html = HTML()

  init(
    title: String, photos: [AlbumPhoto], profileName: (@Sendable (String) -> String)?,
    clock: String
  ) {
    (self.title, self.photos) = (title, photos)
    (self.profileName, self.clock) = (profileName, clock)
  }

  /// The whole page, as the bytes of a file.
  consuming func rendered() -> [UInt8] {
    let months = months
    appendHead()
    appendHeader(months)
    html.append(markup: "<main>\n")
    for month in months { appendMonth(month) }
    html.append(markup: "</main>\n<footer><p>The photos are in the folders beside this page. ")
    html.append(text: "Times are those of \(clock).")
    html.append(markup: "</p></footer>\n</body>\n</html>\n")
    return Array(html.output.bytes)
  }

  private var months: [(name: String, photos: ArraySlice<AlbumPhoto>)] {
    var months: [(name: String, photos: ArraySlice<AlbumPhoto>)] = []
    for (index, photo) in photos.enumerated() {
      if months.last?.name == photo.time.month {
        months[months.count - 1].photos = photos[months[months.count - 1].photos.startIndex...index]
      } else {
        months.append((photo.time.month, photos[index...index]))
      }
    }
    return months
  }

  private mutating func appendHead() {
    html.append(markup: "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
    html.append(markup: "<meta http-equiv=\"Content-Security-Policy\" content=\"")
    html.append(text: AlbumStyle.policy)
    html.append(
      markup: "\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n")
    html.append(
      markup:
        "<meta name=\"color-scheme\" content=\"light dark\">\n<meta name=\"referrer\" content=\"no-referrer\">\n<title>"
    )
    html.append(text: title)
    html.append(markup: "</title>\n<style>")
    html.append(markup: AlbumStyle.sheet)
    html.append(markup: "</style>\n</head>\n<body>\n")
  }

  private mutating func appendHeader(_ months: [(name: String, photos: ArraySlice<AlbumPhoto>)]) {
    html.append(markup: "<header>\n<h1>")
    html.append(text: title)
    html.append(markup: "</h1>\n<p>")
    html.append(text: summary(months.map(\.name)))
    html.append(markup: "</p>\n<nav aria-label=\"Months\">\n")
    for month in months {
      html.append(markup: "<a href=\"#m")
      html.append(text: month.name)
      html.append(markup: "\">")
      html.append(text: LocalTime.spelled(month: month.name))
      html.append(markup: "</a>\n")
    }
    html.append(markup: "</nav>\n</header>\n")
  }

  private func summary(_ months: [String]) -> String {
    guard let first = months.first, let last = months.last else { return "No photos" }
    let span = [first, last].map { LocalTime.spelled(month: $0) }
    return counted(photos.count) + " · " + (first == last ? span[0] : span.joined(separator: " – "))
  }

  private mutating func appendMonth(_ month: (name: String, photos: ArraySlice<AlbumPhoto>)) {
    html.append(markup: "<section id=\"m")
    html.append(text: month.name)
    html.append(markup: "\">\n<h2>")
    html.append(text: LocalTime.spelled(month: month.name))
    html.append(markup: " <small>")
    html.append(text: counted(month.photos.count))
    html.append(markup: "</small></h2>\n<div class=\"grid\">\n")
    for photo in month.photos { append(photo) }
    html.append(markup: "</div>\n</section>\n")
  }

  private mutating func append(_ photo: AlbumPhoto) {
    html.append(markup: "<figure><a href=\"")
    html.append(text: photo.path)
    html.append(markup: "\">")
    appendImage(photo)
    html.append(markup: "</a><figcaption>")
    if let title = photo.title {
      html.append(markup: "<b dir=\"auto\">")
      html.append(text: title)
      html.append(markup: "</b>")
    }
    if let profileName {
      html.append(markup: "<span dir=\"auto\">")
      html.append(text: profileName(photo.profile))
      html.append(markup: "</span>")
    }
    html.append(markup: "<time datetime=\"")
    html.append(text: photo.time.instant.description)
    html.append(markup: "\">")
    html.append(text: photo.time.spelled)
    html.append(markup: "</time></figcaption></figure>\n")
  }

  /// Browsers do not show every format that telephones take.
  private mutating func appendImage(_ photo: AlbumPhoto) {
    if photo.format == .heic || photo.format == .tif {
      html.append(markup: "<span class=\"file\">Open the ")
      html.append(text: photo.format == .heic ? "HEIC" : "TIFF")
      html.append(markup: " photo</span>")
    } else {
      html.append(markup: "<img loading=\"lazy\" decoding=\"async\" src=\"")
      html.append(text: photo.path)
      html.append(markup: "\" alt=\"")
      html.append(text: (photo.title.map { $0 + ", " } ?? "Photo of ") + photo.time.spelled)
      html.append(markup: "\">")
    }
  }

  /// `1,234 photos`.
  private func counted(_ count: Int) -> String {
    var digits = String(count)
    for position in stride(from: digits.count - 3, to: 0, by: -3) {
      digits.insert(",", at: digits.index(digits.startIndex, offsetBy: position))
    }
    return digits + (count == 1 ? " photo" : " photos")
  }
}
