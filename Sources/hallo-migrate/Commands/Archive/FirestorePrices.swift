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

  /// The list prices of multi-region databases in the United States
  /// (https://cloud.google.com/firestore/pricing).
  static let `default` = FirestorePrices(
    currency: "USD", storageGiBMonth: 0.18, deletes100k: 0.02)

  private init(currency: String, storageGiBMonth: Double, deletes100k: Double) {
    (self.currency, self.storageGiBMonth) = (currency, storageGiBMonth)
    self.deletes100k = deletes100k
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
