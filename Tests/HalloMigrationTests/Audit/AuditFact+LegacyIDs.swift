extension AuditFact {
  private static let profile = #"{"phoneNumber":"+17788143739"}"#

  static let legacyIDs: [AuditFact] = [
    AuditFact(
      "legacy-profile-id", "What 0002 moves or rewrites, once each",
      [
        "users/u1/profiles/P-1": profile, "users/u1/profiles/+16045550100": "{}",
        "users/u1/profiles/6045550100/habits/below": #"{"profileId":"6045550100"}"#,
        "users/u1/profiles/+17788143739/habits/below": "{}",
        "users/u1/responses/a": #"{"profileId":"(778) 814-3739"}"#,
        "users/u1/notes/b": #"{"x":{"profileId":"7788143739"},"y":{"profileId":"1112223333"}}"#,
        "users/u2/notes/c": #"{"profileId":"7788143739"}"#,
        "users/u1/gallery_events/malformed": #"{"profileId":"7788143739"}"#,
        "notes/d": #"{"profileId":"7788143739"}"#,
      ],
      finds: [
        "users/u1/profiles/+16045550100": nil,
        "users/u1/profiles/6045550100/habits/below": nil,
        "users/u1/profiles/+17788143739/habits/below": nil, "users/u1/responses/a": nil,
        "users/u1/notes/b": nil,
      ]),
    AuditFact(
      "superseded-profile", "Another profile has the number",
      ["users/u1/profiles/P-1": profile, "users/u1/profiles/778-814-3739": "{}"],
      finds: ["users/u1/profiles/778-814-3739": nil]),
    AuditFact(
      "ambiguous-profile", "Several have it",
      [
        "users/u1/profiles/P-1": profile, "users/u1/profiles/P-2": profile,
        "users/u1/profiles/+17788143739": "{}",
        "users/u1/responses/a": #"{"profileId":"7788143739"}"#,
        "users/u1/profiles/7788143739/habits/b": "{}",
        "users/u2/profiles/6045550100": "{}", "users/u2/profiles/+16045550100": "{}",
      ],
      finds: [
        "users/u1/profiles/+17788143739": nil, "users/u1/responses/a": "7788143739",
        "users/u1/profiles/7788143739/habits/b": nil, "users/u2/profiles/6045550100": nil,
        "users/u2/profiles/+16045550100": nil,
      ]),
    AuditFact(
      "invalid-legacy-profile-id", "It looks like a number, and is none",
      [
        "users/u1/profiles/555-0123": "{}", "users/u1/profiles/555-0123/habits/a": "{}",
        "users/u1/responses/b": #"{"profileId":"5550123"}"#,
        "users/u1/responses/c": #"{"profileId":"123456"}"#,
      ],
      finds: [
        "users/u1/profiles/555-0123": nil, "users/u1/profiles/555-0123/habits/a": nil,
        "users/u1/responses/b": "5550123",
      ]),
    AuditFact(
      "destination-exists", "Something is where it would move to",
      [
        "users/u1/profiles/P-1": profile, "users/u1/profiles/P-1/habits/a": "{}",
        "users/u1/profiles/7788143739/habits/a": "{}",
        "users/u1/profiles/+17788143739/habits/b": "{}",
        "users/u1/profiles/7788143739/habits/b": "{}",
      ],
      finds: [
        "users/u1/profiles/7788143739/habits/a": "users/u1/profiles/P-1/habits/a",
        "users/u1/profiles/7788143739/habits/b": "users/u1/profiles/P-1/habits/b",
      ]),
  ]
}
