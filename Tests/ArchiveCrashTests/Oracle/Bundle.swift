import CommandTesting
import Foundation

/// A committed bundle, read with `tar` and `sha256sum` alone.
struct Bundle {
  /// The manifest's path in the archive.
  let manifest: String
  /// What is kept of the records whose photos are whole in it, by their paths.
  private(set) var records: [String: KeptRecord] = [:]
  /// What is wrong with it.
  private(set) var faults: [String] = []

  /// Reads every bundle of an archive that has a manifest.
  static func all(in archive: String, _ scratch: Scratch) throws -> [Bundle] {
    let output = scratch.file("unpacked-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(atPath: output) }
    let outcome = try scratch.start(
      ["-c", script, "sh", archive, output], program: "/bin/sh"
    ).wait()
    let sums = Sums(outcome.text)
    let manifests = try ArchiveTree(archive).entries
      .filter { $0.key.contains("/part-") && $0.key.hasSuffix(".jsonl") }
    return manifests.sorted { $0.key < $1.key }.map {
      Bundle($0.key, $0.value.bytes ?? Data(), sums, unpacked: output)
    }
  }

  private static let script = """
    cd "$1" || exit
    find . -name 'part-*.jsonl' | while IFS= read -r manifest; do
      part="${manifest%.jsonl}"
      sha256sum "$part.tar"
      mkdir -p "$2/$part" && tar -xf "$part.tar" -C "$2/$part"
    done
    cd "$2" && find . -type f -exec sha256sum {} +
    """

  private init(_ manifest: String, _ text: Data, _ sums: Sums, unpacked: String) {
    self.manifest = manifest
    let part = String(manifest.dropLast(".jsonl".count))
    guard let lines = ManifestLines(text) else {
      faults.append("the manifest cannot be read")
      return
    }
    if sums[part + ".tar"] != lines.trailer.tarSha256 {
      faults.append("the tar has another digest")
    }
    for record in lines.records {
      let json = "\(unpacked)/\(part)/\(record.member.dropLast("jpg".count))json"
      if sums["\(part)/\(record.member)"] == record.photoSha256, let kept = KeptRecord(file: json),
        kept.path == record.path, kept.photo.sha256 == record.photoSha256
      {
        records[record.path] = kept
      } else {
        faults.append("\(record.member) is not whole")
      }
    }
  }

  /// Whether a photo is in the bundle, with what is to be kept of its record.
  func has(_ photo: Photo) -> Bool {
    guard let record = records[photo.path] else { return false }
    return record.photo.sha256 == photo.digest && record.photo.bytes == photo.bytes.count
      && record.eventId == photo.id && record.userId == photo.owner
      && record.profileId == photo.profile && record.originalCreatedAt == photo.instant
      && record.taskTitle == photo.title
  }
}

/// What `sha256sum` printed.
private struct Sums {
  private var digests: [String: String] = [:]

  init(_ text: String) {
    for line in text.split(separator: "\n") {
      guard let space = line.range(of: "  ./") else { continue }
      digests[String(line[space.upperBound...])] = String(line[..<space.lowerBound])
    }
  }

  subscript(_ name: String) -> String? { digests[name] }
}

/// The lines of a manifest.
struct ManifestLines {
  struct Record: Decodable {
    let path, member, photoSha256: String
  }

  struct Trailer: Decodable {
    let records: Int
    let tarSha256: String
  }

  let records: [Record]
  let trailer: Trailer

  init?(_ text: Data) {
    let lines = text.split(separator: UInt8(ascii: "\n")).map { Data($0) }
    let decoder = JSONDecoder()
    guard let last = lines.last, let trailer = try? decoder.decode(Trailer.self, from: last),
      let records = try? lines.dropFirst().dropLast().map({
        try decoder.decode(Record.self, from: $0)
      }),
      records.count == trailer.records
    else { return nil }
    (self.records, self.trailer) = (records, trailer)
  }
}

/// What is kept of a record beside its photo, as the contract has it.
struct KeptRecord: Decodable {
  struct Kept: Decodable {
    let sha256, format: String
    let bytes: Int
  }

  let userId, profileId, eventId, path, originalCreatedAt, archivedAt: String
  let taskTitle: String
  let photo: Kept

  fileprivate init?(file: String) {
    guard let json = FileManager.default.contents(atPath: file),
      let record = try? JSONDecoder().decode(Self.self, from: json)
    else { return nil }
    self = record
  }
}
