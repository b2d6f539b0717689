internal import DocumentStore
internal import Documents
internal import Phone

/// What migrations can call besides SQLite's own functions.
enum DomainFunctions {
  /// All of them, for telephone numbers without a country code from one region.
  static func all(region: String) -> [SQLFunction] {
    let phones = PhoneNumberReader(region: region)
    let replacer = MemberReplacer()
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
      // parent_path(path): a path up to and including its last slash.
      SQLFunction("parent_path", arguments: 1) { arguments in
        guard let path = arguments.text(0) else { return .null }
        let identifier = DocumentPath.identifier(path)
        return .bytes(path.slice(0..<(path.count - identifier.count)))
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
