internal import Documents

/// The page of an album: every photo by month, with its day and what it was taken for.
///
/// It opens from a folder without a network, and can load nothing but the photos beside it: its
/// content security policy allows no script, and only its own style sheet, by its hash. A photo is
/// shown large when the address ends in its viewer's name, which needs no script either.
struct AlbumPage: ~Copyable {
  let title: String
  /// In order of time.
  let photos: [AlbumPhoto]
  /// The first photos of the months.
  private let months: [Int]
  private var html = HTML()

  init(title: String, photos: [AlbumPhoto]) {
    (self.title, self.photos) = (title, photos)
    months = photos.indices.filter {
      $0 == 0 || photos[$0].time.month != photos[$0 - 1].time.month
    }
  }

  /// The whole page, as the bytes of a file.
  consuming func rendered() -> [UInt8] {
    html.appendHead(
      title: "\(title), \(span)", style: AlbumStyle.sheet, policy: AlbumStyle.policy)
    appendHeader()
    html.append(markup: "<main>\n")
    for (position, start) in months.enumerated() {
      let end = position + 1 < months.count ? months[position + 1] : photos.count
      appendMonth(start..<end)
    }
    html.append(
      markup:
        "</main>\n<footer>Every photo is a file in the folders beside this page.</footer>\n</body>\n</html>\n"
    )
    return Array(html.output.bytes)
  }

  private var span: String {
    guard let first = photos.first, let last = photos.last else { return "" }
    return LocalTime.spelled(from: first.time.month, to: last.time.month)
  }

  private mutating func appendHeader() {
    html.append(markup: "<header>\n<h1>")
    html.append(text: title)
    html.append(markup: "</h1>\n<p>")
    html.append(text: "\(counted(photos.count)) · \(span)")
    html.append(markup: "</p>\n")
    if months.count > 1 { appendNavigation() }
    html.append(markup: "</header>\n")
  }

  /// A line a year, of its months.
  private mutating func appendNavigation() {
    html.append(markup: "<nav aria-label=\"Months\">")
    var year: String?
    for month in months.map({ photos[$0].time.month }) {
      if LocalTime.year(month: month) != year {
        html.append(markup: year == nil ? "\n<p><b>" : "</p>\n<p><b>")
        year = LocalTime.year(month: month)
        html.append(text: LocalTime.year(month: month))
        html.append(markup: "</b>")
      }
      html.append(markup: " <a href=\"#m")
      html.append(text: month)
      html.append(markup: "\">")
      html.append(text: LocalTime.name(month: month))
      html.append(markup: "</a>")
    }
    html.append(markup: "</p>\n</nav>\n")
  }

  private mutating func appendMonth(_ range: Range<Int>) {
    let month = photos[range.lowerBound].time.month
    html.append(markup: "<section id=\"m")
    html.append(text: month)
    html.append(markup: "\">\n<h2>")
    html.append(text: LocalTime.spelled(month: month))
    html.append(markup: " <small>")
    html.append(text: counted(range.count))
    html.append(markup: "</small></h2>\n<div class=\"photos\">\n")
    for index in range { appendFigure(index) }
    html.append(markup: "</div>\n</section>\n")
  }

  private mutating func appendFigure(_ index: Int) {
    let photo = photos[index]
    html.append(markup: "<figure id=\"p")
    html.append(text: "\(index + 1)")
    html.append(markup: "\"><a href=\"")
    html.append(text: photo.isShown ? "#v\(index + 1)" : photo.path)
    html.append(markup: "\">")
    appendImage(photo)
    html.append(markup: "</a><figcaption>")
    appendCaption(photo)
    html.append(markup: "</figcaption>")
    if photo.isShown { appendViewer(index) }
    html.append(markup: "</figure>\n")
  }

  private mutating func appendCaption(_ photo: AlbumPhoto) {
    if let title = photo.title {
      html.append(markup: "<b dir=\"auto\">")
      html.append(text: title)
      html.append(markup: "</b>")
    }
    if let person = photo.person {
      html.append(markup: "<span dir=\"auto\">")
      html.append(text: person)
      html.append(markup: "</span>")
    }
    html.append(markup: "<time datetime=\"")
    html.append(text: photo.time.instant.description)
    html.append(markup: "\">")
    html.append(text: photo.time.day)
    html.append(markup: "</time>")
  }

  private mutating func appendImage(_ photo: AlbumPhoto) {
    if photo.isShown { return appendImage(photo, size: photo.size) }
    html.append(markup: "<span class=\"file\">Open the ")
    html.append(text: photo.format == .heic ? "HEIC" : "TIFF")
    html.append(markup: " photo</span>")
  }

  private mutating func appendImage(_ photo: AlbumPhoto, size: PhotoSize?) {
    html.append(markup: "<img loading=\"lazy\" decoding=\"async\" src=\"")
    html.append(text: photo.path)
    if let size {
      html.append(markup: "\" width=\"")
      html.append(text: "\(size.width)")
      html.append(markup: "\" height=\"")
      html.append(text: "\(size.height)")
    }
    html.append(markup: "\" alt=\"")
    html.append(text: photo.title ?? "Photo of \(photo.time.day)")
    html.append(markup: "\">")
  }

  /// The photo alone on the screen, with ways to the ones before and after it.
  private mutating func appendViewer(_ index: Int) {
    let photo = photos[index]
    html.append(markup: "<div class=\"viewer\" id=\"v")
    html.append(text: "\(index + 1)")
    html.append(markup: "\">")
    appendLink(to: "#p\(index + 1)", "back", "Back to the album")
    appendImage(photo, size: nil)
    html.append(markup: "<p>")
    appendCaption(photo)
    html.append(markup: " <a href=\"")
    html.append(text: photo.path)
    html.append(markup: "\">Open the file</a></p>")
    if let before = photos[..<index].lastIndex(where: \.isShown) {
      appendLink(to: "#v\(before + 1)", "before", "The photo before")
    }
    if let after = photos[(index + 1)...].firstIndex(where: \.isShown) {
      appendLink(to: "#v\(after + 1)", "after", "The next photo")
    }
    html.append(markup: "</div>")
  }

  private mutating func appendLink(
    to address: String, _ name: StaticString, _ label: StaticString
  ) {
    html.append(markup: "<a class=\"")
    html.append(markup: name)
    html.append(markup: "\" href=\"")
    html.append(text: address)
    html.append(markup: "\" aria-label=\"")
    html.append(markup: label)
    html.append(markup: "\"></a>")
  }

  private func counted(_ count: Int) -> String { count == 1 ? "1 photo" : "\(count) photos" }
}
