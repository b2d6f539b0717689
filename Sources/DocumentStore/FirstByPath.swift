internal import Documents

/// How many examples a report has of a thing.
let exampleCount = 5

/// Counts documents, and keeps what belongs to the few whose paths sort first by their bytes.
struct FirstByPath<Value> {
  private(set) var total = 0
  private var first: [(path: [UInt8], value: Value)] = []

  var values: [Value] { first.map(\.value) }

  mutating func count(_ path: UnsafeBufferPointer<UInt8>, _ value: @autoclosure () -> Value) {
    total += 1
    if first.count == exampleCount, !precedesLast(path) { return }
    let place = first.firstIndex { path.lexicographicallyPrecedes($0.path) } ?? first.endIndex
    first.insert((Array(path), value()), at: place)
    if first.count > exampleCount { first.removeLast() }
  }

  private func precedesLast(_ path: UnsafeBufferPointer<UInt8>) -> Bool {
    first.last?.path.withUnsafeBufferPointer { path.precedes($0) } ?? true
  }
}
