internal import Documents

/// The members of one line's object.
struct ManifestFields {
  private let fields: [Field]

  init(_ fields: [Field]) { self.fields = fields }

  func has(_ name: String) -> Bool { value(name) != nil }

  func string(_ name: String) -> String? {
    if case .string(let text) = value(name) { return text }
    return nil
  }

  func integer(_ name: String) -> Int? {
    if case .integer(let number) = value(name) { return Int(number) }
    return nil
  }

  func integers(_ name: String) -> [Int]? {
    guard case .array(let values) = value(name) else { return nil }
    let numbers = values.compactMap { value -> Int? in
      if case .integer(let number) = value { return Int(number) }
      return nil
    }
    return numbers.count == values.count ? numbers : nil
  }

  func digest(_ name: String) -> SHA256Digest? {
    guard var text = string(name) else { return nil }
    return text.withUTF8 { SHA256Digest(hexadecimal: $0) }
  }

  func instant(_ name: String) -> Instant? {
    guard var text = string(name) else { return nil }
    return text.withUTF8 { Instant(rfc3339: $0) }
  }

  /// The names that are asked for are ASCII: nothing else looks like them.
  private func value(_ name: String) -> Value? { fields.first { $0.name == name }?.value }
}

extension BundleManifest.Header {
  init?(_ fields: ManifestFields) {
    guard let owner = fields.string("owner"), let profile = fields.string("profile"),
      let year = fields.integer("year"), (1...9999).contains(year),
      let month = fields.integer("month"), (1...12).contains(month),
      let part = fields.integer("part"), PartName.numbers.contains(part),
      let compression = fields.string("compression").flatMap(Compression.init),
      let replaces = fields.integers("replaces"), replaces.allSatisfy({ $0 > 0 && $0 < part })
    else { return nil }
    self.init(
      group: BundleGroup(owner: owner, profile: profile, year: year, month: month), part: part,
      compression: compression, replaces: replaces)
  }
}

extension BundleManifest.Record {
  init?(_ fields: ManifestFields) {
    guard let path = fields.string("path"), let eventID = fields.string("eventId"),
      let instant = fields.instant("instant"),
      let format = fields.string("format").flatMap(PhotoFormat.init),
      let member = fields.string("member"), member.hasSuffix("." + format.rawValue),
      let photo = BundleManifest.Content(
        fields, offset: "offset", bytes: "bytes", digest: "photoSha256"),
      let json = BundleManifest.Content(
        fields, offset: "jsonOffset", bytes: "jsonBytes", digest: "jsonSha256"),
      let digest = fields.digest("recordSha256")
    else { return nil }
    self.init(
      path: path, eventID: eventID, instant: instant, format: format,
      stem: String(member.dropLast(format.rawValue.count + 1)), photo: photo, json: json,
      digest: digest)
  }
}

extension BundleManifest.Content {
  fileprivate init?(_ fields: ManifestFields, offset: String, bytes: String, digest: String) {
    guard let offset = fields.integer(offset), let bytes = fields.integer(bytes),
      let digest = fields.digest(digest)
    else { return nil }
    self.init(offset: offset, bytes: bytes, digest: digest)
  }
}

extension BundleManifest.Trailer {
  init?(_ fields: ManifestFields) {
    guard let records = fields.integer("records"), let photoBytes = fields.integer("photoBytes"),
      let tarBytes = fields.integer("tarBytes"), let tarDigest = fields.digest("tarSha256")
    else { return nil }
    self.init(
      records: records, photoBytes: photoBytes, tarBytes: tarBytes, tarDigest: tarDigest)
  }
}
