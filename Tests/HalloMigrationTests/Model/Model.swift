import Crypto
import Phone

/// What migrations do by the data contract, read literally and carried out slowly.
///
/// Where the contract leaves something open, the choice is noted with "Chosen:".
final class Model {
  typealias Documents = [Text: JSON]

  struct Finding: Hashable, Comparable, CustomStringConvertible {
    let path: Text
    let code: String

    var description: String { "\(code) \(path)" }

    static func < (left: Finding, right: Finding) -> Bool {
      (left.code, left.path) < (right.code, right.path)
    }
  }

  /// What a migration does to a whole store.
  struct Outcome {
    /// Documents whose data changed and whose path did not.
    var changed = 0
    /// Documents whose path changed.
    var moved = 0
    var removed = 0
    var findings: Set<Finding> = []
    var documents: Documents

    init(from old: Documents, to new: Documents, moves: [Text: Text] = [:]) {
      documents = new
      for (path, data) in old {
        if let destination = moves[path], destination != path {
          moved += 1
        } else if let after = new[path] {
          changed += after.canonical == data.canonical ? 0 : 1
        } else {
          removed += 1
        }
      }
    }
  }

  private let region: String
  private var numbers: [Text: (number: Text?, code: String?)] = [:]

  init(region: String = "US") { self.region = region }

  /// The three migrations, in order.
  func migrate(_ documents: Documents) -> [Outcome] {
    let first = normalizePhoneNumbers(documents)
    let second = rewriteLegacyProfileIDs(first.documents)
    return [first, second, removeDuplicateEvents(second.documents)]
  }

  /// Section 3.
  func e164(_ text: Text) -> (number: Text?, code: String?) {
    if let known = numbers[text] { return known }
    let result: (Text?, String?)
    do throws(PhoneNumberError) {
      let number = try PhoneNumber(parsing: text.string, region: region)
      result = (Text(number.e164), number.isUnassigned ? "unassigned-phone" : nil)
    } catch {
      result = (nil, error.rawValue)
    }
    numbers[text] = result
    return result
  }

  /// 0001.
  func normalizePhoneNumbers(_ documents: Documents) -> Outcome {
    var (after, findings) = (documents, Set<Finding>())
    for (path, data) in documents {
      guard ModelDocument(path: path, data: data).kind != .event, let phone = data["phoneNumber"],
        !phone.isNull
      else { continue }
      guard let text = phone.text else {
        findings.insert(Finding(path: path, code: "phone-not-a-string"))
        continue
      }
      let (number, code) = e164(text)
      if let code { findings.insert(Finding(path: path, code: code)) }
      if let number { after[path] = data.setting("phoneNumber", to: .text(number)) }
    }
    var outcome = Outcome(from: documents, to: after)
    outcome.findings = findings
    return outcome
  }

  /// 0003.
  func removeDuplicateEvents(_ documents: Documents) -> Outcome {
    var groups: [[Text]: [(instant: Int64, path: Text)]] = [:]
    for (path, data) in documents {
      let document = ModelDocument(path: path, data: data)
      guard document.kind == .event, document.isWellFormed,
        data["eventType"]?.text == "profileCreated", let owner = document.owner,
        let profile = data["profileId"]?.text, let instant = document.instant
      else { continue }
      groups[[owner, profile], default: []].append((instant, path))
    }
    var after = documents
    for group in groups.values {
      for replay in group.sorted(by: { $0 < $1 }).dropFirst() { after[replay.path] = nil }
    }
    return Outcome(from: documents, to: after)
  }

  /// `delete-orphaned-habits`.
  ///
  /// Chosen: a task without an owner, or without a `profileId` that is a text, stays with a finding.
  func deleteOrphanedHabits(_ documents: Documents) -> Outcome {
    let all = documents.map { ModelDocument(path: $0.key, data: $0.value) }
    var profiles: Set<[Text]> = []
    for profile in all where profile.kind == .profile {
      if let owner = profile.owner { profiles.insert([owner, profile.identifier]) }
    }
    var (after, findings) = (documents, Set<Finding>())
    for task in all where task.kind == .task {
      guard let owner = task.owner else {
        findings.insert(Finding(path: task.path, code: "unknown-owner"))
        continue
      }
      guard let profile = task.data["profileId"]?.text else {
        findings.insert(Finding(path: task.path, code: "missing-profile-id"))
        continue
      }
      if !profiles.contains([owner, profile]) { after[task.path] = nil }
    }
    var outcome = Outcome(from: documents, to: after)
    outcome.findings = findings
    return outcome
  }

  /// `repair-null-photos`.
  ///
  /// Chosen: in every document, malformed for another reason or not.
  func repairNullPhotos(_ documents: Documents) -> Outcome {
    let after = documents.mapValues { data in
      data.replacing("photoData") { $0.text == "<null>" ? .null : $0 }
    }
    return Outcome(from: documents, to: after)
  }

  /// The id that a legacy profile moves to.
  static func profileID(owner: Text, number: Text) -> Text {
    let namespace: [UInt8] = [
      0x8F, 0x0B, 0x6C, 0x1E, 0x52, 0xA7, 0x4F, 0x53, 0x9D, 0x2C, 0x6A, 0x1F, 0x6D, 0x0F, 0x7C,
      0x11,
    ]
    let name = owner.bytes + [UInt8(ascii: "/")] + number.bytes
    var bytes = Array(Insecure.SHA1.hash(data: namespace + name)).prefix(16)
    bytes[6] = 0x50 | bytes[6] & 0x0F
    bytes[8] = 0x80 | bytes[8] & 0x3F
    var text = ""
    for (position, byte) in bytes.enumerated() {
      if [4, 6, 8, 10].contains(position) { text += "-" }
      text += (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }
    return Text(text)
  }
}
