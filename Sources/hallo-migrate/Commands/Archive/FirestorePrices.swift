internal import Foundation
internal import HalloReport
internal import PhotoArchive

/// What Firestore costs, to reckon what archiving saves.
struct FirestorePrices: Decodable {
  var currency: String
  /// A GiB (2^30 bytes) of stored data, for a month.
  var storageGiBMonth: Double
  /// Deleting 100,000 documents.
  var deletes100k: Double
  /// Reading and writing as many.
  var reads100k: Double?
  var writes100k: Double?

  /// The list prices of multi-region databases in the United States
  /// (https://cloud.google.com/firestore/pricing).
  static let `default` = FirestorePrices(
    currency: "USD", storageGiBMonth: 0.18, deletes100k: 0.02, reads100k: 0.06, writes100k: 0.18)

  private init(
    currency: String, storageGiBMonth: Double, deletes100k: Double, reads100k: Double,
    writes100k: Double
  ) {
    (self.currency, self.storageGiBMonth) = (currency, storageGiBMonth)
    (self.deletes100k, self.reads100k, self.writes100k) = (deletes100k, reads100k, writes100k)
  }

  /// Reads a JSON object with `currency`, `storageGiBMonth` and `deletes100k`.
  init(file: String) throws {
    guard let data = FileManager.default.contents(atPath: file),
      let prices = try? JSONDecoder().decode(Self.self, from: data)
    else { throw Unreadable(file: file) }
    self = prices
  }

  struct Unreadable: Error, CustomStringConvertible {
    let file: String
    var description: String {
      "\(file) is not a price table: a JSON object such as "
        + #"{"currency":"USD","storageGiBMonth":0.18,"deletes100k":0.02}"#
    }
  }

  /// What it costs to keep bytes for a month.
  func perMonth(_ bytes: Int) -> Double { Double(bytes) / Double(1 << 30) * storageGiBMonth }

  /// What operations on documents cost, in words.
  func cost(reads: Int, writes: Int = 0, deletes: Int = 0) -> String {
    let sum =
      Double(reads) * (reads100k ?? 0) + Double(writes) * (writes100k ?? 0)
      + Double(deletes) * deletes100k
    return "\(money(sum / 100_000)) \(currency)"
  }

  /// Where the reckoning is from, in a sentence.
  var source: String {
    "Reckoned with \(storageGiBMonth) \(currency) a month for a GiB of stored data, and "
      + "\(deletes100k) \(currency) for 100,000 deletions."
  }

  func saving(_ outcome: ArchiveOutcome, _ before: Int, _ after: Int?) -> ArchiveValue.Saving {
    ArchiveValue.Saving(
      documents: outcome.removed, storeBytesBefore: before, storeBytesAfter: after,
      firestoreBytes: outcome.firestoreBytes, currency: currency,
      perMonth: perMonth(outcome.firestoreBytes),
      once: Double(outcome.removed) / 100_000 * deletes100k)
  }
}
