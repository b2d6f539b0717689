extension AuditFact {
  static let phoneNumbers: [AuditFact] = [
    AuditFact(
      "invalid-phone", "What is no number, in any document but an event",
      [
        "users/u1": #"{"phoneNumber":""}"#, "anything/else": #"{"phoneNumber":"call mom"}"#,
        "users/u1/profiles/P-1": #"{"phoneNumber":"7788143739"}"#,
        "gallery_events/e": #"{"phoneNumber":"call mom"}"#,
        "users/u2": #"{"contact":{"phoneNumber":"call mom"},"phoneNumber":null}"#,
      ],
      finds: ["users/u1": "", "anything/else": "call mom"]),
    AuditFact(
      "phone-has-extension", "SMS cannot dial it",
      ["users/u1": #"{"phoneNumber":"778 814 3739 ext. 5"}"#],
      finds: ["users/u1": "778 814 3739 ext. 5"]),
    AuditFact(
      "unassigned-phone", "Possible, and nobody's",
      [
        "users/u1": #"{"phoneNumber":"(378) 555-0123"}"#,
        "users/u2": #"{"phoneNumber":"+13785550123"}"#,
      ],
      finds: ["users/u1": "(378) 555-0123", "users/u2": "+13785550123"]),
    AuditFact(
      "phone-not-a-string", "A number, a list or a map",
      [
        "users/u1": #"{"phoneNumber":7788143739}"#, "users/u2": #"{"phoneNumber":["778"]}"#,
        "users/u3": #"{"phoneNumber":null}"#,
      ],
      finds: ["users/u1": "7788143739", "users/u2": #"["778"]"#]),
    AuditFact(
      "phone-not-e164", "What 0001 would change",
      [
        "users/u1": #"{"phoneNumber":"(778) 814-3739"}"#,
        "users/u2": #"{"phoneNumber":"+17788143739"}"#,
        "users/u3": #"{"phoneNumber":"(378) 555-0123"}"#, "users/u4": #"{"phoneNumber":"no"}"#,
      ],
      finds: ["users/u1": "(778) 814-3739", "users/u3": "(378) 555-0123"]),
    AuditFact(
      "duplicate-phone", "However they are spelled, of one owner",
      [
        "users/u1/profiles/P-1": #"{"phoneNumber":"(778) 814-3739"}"#,
        "profiles/P-2": #"{"phoneNumber":"17788143739","userId":"u1"}"#,
        "users/u1/profiles/P-3": #"{"phoneNumber":"+16045550100"}"#,
        "users/u2/profiles/P-4": #"{"phoneNumber":"+17788143739"}"#,
        "profiles/P-5": #"{"phoneNumber":"+17788143739"}"#,
        "profiles/P-6": #"{"phoneNumber":"+17788143739"}"#,
      ],
      finds: ["users/u1/profiles/P-1": "+17788143739", "profiles/P-2": "+17788143739"]),
  ]

  private static let profile = #"{"phoneNumber":"+17788143739"}"#

  static let profiles: [AuditFact] = [
    AuditFact(
      "orphaned-habit", "A profile of the owner is meant by its id or its number",
      [
        "users/u1/profiles/P-1": profile, "users/u2/profiles/P-2": "{}",
        "users/u1/tasks/id": #"{"profileId":"P-1"}"#,
        "users/u1/tasks/number": #"{"profileId":"778-814-3739"}"#,
        "users/u1/tasks/other": #"{"profileId":"P-2"}"#,
        "users/u1/profiles/P-1/habits/gone": #"{"profileId":"+16045550100"}"#,
        "tasks/nobodys": #"{"profileId":"P-9"}"#, "users/u1/tasks/none": "{}",
        "users/u1/responses/r": #"{"profileId":"P-9"}"#,
      ],
      finds: [
        "users/u1/tasks/other": "P-2", "users/u1/profiles/P-1/habits/gone": "+16045550100",
      ]),
    AuditFact(
      "orphan-profile-id", "Responses, events, and numbers at any depth of anything",
      [
        "users/u1/profiles/P-1": profile,
        "users/u1/responses/id": #"{"profileId":"P-9"}"#,
        "users/u1/responses/number": #"{"profileId":"+16045550100"}"#,
        "users/u1/responses/good": #"{"profileId":"7788143739"}"#,
        "users/u1/gallery_events/id":
          #"{"createdAt":1,"eventType":"taskResponse","profileId":"P-9"}"#,
        "users/u1/gallery_events/malformed": #"{"createdAt":1,"profileId":"P-9"}"#,
        "users/u1/notes/deep": #"{"profileId":"P-9","x":[{"profileId":"6045550100"}]}"#,
        "users/u1/tasks/habit": #"{"profileId":"P-9"}"#,
      ],
      finds: [
        "users/u1/responses/id": "P-9", "users/u1/responses/number": "+16045550100",
        "users/u1/gallery_events/id": "P-9", "users/u1/notes/deep": "6045550100",
      ]),
    AuditFact(
      "missing-user", "Owners without a document, wherever it would be",
      [
        "users/u1": "{}", "users/u1/notes/a": "{}", "users/u2/notes/b": "{}",
        "notes/c": #"{"userId":"u2"}"#, "notes/d": #"{"userId":"u1"}"#, "notes/e": "{}",
        "teams/t/users/u3": "{}", "notes/f": #"{"userId":"u3"}"#,
      ],
      finds: ["users/u2/notes/b": "u2", "notes/c": "u2"]),
    AuditFact(
      "missing-parent", "The document just above",
      [
        "users/u1": "{}", "users/u1/profiles/P-1/habits/a": "{}", "users/u1/notes/b": "{}",
        "users/u2/notes/c": "{}", "users/u1/notes/b/more/d": "{}",
        "users/u1/profiles/7788143739/habits/e": "{}",
      ],
      finds: ["users/u1/profiles/P-1/habits/a": nil, "users/u2/notes/c": nil]),
    AuditFact(
      "unknown-owner", "Profiles, tasks, responses, and whatever names a profile by number",
      [
        "profiles/P-1": "{}", "tasks/a": #"{"userId":""}"#, "responses/b": #"{"userId":7}"#,
        "notes/c": #"{"profileId":"7788143739"}"#, "notes/d": #"{"profileId":"P-1"}"#,
        "gallery_events/e": "{}", "profiles/+17788143739": "{}", "users/u1": "{}",
      ],
      finds: [
        "profiles/P-1": nil, "tasks/a": nil, "responses/b": nil, "notes/c": nil,
        "profiles/+17788143739": nil,
      ]),
  ]
}
