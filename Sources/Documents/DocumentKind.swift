/// What a document is to Hallo.
///
/// It follows from the last collection id of its path.
package enum DocumentKind: String, CaseIterable, Sendable {
  case user, profile, task, response, event, other

  /// The kind of the documents in a collection, whichever of its historical names it goes by.
  package init(collection: UnsafeBufferPointer<UInt8>) {
    if collection.equals("users") {
      self = .user
    } else if collection.equals("profiles") {
      self = .profile
    } else if collection.equals("tasks") || collection.equals("habits") {
      self = .task
    } else if collection.equals("responses") || collection.equals("sms_responses")
      || collection.equals("smsResponses")
    {
      self = .response
    } else if collection.equals("gallery_events") || collection.equals("galleryEvents") {
      self = .event
    } else {
      self = .other
    }
  }
}
