/// The text that takes the fewest single-letter changes to become a word, if they are few.
package struct NearestText {
  private let word: String
  private let limit: Int
  private var best: (distance: Int, text: String)?

  package init(to word: String) {
    self.word = word
    limit = max(3, word.count / 3)
  }

  /// The first of the nearest.
  package var text: String? { best?.text }

  package mutating func consider(_ text: String) {
    let mostChanges = best.map { $0.distance - 1 } ?? limit
    guard abs(text.unicodeScalars.count - word.unicodeScalars.count) <= mostChanges else { return }
    let distance = editDistance(word, text)
    if distance <= mostChanges { best = (distance, text) }
  }
}

/// The first candidate that takes the fewest single-letter changes to become, if they are few.
package func nearest(to word: String, among candidates: [String]) -> String? {
  var nearest = NearestText(to: word)
  for candidate in candidates { nearest.consider(candidate) }
  return nearest.text
}

/// The Levenshtein distance of two texts.
private func editDistance(_ left: String, _ right: String) -> Int {
  let right = Array(right.unicodeScalars)
  var row = Array(0...right.count)
  for (i, scalar) in left.unicodeScalars.enumerated() {
    var diagonal = row[0]
    row[0] = i + 1
    for j in right.indices {
      let substitution = diagonal + (scalar == right[j] ? 0 : 1)
      diagonal = row[j + 1]
      row[j + 1] = min(substitution, diagonal + 1, row[j] + 1)
    }
  }
  return row[right.count]
}
