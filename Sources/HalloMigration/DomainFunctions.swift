internal import DocumentStore
internal import Documents
internal import Phone

/// What migrations can call besides SQLite's own functions.
enum DomainFunctions {
  /// All of them, for telephone numbers without a country code from one region.
  static func all(region: String) -> [SQLFunction] {
    let phones = PhoneNumberReader(region: region)
    let replacer = MemberReplacer()
    let texts = TextFunctions()
    return [
      // e164(text): a telephone number in E.164 form, or NULL if the text is none.
      SQLFunction("e164", arguments: 1) { arguments in
        guard let text = arguments.text(0), case .number(let number) = phones.read(text) else {
          return .null
        }
        return .text(number.e164)
      },
      // e164_code(text): why a text is no telephone number, or a warning about it; else NULL.
      SQLFunction("e164_code", arguments: 1) { arguments in
        guard let code = arguments.text(0).flatMap({ phones.read($0).code }) else { return .null }
        return .text(code)
      },
      // phone_like(text): whether a text could be a telephone number.
      SQLFunction("phone_like", arguments: 1) { arguments in
        .boolean(arguments.text(0).map(isPhoneLike) ?? false)
      },
      // uuid5(namespace, name): a version 5 UUID in upper case.
      SQLFunction("uuid5", arguments: 2) { arguments in
        guard let namespace = arguments.text(0), let name = arguments.text(1) else { return .null }
        return NameBasedUUID.make(namespace: namespace.text, name: name).map(SQLResult.text)
          ?? .null
      },
      // json_text(json): the text that a JSON string is, to its last byte; NULL for any other JSON.
      // SQLite's own operators end it at a \u0000.
      SQLFunction("json_text", arguments: 1) { arguments in
        guard let json = arguments.text(0) else { return .null }
        return try texts.read(json) ? .bytes(texts.result) : .null
      },
      // parent_path(path): the document that a document is in a subcollection of; NULL at the top.
      SQLFunction("parent_path", arguments: 1) { arguments in
        guard let path = arguments.text(0), let parent = DocumentPath.parent(path) else {
          return .null
        }
        return .bytes(parent)
      },
      // legacy_profile_above(path): the nearest profile above a path that is keyed by a number.
      SQLFunction("legacy_profile_above", arguments: 1) { arguments in
        guard let path = arguments.text(0), let profile = DocumentPath.legacyProfile(above: path)
        else { return .null }
        return .bytes(profile)
      },
      // replace_id(path, above, id): path, with another id for the document `above`, which is it or
      // above it.
      SQLFunction("replace_id", arguments: 3) { arguments in
        guard let path = arguments.text(0), let above = arguments.text(1),
          let id = arguments.text(2)
        else { return .null }
        return .bytes(texts.replaceID(of: above, in: path, by: id))
      },
      // replace_everywhere(data, name, map): data, with the text of every member of that name, at any
      // depth, that is a member of the JSON object `map`, replaced by the map's value for it. Without
      // a map, data as it is.
      SQLFunction("replace_everywhere", arguments: 3) { arguments in
        guard let data = arguments.text(0), let name = arguments.text(1),
          let map = arguments.text(2)
        else { return .argument(0) }
        return try replacer.replace(in: data, name: name, by: map)
          ? .bytes(replacer.result)
          : .argument(0)
      },
    ]
  }
}
