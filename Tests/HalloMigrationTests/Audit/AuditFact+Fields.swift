extension AuditFact {
  static let fields: [AuditFact] = [
    AuditFact(
      "unknown-subscription-status", "Neither trial, active nor expired; absent is another matter",
      [
        "users/u1": #"{"subscriptionStatus":"active"}"#, "users/u2": "{}",
        "users/u3": #"{"subscriptionStatus":"Active"}"#,
        "users/u4": #"{"subscriptionStatus":1}"#, "users/u5": #"{"subscriptionStatus":null}"#,
        "users/u6": #"{"subscriptionStatus":"active\u0000"}"#,
      ],
      finds: [
        "users/u3": #""Active""#, "users/u4": "1", "users/u6": #""active\u0000""#,
      ]),
    AuditFact(
      "unknown-profile-status", "One of four, in profiles only",
      [
        "users/u1/profiles/a": #"{"status":"pending"}"#,
        "users/u1/profiles/b": #"{"status":"pendingConfirmation"}"#,
        "users/u1/profiles/c": #"{"status":"confirmed"}"#,
        "users/u1/profiles/d": #"{"status":"inactive"}"#,
        "users/u1/profiles/e": #"{"status":"active"}"#, "notes/f": #"{"status":"x"}"#,
      ],
      finds: ["users/u1/profiles/e": #""active""#]),
    AuditFact(
      "unknown-task-status", "One of four, in tasks only",
      [
        "users/u1/tasks/a": #"{"status":"active"}"#, "users/u1/tasks/b": #"{"status":"paused"}"#,
        "users/u1/tasks/c": #"{"status":"completed"}"#,
        "users/u1/habits/d": #"{"status":"archived"}"#,
        "users/u1/habits/e": #"{"status":["active"]}"#,
      ],
      finds: ["users/u1/habits/e": #"["active"]"#]),
    AuditFact(
      "unknown-response-type", "One of three",
      [
        "responses/a": #"{"responseType":"text"}"#, "responses/b": #"{"responseType":"photo"}"#,
        "sms_responses/c": #"{"responseType":"both"}"#, "responses/d": "{}",
        "smsResponses/e": #"{"responseType":"voice"}"#, "responses/f": #"{"responseType":null}"#,
      ],
      finds: ["smsResponses/e": #""voice""#]),
    AuditFact(
      "incomplete-user", "subscriptionStatus and createdAt",
      [
        "users/u1": #"{"createdAt":0,"subscriptionStatus":"x"}"#, "users/u2": "{}",
        "users/u3": #"{"createdAt":null,"subscriptionStatus":"trial"}"#,
        "users/u4": #"{"createdAt":1,"subscriptionStatus":""}"#,
      ],
      finds: [
        "users/u2": "subscriptionStatus, createdAt", "users/u3": "createdAt",
        "users/u4": "subscriptionStatus",
      ]),
    AuditFact(
      "incomplete-profile", "name, phoneNumber, timeZone and status",
      [
        "profiles/a": #"{"name":"R","phoneNumber":"","status":"s","timeZone":"z"}"#,
        "profiles/b": "{}",
      ],
      finds: ["profiles/b": "name, phoneNumber, timeZone, status"]),
    AuditFact(
      "incomplete-task", "profileId, title, frequency, scheduledTime and status",
      [
        "tasks/a":
          #"{"frequency":"f","profileId":"p","scheduledTime":0,"status":"s","title":"t"}"#,
        "habits/b": #"{"profileId":7,"title":""}"#,
      ],
      finds: ["habits/b": "profileId, title, frequency, scheduledTime, status"]),
    AuditFact(
      "incomplete-response", "profileId, receivedAt and responseType",
      [
        "responses/a": #"{"profileId":"p","receivedAt":0,"responseType":"t"}"#,
        "responses/b": #"{"profileId":"","receivedAt":"","responseType":"text"}"#,
        "responses/c": "{}",
      ],
      finds: [
        "responses/b": "profileId, receivedAt",
        "responses/c": "profileId, receivedAt, responseType",
      ]),
    AuditFact(
      "confirmed-without-date", "status says so, and confirmedAt does not say when",
      [
        "profiles/a": #"{"confirmedAt":1,"status":"confirmed"}"#,
        "profiles/b": #"{"confirmedAt":null,"status":"confirmed"}"#,
        "profiles/c": #"{"status":"confirmed"}"#, "profiles/d": #"{"status":"pending"}"#,
      ],
      finds: ["profiles/b": nil, "profiles/c": nil]),
  ]
}
