import Testing

@testable import Documents

@Suite struct DocumentPathTests {
  @Test(
    "Paths follow Firestore's rules for ids",
    arguments: [
      ("", .empty), ("c", .oddSegments), ("c/d/e", .oddSegments), ("/", .emptySegment),
      ("/c/d", .emptySegment), ("c/d/", .emptySegment), ("c//d/e", .emptySegment),
      ("c/.", .dots), ("../d", .dots), ("c/d/./e", .dots), ("c/__x__", .reserved),
      ("__x__/d", .reserved), ("__id7__/d", .reserved), ("c/_____", .reserved),
      ("c/__id__", .reserved), ("c/__id07__", .reserved), ("c/__id+7__", .reserved),
      ("c/__id-0__", .reserved), ("c/__id 7__", .reserved), ("c/__id7.0__", .reserved),
      ("c/__id９__", .reserved), ("c/__ID7__", .reserved),
      ("c/__id9223372036854775808__", .reserved), ("c/d/__id7__/e", .reserved),
      ("c/\(String(repeating: "x", count: 1501))", .longSegment),
      ("\(String(repeating: "é", count: 751))/d", .longSegment),
    ] as [(String, DocumentPath.Fault)])
  func refuses(path: String, expected: DocumentPath.Fault) {
    _ = withBytes(of: path) { path in
      #expect(throws: expected) { try DocumentPath.check(path) }
    }
  }

  @Test(
    "Identifiers may hold anything else",
    arguments: [
      "c/d", "c/d/e/f", "c/__id7__", "c/__id0__", "c/__id-9223372036854775808__",
      "c/__id9223372036854775807__", "c/____", "c/___", "c/__", "c/__x_", "c/_x__", "c/...",
      "c/.d", "c/-rf", "c/--", "c/ ", "c/\0", "c/\n", "c/\u{1B}[31m", "c/'; DROP TABLE document;--",
      "c/<script>", "c/%2F..%2F", "c/\\..\\", "c/~", "c/$(id)", "c/e\u{301}", "c/\u{202E}x",
      "c/\(String(repeating: "x", count: 1500))", "c/\(String(repeating: "😀", count: 375))",
    ])
  func accepts(path: String) throws {
    try withBytes(of: path) { try DocumentPath.check($0) }
    #expect(try read("{}", at: path).path == ExactText(path))
  }

  @Test(
    "A path says what a document is, and whose",
    arguments: [
      ("users/u1", .user, "u1"), ("orgs/o/users/u1", .user, "u1"), ("Users/u1", .other, nil),
      ("users/u1/profiles/p", .profile, "u1"), ("profiles/p", .profile, nil),
      ("users/u1/profiles/p/habits/h", .task, "u1"), ("tasks/t", .task, nil),
      ("habits/h", .task, nil), ("responses/r", .response, nil),
      ("users/u1/sms_responses/r", .response, "u1"), ("smsResponses/r", .response, nil),
      ("gallery_events/e", .event, nil), ("galleryEvents/e", .event, nil),
      ("users/u1/gallery_events/e", .event, "u1"), ("gallery_events/e/x/y", .other, nil),
      ("users/u1/x/users", .other, "u1"), ("usersx/u1/x/y", .other, nil),
      ("x/users/u1/y", .other, nil), ("users/u1/users/u2", .user, "u1"),
    ] as [(String, DocumentKind, String?)])
  func tellsKindAndOwner(path: String, kind: DocumentKind, owner: String?) throws {
    let document = try read("{}", at: path)
    #expect(document.record.kind == kind)
    #expect(document.owner == owner.map { ExactText($0) })
  }

