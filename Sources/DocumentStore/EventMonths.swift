internal import GRDB

/// How many events of a store a month has, in UTC.
package struct EventMonth: Sendable {
  /// `2025-10`; nil if it cannot be told when the events were.
  package let month: String?
  package let events: Int
  /// Those of the events that archiving is about: with a photo, inline or by its URL.
  package let photos: Int

  package init(month: String?, events: Int, photos: Int) {
    (self.month, self.events, self.photos) = (month, events, photos)
  }
}

extension DocumentStore {
  /// Seconds since 1970, rounded down: SQL rounds to zero, so that the count begins with the year 1.
  private static let seconds = "(v.instant + 62135596800000000) / 1000000 - 62135596800"

  /// Counts the current events by month, in order; it reads the whole store.
  package func eventMonths() throws -> [EventMonth] {
    try access { database in
      let rows = try Row.fetchAll(
        database,
        sql: """
          SELECT strftime('%Y-%m', \(Self.seconds), 'unixepoch'), count(*),
            count(CASE WHEN \(DuePhotoRecords.isRecord) THEN 1 END)
          FROM version AS v WHERE v.kind = 'event' AND \(DuePhotoRecords.isCurrent)
          GROUP BY 1 ORDER BY 1
          """)
      return rows.map { EventMonth(month: $0[0], events: $0[1], photos: $0[2]) }
    }
  }
}
