internal import Documents

extension [Field] {
  /// Refuses names that Firestore doesn't allow, and a second field of one name.
  ///
  /// - Throws: ``RecordFault``.
  func checkNames() throws(RecordFault) {
    for field in self where !Identifier.isValidFieldName(field.name) {
      throw .invalidFieldName(field.name)
    }
    if let name = duplicateName { throw .duplicateField(name) }
  }

  private var duplicateName: String? {
    count <= 8 ? duplicateAmongFew : duplicateAmongMany
  }

  /// Most maps are small, and comparing their names is then faster than hashing them.
  private var duplicateAmongFew: String? {
    for (index, field) in enumerated() {
      let isDuplicate = self[..<index].contains { Identifier.areEqual($0.name, field.name) }
      if isDuplicate { return field.name }
    }
    return nil
  }

  private var duplicateAmongMany: String? {
    var seen = Set<NameBytes>(minimumCapacity: count)
    return first { !seen.insert(NameBytes(name: $0.name)).inserted }?.name
  }
}

/// A name that is equal to another only if their bytes are.
private struct NameBytes: Hashable {
  let name: String

  static func == (one: Self, other: Self) -> Bool { Identifier.areEqual(one.name, other.name) }

  func hash(into hasher: inout Hasher) {
    var name = name
    name.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}
