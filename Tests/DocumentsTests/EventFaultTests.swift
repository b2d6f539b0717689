import Testing

@testable import Documents

@Suite struct EventFaultTests {
  static let jpeg = #""/9j/""#

  /// A well-formed event with some members replaced; a nil leaves one out.
  static func event(_ changes: [(String, String?)] = []) -> String {
    var members: [(String, String)] = [
      ("eventType", #""taskResponse""#), ("createdAt", "1760000000"), ("userId", #""u1""#),
      ("profileId", #""P1""#), ("photoData", jpeg),
    ]
    for (name, value) in changes {
      members.removeAll { $0.0 == name }
      if let value { members.append((name, value)) }
    }
    return "{" + members.map { "\"\($0.0)\":\($0.1)" }.joined(separator: ",") + "}"
  }

  @Test("An event with all that it needs is well-formed")
  func isWellFormed() throws {
    let event = try read(Self.event(), at: "gallery_events/e")
    #expect(event.record.fault == nil)
    #expect(event.record.eventType == .taskResponse)
    #expect(event.record.photo == .inline)
    let created = try read(
      Self.event([("eventType", #""profileCreated""#), ("photoData", nil)]), at: "galleryEvents/e")
    #expect(created.record.fault == nil)
    #expect(created.record.eventType == .profileCreated)
    #expect(created.record.photo == nil)
  }

  @Test(
    "Each fault is found",
    arguments: [
      ([("eventType", nil)], .missingEventType), ([("eventType", "null")], .missingEventType),
      ([("eventType", "5")], .missingEventType), ([("eventType", #""""#)], .unknownEventType),
      ([("eventType", #""TaskResponse""#)], .unknownEventType),
      ([("eventType", #""taskResponse ""#)], .unknownEventType),
      ([("createdAt", nil)], .missingCreatedAt), ([("createdAt", "null")], .missingCreatedAt),
      ([("createdAt", "null"), ("timestamp", "null")], .missingCreatedAt),
      ([("createdAt", "-1")], .badCreatedAt), ([("createdAt", #""today""#)], .badCreatedAt),
      ([("createdAt", "false"), ("timestamp", "1760000000")], .badCreatedAt),
      ([("createdAt", "null"), ("timestamp", "true")], .badCreatedAt),
      ([("userId", nil)], .missingOwner), ([("userId", "5")], .missingOwner),
      ([("profileId", nil)], .missingProfileID), ([("profileId", "null")], .missingProfileID),
      ([("profileId", #""""#)], .missingProfileID),
      ([("profileId", "7788143739")], .missingProfileID),
      ([("profileId", nil), ("x", #"{"profileId":"P1"}"#)], .missingProfileID),
      ([("photoData", #""<null>""#)], .nullPhoto), ([("photoData", #""""#)], .badPhotoData),
      ([("photoData", #""<NULL>""#)], .badPhotoData), ([("photoData", "5")], .badPhotoData),
      ([("photoData", "{}")], .badPhotoData), ([("photoData", "[]")], .badPhotoData),
      ([("photoData", "true")], .badPhotoData), ([("photoData", #""/9j""#)], .badPhotoData),
      ([("photoData", #""/9j/ ""#)], .badPhotoData), ([("photoData", #""_9j_""#)], .badPhotoData),
      ([("photoData", #""\n""#)], .badPhotoData),
      ([("photoData", #""data:image/jpeg;base64,""#)], .badPhotoData),
      ([("photoData", #""data:text/plain;base64,/9j/""#)], .badPhotoData),
      ([("photoData", #""data:image/jpeg,/9j/""#)], .badPhotoData),
      ([("photoData", #"{"__bytes__":""}"#)], .badPhotoData),
      ([("photoData", #"{"__ref__":"a/b"}"#)], .badPhotoData),
      ([("photoData", #""AAEC""#)], .unknownPhotoFormat),
      ([("photoData", #"{"__bytes__":"AAEC"}"#)], .unknownPhotoFormat),
    ] as [([(String, String?)], EventFault)])
  func findsFault(changes: [(String, String?)], expected: EventFault) throws {
    let event = try read(Self.event(changes), at: "gallery_events/e")
    #expect(event.record.fault == expected)
  }

  @Test("Of several faults the first in the contract's order counts")
  func ordersFaults() throws {
    var changes: [(String, String?)] = [
      ("eventType", nil), ("createdAt", nil), ("userId", nil), ("profileId", nil),
      ("photoData", #""<null>""#),
    ]
    let repairs: [(EventFault, String, String?)] = [
      (.missingEventType, "eventType", #""x""#), (.unknownEventType, "eventType", nil),
      (.missingCreatedAt, "createdAt", "[]"), (.badCreatedAt, "createdAt", nil),
      (.missingOwner, "userId", nil), (.missingProfileID, "profileId", nil),
      (.nullPhoto, "photoData", #""x""#), (.badPhotoData, "photoData", #""AAEC""#),
      (.unknownPhotoFormat, "photoData", nil),
    ]
    #expect(repairs.map(\.0) == EventFault.allCases)
    for (fault, name, value) in repairs {
      #expect(try read(Self.event(changes), at: "gallery_events/e").record.fault == fault)
      changes.removeAll { $0.0 == name }
      if let value { changes.append((name, value)) }
    }
    #expect(try read(Self.event(changes), at: "gallery_events/e").record.fault == nil)
  }

  @Test(
    "`createdAt` counts before `timestamp`, unless it is null",
    arguments: [
      ([("timestamp", "5")], "2025-10-09T08:53:20.000000Z"),
      ([("createdAt", "null"), ("timestamp", "5")], "1970-01-01T00:00:05.000000Z"),
      ([("createdAt", nil), ("timestamp", "5")], "1970-01-01T00:00:05.000000Z"),
      ([("createdAt", #""x""#), ("timestamp", "5")], nil),
    ] as [([(String, String?)], String?)])
  func readsInstant(changes: [(String, String?)], expected: String?) throws {
    let event = try read(Self.event(changes), at: "gallery_events/e")
    #expect(event.record.instant?.description == expected)
  }

  @Test(
    "The first `photoData` counts, depth first in the order of names, through arrays as well",
    arguments: [
      (#"{"photoData":"<null>"}"#, .nullPhoto, false),
      (#"{"z":{"photoData":"x"},"a":{"photoData":"<null>"}}"#, .nullPhoto, false),
      (#"{"a":{"b":{"photoData":"x"}},"b":{"photoData":"<null>"}}"#, .badPhotoData, false),
      (#"{"a":[5,[{"photoData":"AAEC"}]],"photoData":"x"}"#, .unknownPhotoFormat, false),
      (#"{"a":[{"photoData":null},{"photoData":"x"}]}"#, nil, false),
      (#"{"photoData":null,"z":{"photoData":"/9j/"}}"#, nil, false),
      (#"{"eventData":{"taskResponse":{"_0":{"photoData":"/9j/"}}},"photoData":"x"}"#, nil, true),
      (#"{"photoData":{"photoData":"/9j/"}}"#, .badPhotoData, false),
      (#"{"photodata":"x"}"#, nil, false), (#"{"a":"photoData"}"#, nil, false),
    ] as [(String, EventFault?, Bool)])
  func findsFirstPhoto(payload: String, fault: EventFault?, hasPhoto: Bool) throws {
    let event = Self.event([("photoData", nil)]).dropLast() + "," + payload.dropFirst()
    let record = try read(String(event), at: "gallery_events/e").record
    #expect(record.fault == fault)
    #expect((record.photo == .inline) == hasPhoto)
  }

  @Test("Only events have faults; a nested event belongs to its path's user")
  func sparesOthers() throws {
    let task = try read("{}", at: "tasks/t")
    #expect(task.record.fault == nil)
    #expect(task.record.instant == nil)
    #expect(task.record.eventType == nil)
    let event = try read(Self.event([("userId", nil)]), at: "users/u1/gallery_events/e")
    #expect(event.record.fault == nil)
  }

  @Test(
    "Formats are told by how files begin",
    arguments: [
      ([0xFF, 0xD8, 0xFF], .jpg), ([0xFF, 0xD8], nil),
      ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], .png), (Array("GIF87a".utf8), .gif),
      (Array("GIF89a".utf8), .gif), (Array("GIF88a".utf8), nil),
      (Array("RIFF1234WEBP".utf8), .webp), (Array("RIFF1234WAVE".utf8), nil),
      (Array("1234ftypheic".utf8), .heic), (Array("1234ftypmif1".utf8), .heic),
      (Array("1234ftypmp42".utf8), nil), ([0x49, 0x49, 0x2A, 0x00], .tif),
      ([0x4D, 0x4D, 0x00, 0x2A], .tif), (Array("%PDF-1.7".utf8), nil), ([], nil),
    ] as [([UInt8], PhotoFormat?)])
  func tellsFormat(bytes: [UInt8], expected: PhotoFormat?) {
    #expect(bytes.withUnsafeBufferPointer { PhotoFormat(beginning: $0) } == expected)
  }
}
