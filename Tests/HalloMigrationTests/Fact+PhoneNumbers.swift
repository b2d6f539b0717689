extension Fact {
  static let phoneNumbers: [Fact] = [
    Fact(
      "A text that is a number becomes its E.164 form, in a document of any kind",
      [
        "users/u1": #"{"phoneNumber":"(778) 814-3739"}"#,
        "profiles/P-1": #"{"phoneNumber":"7788143739"}"#,
        "users/u1/tasks/t": #"{"phoneNumber":"17788143739"}"#,
        "responses/r": #"{"phoneNumber":"+1 (778) 814-3739"}"#,
        "anything/else": #"{"a":1,"phoneNumber":"442079460018","z":[]}"#,
      ],
      becomes: [
        "users/u1": #"{"phoneNumber":"+17788143739"}"#,
        "profiles/P-1": #"{"phoneNumber":"+17788143739"}"#,
        "users/u1/tasks/t": #"{"phoneNumber":"+17788143739"}"#,
        "responses/r": #"{"phoneNumber":"+17788143739"}"#,
        "anything/else": #"{"a":1,"phoneNumber":"+442079460018","z":[]}"#,
      ]),
    Fact(
      "Events, other fields, deeper fields, nulls and E.164 itself stay",
      unchanged: [
        "gallery_events/e": #"{"phoneNumber":"7788143739"}"#,
        "users/u1": #"{"phone":"7788143739","phoneNumber":null}"#,
        "users/u2": #"{"contact":{"phoneNumber":"7788143739"}}"#,
        "users/u3": #"{"phoneNumber":"+17788143739"}"#,
      ]),
    Fact(
      "What is no number stays: invalid-phone",
      unchanged: [
        "users/u1": #"{"phoneNumber":""}"#, "users/u2": #"{"phoneNumber":"call mom"}"#,
        "users/u3": #"{"phoneNumber":"7788143739 or 6045551234"}"#,
      ],
      findings: [
        "users/u1": ["invalid-phone"], "users/u2": ["invalid-phone"],
        "users/u3": ["invalid-phone"],
      ]),
    Fact(
      "A number with an extension stays: phone-has-extension",
      unchanged: ["users/u1": #"{"phoneNumber":"778 814 3739 ext. 5"}"#],
      findings: ["users/u1": ["phone-has-extension"]]),
    Fact(
      "A number that nobody has been given yet is changed: unassigned-phone",
      [
        "users/u1": #"{"phoneNumber":"200 234 5678"}"#,
        "users/u2": #"{"phoneNumber":"+12002345678"}"#,
      ],
      becomes: [
        "users/u1": #"{"phoneNumber":"+12002345678"}"#,
        "users/u2": #"{"phoneNumber":"+12002345678"}"#,
      ],
      findings: ["users/u1": ["unassigned-phone"], "users/u2": ["unassigned-phone"]]),
    Fact(
      "What is neither text nor null stays: phone-not-a-string",
      unchanged: [
        "users/u1": #"{"phoneNumber":7788143739}"#, "users/u2": #"{"phoneNumber":["7788143739"]}"#,
        "users/u3": #"{"phoneNumber":false}"#, "users/u4": #"{"phoneNumber":{"__bytes__":"AAEC"}}"#,
      ],
      findings: [
        "users/u1": ["phone-not-a-string"], "users/u2": ["phone-not-a-string"],
        "users/u3": ["phone-not-a-string"], "users/u4": ["phone-not-a-string"],
      ]),
    Fact(
      "A text does not end at a NUL",
      unchanged: ["users/u1": #"{"phoneNumber":"7788143739\u0000, or call mom at work"}"#],
      findings: ["users/u1": ["invalid-phone"]]),
  ]
}
