internal import DocumentStore
internal import Documents
internal import HalloReport
internal import PhotoArchive

/// What `archive list` reports.
struct ListValue: Encodable {
  struct Photo: Encodable {
    let user: String
    let profile: String
    let instant: String
    let event: String
    let path: String
    let bytes: Int
    let format: String
    let bundle: String
  }

  let command = "archive list"
  let photos: [Photo]
  /// Give it to --after for the next page; nil at the end.
  let next: String?
  let damaged: [DamageValue]
  /// Whether the index has no photo at all.
  private let isEmpty: Bool
  /// How many users and bundles the photos are of: masked, some would be alike.
  private let users: Int
  private let bundles: Int

  private enum CodingKeys: CodingKey { case command, photos, next, damaged }

  init(
    _ photos: [ArchivedPhoto], limit: Int, _ damages: [Damage], isEmpty: Bool,
    _ personalData: PersonalData
  ) {
    self.isEmpty = isEmpty
    users = Set(photos.prefix(limit).map { Array($0.owner.utf8) }).count
    bundles = Set(photos.prefix(limit).map { Array($0.bundle.utf8) }).count
    self.photos = photos.prefix(limit).map {
      Photo(
        user: personalData.path($0.owner), profile: personalData.path($0.profile),
        instant: $0.instant.description, event: personalData.path($0.event),
        path: personalData.path($0.path), bytes: $0.bytes, format: $0.format,
        bundle: personalData.archivePath($0.bundle))
    }
    next = photos.count > limit ? photos[limit - 1].token.description : nil
    damaged = damages.map { DamageValue($0, personalData) }
  }

  var page: Page {
    var page = Page()
    page.heading(photos.isEmpty ? "No photos." : count(photos.count, "photo") + ":")
    page.table(table)
    addEnd(to: &page)
    return page
  }

  /// The list for a browser, and how many photos there are of each month.
  var webPage: Page {
    var page = Page()
    page.heading(photos.isEmpty ? "No photos." : count(photos.count, "archived photo"))
    page.mark = damaged.isEmpty ? nil : "Damaged"
    if !photos.isEmpty { page.facts(figures) }
    page.photoMonths(photos.map { (String($0.instant.prefix(7)), $0.bytes) })
    if !photos.isEmpty { page.heading("The photos") }
    page.table(table)
    addEnd(to: &page)
    return page
  }

  private var figures: Facts {
    var figures = Facts(.figures)
    figures.add(photos.count == 1 ? "photo" : "photos", grouped(photos.count))
    figures.add("in all", byteCount(photos.map(\.bytes).reduce(0, +)))
    figures.add(users == 1 ? "user" : "users", grouped(users))
    figures.add(bundles == 1 ? "bundle" : "bundles", grouped(bundles))
    return figures
  }

  private var table: Table {
    var table = Table(
      .code("user"), .code("profile"), .text("at"), .code("event"), .text("format"),
      .number("size"))
    for photo in photos {
      table.row(
        photo.user, photo.profile, String(photo.instant.prefix(19)) + "Z", photo.event,
        photo.format, byteCount(photo.bytes))
    }
    return table
  }

  private func addEnd(to page: inout Page) {
    if isEmpty {
      page.paragraph(
        "If the archive has some, --rebuild makes the store's index of it from its manifests.")
    }
    if let next { page.paragraph("There are more: go on with --after \(next).") }
    page.table(DamageValue.table(damaged))
  }
}
