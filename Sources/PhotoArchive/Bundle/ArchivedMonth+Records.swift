internal import Documents

/// A record of a month, and where it is.
package struct ArchivedRecord: Sendable {
  package let record: BundleManifest.Record
  package let part: Int
  /// Its name among all records of the month; that of its members, but where two parts have one name.
  package let name: String
}

extension ArchivedMonth {
  /// The records of all parts, in the order of their names.
  ///
  /// A record that was archived, restored and archived again without a change is in two parts; it is
  /// the later one here.
  package func records(_ selection: ArchiveSelection = .everything) -> [ArchivedRecord] {
    var found: [(record: BundleManifest.Record, part: Int)] = []
    var places: [Key: Int] = [:]
    for manifest in manifests where selection.includes(manifest.header.group) {
      for record in manifest.records {
        if let place = places[Key(record)] {
          found[place] = (record, manifest.header.part)
        } else {
          places[Key(record)] = found.count
          found.append((record, manifest.header.part))
        }
      }
    }
    let names = ArchiveName.names(of: found.map { ($0.record.path, $0.record.eventID) })
    return zip(found, names)
      .map { ArchivedRecord(record: $0.record, part: $0.part, name: $1) }
      .filter { selection.includes($0.record) }
      .sorted { BundleManifest.precedes($0.name, $1.name) }
  }

  /// What makes two records one; ids are compared by their bytes.
  private struct Key: Hashable {
    let path: [UInt8]
    let photo: SHA256Digest
    let digest: SHA256Digest

    init(_ record: BundleManifest.Record) {
      path = Array(record.path.utf8)
      (photo, digest) = (record.photo.digest, record.digest)
    }
  }
}
