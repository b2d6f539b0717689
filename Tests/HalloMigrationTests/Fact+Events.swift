extension Fact {
  private static func created(_ instant: String, _ more: String = "") -> String {
    #"{"createdAt":\#(instant),"eventType":"profileCreated","profileId":"P-1"\#(more)}"#
  }

  private static let jpeg = #""photoData":"/9j/4A==""#

  static let replayedEvents: [Fact] = [
    Fact(
      "The earliest stays, in whatever form its instant is",
      [
        "users/u1/gallery_events/a": created(#""2025-10-09T09:00:00.5+02:00""#),
        "users/u1/gallery_events/b": created("1759993200"),
        "users/u1/galleryEvents/c": created(#"{"__time__":"2025-10-09T07:00:00.000001Z"}"#),
        "gallery_events/d": created("1759993200001", #","userId":"u1""#),
      ],
      becomes: ["users/u1/gallery_events/b": created("1759993200")]),
    Fact(
      "Of several at one instant the first by path stays",
      [
        "users/u1/gallery_events/b": created("1759993200"),
        "users/u1/gallery_events/a": created("1759993200000"),
        "users/u1/galleryEvents/z": created(#""2025-10-09T07:00:00Z""#),
      ],
      becomes: ["users/u1/galleryEvents/z": created(#""2025-10-09T07:00:00Z""#)]),
    Fact(
      "Paths are compared by their bytes",
      [
        "users/u1/gallery_events/\u{FF61}": created("1759993200"),
        "users/u1/gallery_events/\u{1F600}": created("1759993200"),
      ],
      becomes: ["users/u1/gallery_events/\u{FF61}": created("1759993200")]),
    Fact(
      "Events of other owners, other profiles and other types stay, and malformed ones",
      unchanged: [
        "users/u1/gallery_events/a": created("1759993200"),
        "users/u2/gallery_events/a": created("1759993200"),
        "users/u1/gallery_events/b":
          #"{"createdAt":1759993200,"eventType":"profileCreated","profileId":"P-2"}"#,
        "users/u1/gallery_events/c":
          #"{"createdAt":1759993200,"eventType":"taskResponse","profileId":"P-1"}"#,
        "users/u1/gallery_events/d": created("-1"),
        "users/u1/gallery_events/e": created("1759993300", #","zz":{"photoData":"<null>"}"#),
        "gallery_events/f": created("1759993200"),
        "users/u1/responses/g": created("1759993200"),
      ]),
  ]

  static let orphanedHabits: [Fact] = [
    Fact(
      "Tasks whose profile is no profile of their owner go",
      [
        "users/u1/profiles/P-1": "{}", "profiles/P-2": #"{"userId":"u1"}"#,
        "users/u2/profiles/P-3": "{}",
        "users/u1/tasks/1": #"{"profileId":"P-1"}"#, "users/u1/tasks/2": #"{"profileId":"P-2"}"#,
        "users/u1/tasks/3": #"{"profileId":"P-3"}"#, "users/u1/tasks/4": #"{"profileId":""}"#,
        "tasks/5": #"{"profileId":"P-1","userId":"u1"}"#,
        "tasks/6": #"{"profileId":"P-1","userId":"u2"}"#,
        "users/u1/profiles/P-1/habits/7": #"{"profileId":"P-9"}"#,
        "users/u1/responses/8": #"{"profileId":"P-9"}"#,
      ],
      becomes: [
        "users/u1/profiles/P-1": "{}", "profiles/P-2": #"{"userId":"u1"}"#,
        "users/u2/profiles/P-3": "{}",
        "users/u1/tasks/1": #"{"profileId":"P-1"}"#, "users/u1/tasks/2": #"{"profileId":"P-2"}"#,
        "tasks/5": #"{"profileId":"P-1","userId":"u1"}"#,
        "users/u1/responses/8": #"{"profileId":"P-9"}"#,
      ]),
    Fact(
      "Tasks of which it cannot be told stay",
      unchanged: [
        "tasks/1": #"{"profileId":"P-1"}"#, "users/u1/tasks/2": "{}",
        "users/u1/tasks/3": #"{"profileId":7}"#,
      ],
      findings: [
        "tasks/1": ["unknown-owner"], "users/u1/tasks/2": ["missing-profile-id"],
        "users/u1/tasks/3": ["missing-profile-id"],
      ]),
  ]

  static let nullPhotos: [Fact] = [
    Fact(
      "A <null> in photoData becomes null, at any depth",
      [
        "gallery_events/a": #"{"photoData":"<null>"}"#,
        "responses/b": #"{"a":[{"photoData":"<null>"},{"photoData":"<null>"}],"photoData":""}"#,
      ],
      becomes: [
        "gallery_events/a": #"{"photoData":null}"#,
        "responses/b": #"{"a":[{"photoData":null},{"photoData":null}],"photoData":""}"#,
      ]),
    Fact(
      "Photos, other fields and other texts stay",
      unchanged: [
        "gallery_events/a": #"{\#(jpeg),"photoURL":"<null>"}"#,
        "gallery_events/b": #"{"note":"\"photoData\":\"<null>\"","photoData":"<NULL>"}"#,
        "gallery_events/c": #"{"photoData":["<null>"]}"#,
      ]),
  ]
}
