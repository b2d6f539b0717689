/// What a fake server does wrong, once.
package enum Fault: Sendable {
  /// It answers with a status, such as `UNAVAILABLE`, and does nothing.
  case refuse(String)
  /// It answers with a status and words about a document, and does nothing.
  case refuseNaming(String, path: String)
  /// It does what it was asked, and answers with a status all the same.
  case doAndRefuse(String)
  /// It does what it was asked, sends so many messages of the answer, and drops the connection.
  case cut(after: Int)
  /// It does what it was asked, sends so many messages of the answer, and then a status.
  case refuseAfter(Int, String)
  /// It does nothing and says nothing, until the client gives up.
  case hang
}
