/// What `archive run --json` prints, as far as it is of use here.
struct ArchiveReport: Decodable {
  let due, archived, alreadyArchived, bundles, removed, left: Int
}
