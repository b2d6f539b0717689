extension AuditFact {
  static let limits: [AuditFact] = [
    AuditFact(
      "too-many-profiles", "More than four, wherever they are",
      [
        "users/u1": "{}", "users/u1/profiles/1": "{}", "users/u1/profiles/2": "{}",
        "users/u1/profiles/3": "{}", "users/u1/profiles/+17788143739": "{}",
        "profiles/5": #"{"userId":"u1"}"#, "users/u2": "{}", "users/u2/profiles/1": "{}",
        "users/u2/profiles/2": "{}", "users/u2/profiles/3": "{}", "users/u2/profiles/4": "{}",
      ],
      finds: ["users/u1": "5 profiles"]),
    AuditFact(
      "too-many-tasks", "More than ten, the numbers of one profile taken for its id",
      [
        "users/u1/profiles/P-1": #"{"phoneNumber":"+17788143739"}"#,
        "users/u1/profiles/P-2": "{}",
        "users/u1/tasks/01": #"{"profileId":"P-1"}"#, "users/u1/tasks/02": #"{"profileId":"P-1"}"#,
        "users/u1/tasks/03": #"{"profileId":"P-1"}"#, "users/u1/tasks/04": #"{"profileId":"P-1"}"#,
        "users/u1/tasks/05": #"{"profileId":"P-1"}"#, "users/u1/tasks/06": #"{"profileId":"P-1"}"#,
        "users/u1/tasks/07": #"{"profileId":"P-1"}"#, "users/u1/tasks/08": #"{"profileId":"P-1"}"#,
        "users/u1/tasks/09": #"{"profileId":"7788143739"}"#,
        "users/u1/tasks/10": #"{"profileId":"+17788143739"}"#,
        "tasks/11": #"{"profileId":"P-1","userId":"u1"}"#,
        "users/u1/tasks/12": #"{"profileId":"P-2"}"#,
      ],
      finds: ["users/u1/profiles/P-1": "11 tasks"]),
    AuditFact(
      "profile-count-differs", "The profiles of the user, wherever they are",
      [
        "users/u1": #"{"profileCount":2}"#, "users/u1/profiles/1": "{}",
        "profiles/2": #"{"userId":"u1"}"#, "users/u2": #"{"profileCount":1}"#,
        "users/u3": #"{"profileCount":0.0}"#, "users/u4": #"{"profileCount":"0"}"#,
        "users/u5": "{}", "users/u6": #"{"profileCount":null}"#,
        "users/u7": #"{"profileCount":{"__double__":"NaN"}}"#,
      ],
      finds: [
        "users/u2": "says 1, has 0", "users/u4": #"says "0", has 0"#,
        "users/u7": #"says {"__double__":"NaN"}, has 0"#,
      ]),
    AuditFact(
      "task-count-differs", "The tasks of the user, wherever they are",
      [
        "users/u1": #"{"taskCount":2}"#, "users/u1/profiles/P-1/habits/1": "{}",
        "tasks/2": #"{"userId":"u1"}"#, "users/u2": #"{"taskCount":0}"#,
        "users/u2/tasks/1": "{}",
      ],
      finds: ["users/u2": "says 0, has 1"]),
  ]

  /// An event as of which 90 days are over, or not yet: the audit is of 2025-11-01T07:00:00Z.
  private static func event(_ instant: String, _ photo: String, type: String = "taskResponse")
    -> String
  {
    #"{"createdAt":"\#(instant)","eventType":"\#(type)",\#(photo),"profileId":"P-1"}"#
  }

  private static let (past, kept) = ("2025-08-03T06:59:59.999999Z", "2025-08-03T07:00:00Z")
  private static let jpeg = #""photoData":"/9j/4A==""#
  private static let url = #""photoURL":"gs://hallo/a.jpg""#

  static let photos: [AuditFact] = [
    AuditFact(
      "photo-past-retention", "Photo records to the microsecond",
      [
        "users/u1/gallery_events/a": event(past, jpeg),
        "users/u1/gallery_events/b": event(kept, jpeg),
        "users/u1/gallery_events/c": event(past, jpeg, type: "profileCreated"),
        "users/u1/gallery_events/d": event(past, url),
        "users/u1/gallery_events/e": event(past, #""photoData":"<null>""#),
        "users/u1/responses/f": event(past, jpeg),
      ],
      finds: ["users/u1/gallery_events/a": nil]),
    AuditFact(
      "photo-file-past-retention", "Those with a URL only",
      [
        "users/u1/gallery_events/a": event(past, url),
        "users/u1/gallery_events/b": event(kept, url),
        "users/u1/gallery_events/c": event(past, jpeg + "," + url),
        "users/u1/gallery_events/d": event(past, #""photoURL":"""#),
      ],
      finds: ["users/u1/gallery_events/a": nil]),
  ]
}
