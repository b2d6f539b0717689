extension Fact {
  // Version 5 UUIDs of `u1/+17788143739`, `u2/+17788143739` and `u1/+16045551234`, made with Python.
  private static let mum = "B4727256-4267-590B-B126-D62338C8D761"
  private static let mumOfU2 = "8775A828-5DF4-5D03-A0DD-6E416A8CD2B4"
  private static let dad = "79906D3B-AFCB-55B2-A28D-074F481B32BF"

  static let legacyProfiles: [Fact] = [
    Fact(
      "A profile keyed by a number moves to its UUID, and its id becomes the same",
      [
        "users/u1/profiles/7788143739": #"{"id":"7788143739","name":"Mum"}"#,
        "users/u2/profiles/(778) 814-3739": #"{"name":"Mum"}"#,
        "profiles/+16045551234": #"{"id":null,"userId":"u1"}"#,
      ],
      becomes: [
        "users/u1/profiles/\(mum)": #"{"id":"\#(mum)","name":"Mum"}"#,
        "users/u2/profiles/\(mumOfU2)": #"{"name":"Mum"}"#,
        "profiles/\(dad)": #"{"id":"\#(dad)","userId":"u1"}"#,
      ]),
    Fact(
      "A number that another profile of the owner has means that one: superseded-profile",
      [
        "users/u1/profiles/P-1": #"{"phoneNumber":"+17788143739"}"#,
        "users/u1/profiles/7788143739": #"{"id":"7788143739"}"#,
        "users/u1/profiles/7788143739/habits/h": #"{"profileId":"7788143739"}"#,
        "users/u2/tasks/t": #"{"profileId":"7788143739"}"#,
      ],
      becomes: [
        "users/u1/profiles/P-1": #"{"phoneNumber":"+17788143739"}"#,
        "users/u1/profiles/7788143739": #"{"id":"7788143739"}"#,
        "users/u1/profiles/P-1/habits/h": #"{"profileId":"P-1"}"#,
        "users/u2/tasks/t": #"{"profileId":"7788143739"}"#,
      ],
      findings: [
        "users/u1/profiles/7788143739": ["superseded-profile"],
        "users/u2/tasks/t": ["orphan-profile-id"],
      ]),
    Fact(
      "A number that several profiles have means none: ambiguous-profile",
      unchanged: [
        "users/u1/profiles/P-1": #"{"phoneNumber":"+17788143739"}"#,
        "profiles/P-2": #"{"phoneNumber":"+17788143739","userId":"u1"}"#,
        "users/u1/profiles/7788143739": "{}",
        "users/u1/profiles/7788143739/habits/h": "{}",
        "users/u1/tasks/t": #"{"profileId":"7788143739"}"#,
      ],
      findings: [
        "users/u1/profiles/7788143739": ["ambiguous-profile"],
        "users/u1/profiles/7788143739/habits/h": ["ambiguous-profile"],
        "users/u1/tasks/t": ["ambiguous-profile"],
      ]),
    Fact(
      "The same profile in two layouts is one",
      [
        "users/u1/profiles/P-1": #"{"phoneNumber":"+17788143739"}"#,
        "profiles/P-1": #"{"phoneNumber":"+17788143739","userId":"u1"}"#,
        "tasks/t": #"{"profileId":"7788143739","userId":"u1"}"#,
      ],
      becomes: [
        "users/u1/profiles/P-1": #"{"phoneNumber":"+17788143739"}"#,
        "profiles/P-1": #"{"phoneNumber":"+17788143739","userId":"u1"}"#,
        "tasks/t": #"{"profileId":"P-1","userId":"u1"}"#,
      ]),
    Fact(
      "Two profiles of one owner keyed by one number both stay: ambiguous-profile",
      unchanged: [
        "users/u1/profiles/7788143739": "{}", "users/u1/profiles/+1 778 814 3739": "{}",
        "users/u1/profiles/+17788143739/habits/h": "{}",
      ],
      findings: [
        "users/u1/profiles/7788143739": ["ambiguous-profile"],
        "users/u1/profiles/+1 778 814 3739": ["ambiguous-profile"],
        "users/u1/profiles/+17788143739/habits/h": ["ambiguous-profile"],
      ]),
    Fact(
      "An id that looks like a number and is none stays: invalid-legacy-profile-id",
      unchanged: [
        "users/u1/profiles/1234567": "{}", "users/u1/profiles/1234567/habits/h": "{}",
        "users/u1/profiles/123456": "{}",
        "users/u1/tasks/t": #"{"profileId":"1234567"}"#,
      ],
      findings: [
        "users/u1/profiles/1234567": ["invalid-legacy-profile-id"],
        "users/u1/profiles/1234567/habits/h": ["invalid-legacy-profile-id"],
        "users/u1/tasks/t": ["invalid-legacy-profile-id"],
      ]),
    Fact(
      "What nobody owns stays: unknown-owner",
      unchanged: [
        "profiles/7788143739": "{}", "profiles/7788143739/habits/h": "{}",
        "tasks/t": #"{"profileId":"7788143739"}"#,
      ],
      findings: [
        "profiles/7788143739": ["unknown-owner"], "profiles/7788143739/habits/h": ["unknown-owner"],
        "tasks/t": ["unknown-owner"],
      ]),
    Fact(
      "Documents below a profile move with it, at any depth",
      [
        "users/u1/profiles/7788143739": "{}",
        "users/u1/profiles/7788143739/habits/h": "{}",
        "users/u1/profiles/7788143739/habits/h/notes/n": "{}",
        "users/u1/profiles/778-814-3739/habits/h2": "{}",
        "users/u1/profiles/6045551234/habits/h": "{}",
      ],
      becomes: [
        "users/u1/profiles/\(mum)": "{}",
        "users/u1/profiles/\(mum)/habits/h": "{}",
        "users/u1/profiles/\(mum)/habits/h/notes/n": "{}",
        "users/u1/profiles/\(mum)/habits/h2": "{}",
        "users/u1/profiles/6045551234/habits/h": "{}",
      ],
      findings: ["users/u1/profiles/6045551234/habits/h": ["orphan-profile-id"]]),
    Fact(
      "Every number in a path is replaced",
      [
        "users/u1/profiles/7788143739": "{}",
        "users/u1/profiles/7788143739/notes/n/profiles/6045551234": #"{"id":"x"}"#,
        "users/u1/profiles/7788143739/notes/n/profiles/6045551234/habits/h": "{}",
        "users/u1/profiles/7788143739/notes/n/profiles/2125550100/habits/h": "{}",
        "users/u1/profiles/2125550100/notes/n/profiles/6045551234/habits/h": "{}",
      ],
      becomes: [
        "users/u1/profiles/\(mum)": "{}",
        "users/u1/profiles/\(mum)/notes/n/profiles/\(dad)": #"{"id":"\#(dad)"}"#,
        "users/u1/profiles/\(mum)/notes/n/profiles/\(dad)/habits/h": "{}",
        "users/u1/profiles/\(mum)/notes/n/profiles/2125550100/habits/h": "{}",
        "users/u1/profiles/2125550100/notes/n/profiles/\(dad)/habits/h": "{}",
      ],
      findings: [
        "users/u1/profiles/7788143739/notes/n/profiles/2125550100/habits/h": ["orphan-profile-id"],
        "users/u1/profiles/2125550100/notes/n/profiles/6045551234/habits/h": ["orphan-profile-id"],
      ]),
    Fact(
      "What is below a profile belongs to the profile's owner",
      [
        "profiles/7788143739": #"{"userId":"u1"}"#,
        "profiles/7788143739/habits/h": #"{"profileId":"7788143739","userId":"u2"}"#,
      ],
      becomes: [
        "profiles/\(mum)": #"{"userId":"u1"}"#,
        "profiles/\(mum)/habits/h": #"{"profileId":"7788143739","userId":"u2"}"#,
      ],
      findings: ["profiles/7788143739/habits/h": ["orphan-profile-id"]]),
    Fact(
      "Nothing moves to where something is: destination-exists",
      [
        "users/u1/profiles/7788143739": #"{"id":"7788143739"}"#,
        "users/u1/profiles/\(mum)": "{}",
        "users/u1/profiles/7788143739/habits/h": "{}",
        "users/u1/profiles/\(mum)/habits/h": "{}",
        "users/u1/profiles/7788143739/habits/h2": #"{"profileId":"7788143739"}"#,
      ],
      becomes: [
        "users/u1/profiles/7788143739": #"{"id":"7788143739"}"#,
        "users/u1/profiles/\(mum)": "{}",
        "users/u1/profiles/7788143739/habits/h": "{}",
        "users/u1/profiles/\(mum)/habits/h": "{}",
        "users/u1/profiles/\(mum)/habits/h2": #"{"profileId":"\#(mum)"}"#,
      ],
      findings: [
        "users/u1/profiles/7788143739": ["destination-exists"],
        "users/u1/profiles/7788143739/habits/h": ["destination-exists"],
      ]),
    Fact(
      "Of two that would land on one path the first by path moves",
      [
        "users/u1/profiles/P-1": #"{"phoneNumber":"+17788143739"}"#,
        "users/u1/profiles/7788143739/habits/h": #"{"n":2}"#,
        "users/u1/profiles/17788143739/habits/h": #"{"n":1}"#,
      ],
      becomes: [
        "users/u1/profiles/P-1": #"{"phoneNumber":"+17788143739"}"#,
        "users/u1/profiles/P-1/habits/h": #"{"n":1}"#,
        "users/u1/profiles/7788143739/habits/h": #"{"n":2}"#,
      ],
      findings: ["users/u1/profiles/7788143739/habits/h": ["destination-exists"]]),
    Fact(
      "A path does not end at a NUL",
      [
        "users/u1/profiles/7788143739": "{}",
        "users/u1/profiles/7788143739/habits/a\u{0}b": "{}",
        "users/u1/profiles/7788143739/habits/a\u{0}c": "{}",
      ],
      becomes: [
        "users/u1/profiles/\(mum)": "{}",
        "users/u1/profiles/\(mum)/habits/a\u{0}b": "{}",
        "users/u1/profiles/\(mum)/habits/a\u{0}c": "{}",
      ]),
  ]

  private static let event = #""createdAt":1759993200,"eventType":"taskResponse""#

  static let legacyReferences: [Fact] = [
    Fact(
      "Every profileId that is a number is replaced, at any depth, each by its own",
      [
        "users/u1/profiles/7788143739": "{}", "users/u1/profiles/6045551234": "{}",
        "users/u1/responses/r":
          #"{"a":[{"profileId":"7788143739"},[{"profileId":"604-555-1234"}]],"#
          + #""profileId":"+17788143739","z":{"profileId":"P-9","profileIds":"7788143739"}}"#,
      ],
      becomes: [
        "users/u1/profiles/\(mum)": "{}", "users/u1/profiles/\(dad)": "{}",
        "users/u1/responses/r":
          #"{"a":[{"profileId":"\#(mum)"},[{"profileId":"\#(dad)"}]],"profileId":"\#(mum)","#
          + #""z":{"profileId":"P-9","profileIds":"7788143739"}}"#,
      ]),
    Fact(
      "Of several numbers those that mean nothing stay",
      [
        "users/u1/profiles/7788143739": "{}",
        "users/u1/tasks/t":
          #"{"a":{"profileId":"2125550100"},"b":{"profileId":"1234567"},"profileId":"7788143739"}"#,
      ],
      becomes: [
        "users/u1/profiles/\(mum)": "{}",
        "users/u1/tasks/t":
          #"{"a":{"profileId":"2125550100"},"b":{"profileId":"1234567"},"profileId":"\#(mum)"}"#,
      ],
      findings: ["users/u1/tasks/t": ["orphan-profile-id", "invalid-legacy-profile-id"]]),
    Fact(
      "Text that looks like a member is no member",
      [
        "users/u1/profiles/7788143739": "{}",
        "users/u1/tasks/t":
          #"{"\"profileId\":\"":"7788143739","note":"{\"profileId\":\"7788143739\"}","#
          + #""profileId":"7788143739"}"#,
      ],
      becomes: [
        "users/u1/profiles/\(mum)": "{}",
        "users/u1/tasks/t":
          #"{"\"profileId\":\"":"7788143739","note":"{\"profileId\":\"7788143739\"}","#
          + #""profileId":"\#(mum)"}"#,
      ]),
    Fact(
      "Malformed events stay where and what they are, without a finding",
      [
        "users/u1/profiles/7788143739": "{}",
        "users/u1/profiles/7788143739/gallery_events/e": #"{"profileId":"7788143739"}"#,
        "users/u1/profiles/7788143739/gallery_events/e2": #"{\#(event),"profileId":"7788143739"}"#,
        "users/u1/gallery_events/e": #"{\#(event),"photoData":"<null>","profileId":"7788143739"}"#,
        "gallery_events/e": #"{\#(event),"profileId":"2125550100"}"#,
      ],
      becomes: [
        "users/u1/profiles/\(mum)": "{}",
        "users/u1/profiles/7788143739/gallery_events/e": #"{"profileId":"7788143739"}"#,
        "users/u1/profiles/\(mum)/gallery_events/e2": #"{\#(event),"profileId":"\#(mum)"}"#,
        "users/u1/gallery_events/e": #"{\#(event),"photoData":"<null>","profileId":"7788143739"}"#,
        "gallery_events/e": #"{\#(event),"profileId":"2125550100"}"#,
      ]),
    Fact(
      "A current profile's id is taken as it is",
      [
        "users/u1/profiles/p'\"\\": #"{"phoneNumber":"+17788143739"}"#,
        "users/u1/tasks/t": #"{"profileId":"7788143739"}"#,
      ],
      becomes: [
        "users/u1/profiles/p'\"\\": #"{"phoneNumber":"+17788143739"}"#,
        "users/u1/tasks/t": #"{"profileId":"p'\"\\"}"#,
      ]),
    Fact(
      "Owners that look alike are two",
      [
        "users/caf\u{E9}/profiles/P-1": #"{"phoneNumber":"+17788143739"}"#,
        "users/cafe\u{301}/tasks/t": #"{"profileId":"7788143739"}"#,
        "users/caf\u{E9}/tasks/t": #"{"profileId":"7788143739"}"#,
      ],
      becomes: [
        "users/caf\u{E9}/profiles/P-1": #"{"phoneNumber":"+17788143739"}"#,
        "users/cafe\u{301}/tasks/t": #"{"profileId":"7788143739"}"#,
        "users/caf\u{E9}/tasks/t": #"{"profileId":"P-1"}"#,
      ],
      findings: ["users/cafe\u{301}/tasks/t": ["orphan-profile-id"]]),
  ]
}
