internal import SwiftProtobuf

// A key and a reference say the same in messages of different shapes.

extension ResourceName {
  /// The name of a document, from its key.
  init(_ key: EntityKey) throws(RecordFault) {
    guard key.unknownFields.data.isEmpty, key.path.unknownFields.data.isEmpty else {
      throw .unknownField(in: "the key")
    }
    try self.init(
      project: Self.project(ofApp: key.app),
      database: key.hasDatabaseID ? key.databaseID : Home.defaultDatabase,
      elements: key.path.element.map { element throws(RecordFault) in try PathElement(element) })
  }

  /// The name that a reference holds.
  init(_ reference: EntityValue.Reference) throws(RecordFault) {
    guard reference.hasApp else { throw .missing("project in a reference") }
    guard !reference.pathElement.isEmpty else { throw .missing("path in a reference") }
    guard reference.unknownFields.data.isEmpty else { throw .unknownField(in: "a reference") }
    try self.init(
      project: Self.project(ofApp: reference.app),
      database: reference.hasDatabaseID ? reference.databaseID : Home.defaultDatabase,
      elements: reference.pathElement.map { element throws(RecordFault) in
        try PathElement(element)
      })
  }

  /// The project without the prefix that says where it runs: `dev~` in the emulator, else a
  /// region's letter, such as `s~`.
  private static func project(ofApp app: String) -> String {
    guard let tilde = app.utf8.firstIndex(of: UInt8(ascii: "~")) else { return app }
    let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
    let isPrefix = tilde > app.startIndex && app.utf8[..<tilde].allSatisfy(letters.contains)
    return isPrefix ? String(app[app.utf8.index(after: tilde)...]) : app
  }

  /// The project as the emulator writes it.
  var app: String { "dev~" + project }

  /// The database as a key holds it: the default one goes without saying.
  var databaseID: String? {
    Identifier.areEqual(database, Home.defaultDatabase) ? nil : database
  }
}

extension EntityKey {
  init(_ name: ResourceName) {
    self.init()
    app = name.app
    path.element = name.elements.map(EntityPath.Element.init)
    if let database = name.databaseID { databaseID = database }
  }
}

extension EntityValue.Reference {
  init(_ name: ResourceName) {
    self.init()
    app = name.app
    pathElement = name.elements.map(PathElement.init)
    if let database = name.databaseID { databaseID = database }
  }
}

extension PathElement {
  fileprivate init(_ element: EntityPath.Element) throws(RecordFault) {
    guard element.unknownFields.data.isEmpty, element.hasID != element.hasName else {
      throw .unknownField(in: "a path")
    }
    try self.init(
      collection: element.type, id: element.hasID ? .number(element.id) : .name(element.name))
  }

  fileprivate init(_ element: EntityValue.Reference.PathElement) throws(RecordFault) {
    guard element.unknownFields.data.isEmpty, element.hasID != element.hasName else {
      throw .unknownField(in: "a reference's path")
    }
    try self.init(
      collection: element.type, id: element.hasID ? .number(element.id) : .name(element.name))
  }
}

extension EntityPath.Element {
  init(_ element: PathElement) {
    self.init()
    type = element.collection
    switch element.id {
    case .name(let name): self.name = name
    case .number(let number): id = number
    }
  }
}

extension EntityValue.Reference.PathElement {
  fileprivate init(_ element: PathElement) {
    self.init()
    type = element.collection
    switch element.id {
    case .name(let name): self.name = name
    case .number(let number): id = number
    }
  }
}
