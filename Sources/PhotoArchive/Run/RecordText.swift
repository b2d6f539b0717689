internal import DocumentStore
package import Documents

/// What is kept of a record beside its photo: `{event}.json`.
package enum RecordText {
  /// Writes the JSON of a record, its keys sorted, with a newline behind it.
  ///
  /// Hallo's privacy rule lets message text and other details go after the retention window, so that
  /// only these fields are kept.
  ///
  /// `document` is the stored text of the document, its photo a marker, if all of it is to be kept.
  package static func write(
    _ record: PlannedRecord, group: BundleGroup, archivedAt: Instant, document: String?
  ) -> [UInt8] {
    var text = ByteBuffer()
    text.append("{\"archivedAt\":\"")
    archivedAt.append(to: &text)
    text.append("\"")
    if let document {
      text.append(",\"document\":")
      text.append(document)
    }
    text.append(",\"eventId\":")
    text.appendJSON(string: record.eventID)
    text.append(",\"originalCreatedAt\":\"")
    record.due.instant.append(to: &text)
    text.append("\",\"path\":")
    text.appendJSON(string: record.due.path)
    text.append(",\"photo\":{\"bytes\":")
    text.appendJSON(integer: Int64(record.photo.bytes))
    text.append(",\"format\":\"\(record.photo.format.rawValue)\",\"sha256\":\"")
    text.append(record.photo.digest.description)
    text.append("\"},\"profileId\":")
    text.appendJSON(string: group.profile)
    if let title = record.taskTitle {
      text.append(",\"taskTitle\":")
      text.appendJSON(string: title)
    }
    text.append(",\"userId\":")
    text.appendJSON(string: group.owner)
    text.append("}\n")
    return Array(text.bytes)
  }
}
