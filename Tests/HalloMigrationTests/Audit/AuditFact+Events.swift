extension AuditFact {
  private static func event(_ type: String, _ more: String = "") -> String {
    #"{"createdAt":1759993200,"eventType":"\#(type)","profileId":"P-1"\#(more)}"#
  }

  private static let jpeg = #""photoData":"/9j/4A==""#

  static let events: [AuditFact] = [
    AuditFact(
      "missing-event-type", "No type, or one that is no text",
      [
        "users/u1/gallery_events/a": #"{"createdAt":1759993200,"profileId":"P-1"}"#,
        "users/u1/gallery_events/b": #"{"createdAt":1,"eventType":{"a":1},"profileId":"P-1"}"#,
        "users/u1/gallery_events/c": event("taskResponse"), "users/u1/notes/d": "{}",
      ],
      finds: ["users/u1/gallery_events/a": nil, "users/u1/gallery_events/b": nil]),
    AuditFact(
      "unknown-event-type", "Neither of the two types",
      ["users/u1/galleryEvents/a": event("taskSkipped"), "users/u1/notes/b": event("taskSkipped")],
      finds: ["users/u1/galleryEvents/a": nil]),
    AuditFact(
      "missing-created-at", "No moment",
      [
        "users/u1/gallery_events/a": #"{"eventType":"taskResponse","profileId":"P-1"}"#,
        "users/u1/gallery_events/b":
          #"{"eventType":"taskResponse","profileId":"P-1","timestamp":1759993200}"#,
      ],
      finds: ["users/u1/gallery_events/a": nil]),
    AuditFact(
      "bad-created-at", "A moment that cannot be read",
      [
        "users/u1/gallery_events/a":
          #"{"createdAt":"yesterday","eventType":"taskResponse","profileId":"P-1"}"#
      ],
      finds: ["users/u1/gallery_events/a": nil]),
    AuditFact(
      "missing-owner", "Nobody's",
      [
        "gallery_events/a": event("taskResponse"),
        "gallery_events/b": event("taskResponse", #","userId":"u1""#),
      ],
      finds: ["gallery_events/a": nil]),
    AuditFact(
      "missing-profile-id", "Of no profile; of several faults the first counts",
      [
        "users/u1/gallery_events/a": #"{"createdAt":1759993200,"eventType":"taskResponse"}"#,
        "users/u1/gallery_events/b": #"{"eventType":"taskResponse"}"#,
        "users/u1/tasks/c": "{}",
      ],
      finds: ["users/u1/gallery_events/a": nil]),
    AuditFact(
      "null-photo", "A null that was stringified",
      [
        "users/u1/gallery_events/a": event("taskResponse", #","photoData":"<null>""#),
        "users/u1/gallery_events/b": event("taskResponse", #","photoData":null"#),
        "users/u1/responses/c": #"{"photoData":"<null>"}"#,
      ],
      finds: ["users/u1/gallery_events/a": nil]),
    AuditFact(
      "bad-photo-data", "What cannot be decoded",
      [
        "users/u1/gallery_events/a": event("taskResponse", #","photoData":"/9j/4A""#),
        "users/u1/gallery_events/b": event("taskResponse", "," + jpeg),
      ],
      finds: ["users/u1/gallery_events/a": nil]),
    AuditFact(
      "unknown-photo-format", "What is no picture",
      ["users/u1/gallery_events/a": event("taskResponse", #","photoData":"AAAA""#)],
      finds: ["users/u1/gallery_events/a": nil]),
    AuditFact(
      "replayed-event", "All but the earliest, the numbers of one profile taken for its id",
      [
        "users/u1/profiles/P-1": #"{"phoneNumber":"+17788143739"}"#,
        "users/u1/gallery_events/a": event("profileCreated"),
        "users/u1/gallery_events/b": event("profileCreated"),
        "users/u1/gallery_events/c":
          #"{"createdAt":1759993199,"eventType":"profileCreated","profileId":"(778) 814-3739"}"#,
        "users/u1/gallery_events/d": event("taskResponse"),
        "users/u2/gallery_events/e": event("profileCreated"),
        "users/u1/gallery_events/f": event("profileCreated", #","photoData":"<null>""#),
      ],
      finds: ["users/u1/gallery_events/a": nil, "users/u1/gallery_events/b": nil]),
  ]
}
