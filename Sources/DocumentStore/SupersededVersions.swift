internal import GRDB

/// The versions that newer ones of their documents follow.
///
/// There is a bit for each version, so that to ask takes no search: 12 MB for a hundred million.
struct SupersededVersions {
  private var words: [UInt64] = []

  init(_ database: Database) throws {
    let versions = try SQLiteStatement(
      """
      SELECT document, id FROM main.version WHERE document IS NOT NULL ORDER BY document, run
      """, database)
    var (document, newest): (Int64, Int64) = (0, 0)
    while try versions.step() {
      if versions.integer(0) != document {
        document = versions.integer(0)
        newest = document
      }
      let version = versions.integer(1)
      insert(min(newest, version))
      newest = max(newest, version)
    }
  }

  func contains(_ version: Int64) -> Bool {
    let word = Int(version >> 6)
    return word < words.count && words[word] >> UInt64(version & 63) & 1 == 1
  }

  private mutating func insert(_ version: Int64) {
    let word = Int(version >> 6)
    while word >= words.count { words.append(contentsOf: repeatElement(0, count: 1024)) }
    words[word] |= 1 << UInt64(version & 63)
  }
}