  @Test(
    "Outside of a user's own documents, the field `userId` says whose a document is",
    arguments: [
      ("tasks/t", #"{"userId":"é\"1"}"#, "é\"1"), ("tasks/t", #"{"userId":""}"#, nil),
      ("tasks/t", #"{"userId":5}"#, nil), ("tasks/t", #"{"userId":null}"#, nil),
      ("tasks/t", #"{"userId":{"__ref__":"users/u"}}"#, nil),
      ("tasks/t", #"{"a":{"userId":"u"}}"#, nil),
      ("tasks/t", #"{"userid":"u"}"#, nil), ("users/u1/tasks/t", #"{"userId":"u2"}"#, "u1"),
      ("x/y", #"{"userId":"u"}"#, "u"),
    ] as [(String, String, String?)])
  func readsOwner(path: String, fields: String, owner: String?) throws {
    #expect(try read(fields, at: path).owner == owner.map { ExactText($0) })
  }

  @Test(
    "The nearest profile above a document whose id is phone-like is found",
    arguments: [
      ("users/u/profiles/7788143739/habits/h", "users/u/profiles/7788143739"),
      ("profiles/+1 (778) 814-3739/x/y", "profiles/+1 (778) 814-3739"),
      (
        "profiles/7788143739/profiles/7788143740/x/y",
        "profiles/7788143739/profiles/7788143740"
      ),
      ("profiles/7788143739/profiles/P1/x/y", "profiles/7788143739"),
      ("profiles/P1/profiles/7788143740/x/y", "profiles/P1/profiles/7788143740"),
      ("profiles/7788143739", nil), ("users/u/profiles/7788143739", nil),
      ("profiles/P1/habits/h", nil), ("tasks/7788143739/x/y", nil),
      ("x/profiles/7788143739/y", nil), ("profiles/123456/x/y", nil),
    ] as [(String, String?)])
  func findsLegacyProfile(path: String, expected: String?) throws {
    #expect(try read("{}", at: path).legacyProfile == expected.map { ExactText($0) })
  }

  @Test(
    "Collection and id are the last two segments",
    arguments: [("c/d", "c", "d"), ("a/b/c/d", "c", "d"), ("a/b/é/ ", "é", " ")])
  func splits(path: String, collection: String, id: String) {
    withBytes(of: path) { path in
      #expect(ExactText(DocumentPath.collection(path)) == ExactText(collection))
      #expect(ExactText(DocumentPath.identifier(path)) == ExactText(id))
    }
  }
}

@Suite struct PhoneLikeTests {
  @Test(
    "Phone-like text has 7 to 15 digits and nothing but what numbers are written with",
    arguments: [
      ("1234567", true), ("123456789012345", true), ("+1 (778) 814-3739", true),
      ("(778).814.3739", true), ("-------1234567", true), ("123456", false),
      ("1234567890123456", false), ("", false), ("+() -.", false), ("778814373x", false),
      ("45DD3B0E-D983-4917-AE79-2BC001BFBA38", false), ("1234567\n", false), ("١٢٣٤٥٦٧", false),
      ("１２３４５６７", false), ("+1\u{A0}7788143739", false), ("778/814/3739", false),
      ("1234567,8", false), ("tel:7788143739", false),
    ])
  func tellsPhoneLike(text: String, expected: Bool) {
    #expect(withBytes(of: text) { isPhoneLike($0) } == expected)
  }

  @Test(
    "Phone-like profile ids are collected from every depth, sorted and without repeats",
    arguments: [
      (#"{"profileId":"7788143739"}"#, #"["7788143739"]"#),
      (#"{"profileId":"P1","a":{"profileId":"+1 7788143739"}}"#, #"["+1 7788143739"]"#),
      (
        #"{"b":[{"profileId":"7788143739"}],"a":{"profileId":"1234567"},"profileId":"7788143739"}"#,
        #"["1234567","7788143739"]"#
      ),
      (#"{"profileId":7788143739}"#, nil), (#"{"profileID":"7788143739"}"#, nil),
      (#"{"profileId":["7788143739"]}"#, nil),
      (
        #"{"profileId":{"profileId":"7788143739"}}"#,
        #"["7788143739"]"#
      ), (#"{"a":"7788143739"}"#, nil), ("{}", nil),
    ] as [(String, String?)])
  func collects(fields: String, expected: String?) throws {
    #expect(try read(fields).legacyIDs == expected.map { ExactText($0) })
  }

  @Test("The fields that migrations ask for are noted as they are")
  func notesFields() throws {
    let document = try read(
      #"{"profileId":"P\"1","phoneNumber":"(778) 814\n","a":{"phoneNumber":1}}"#)
    #expect(document.profileID == "P\"1")
    #expect(document.phoneNumber == #""(778) 814\n""#)
    #expect(try read(#"{"phoneNumber":{"b":1,"a":2.50}}"#).phoneNumber == #"{"a":2.5,"b":1}"#)
    #expect(try read(#"{"phoneNumber":null,"profileId":5}"#).phoneNumber == nil)
    #expect(try read(#"{"phoneNumber":null,"profileId":5}"#).profileID == nil)
  }
}
