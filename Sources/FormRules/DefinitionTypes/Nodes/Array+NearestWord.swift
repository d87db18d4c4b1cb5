extension [String] {
  /// Returns the word with the smallest edit distance (insert, delete, change, swap); nil if even
  /// that is more than a third of the word's length, and more than 1.
  package func nearest(to word: String) -> String? {
    let lower = Array<UInt8>(word.lowercased().utf8)
    // A long word is not a typing error.
    guard lower.count <= 64 else { return nil }
    var limit = Swift.max(1, lower.count / 3)
    var nearest: String?
    var editDistance = EditDistance()
    for candidate in self {
      let other = Array<UInt8>(candidate.lowercased().utf8)
      let distance = editDistance.between(lower.span, other.span, limit: limit, swaps: true)
      if let distance { (nearest, limit) = (candidate, distance - 1) }
    }
    return nearest
  }
}

extension String {
  /// Returns a message about an unknown word. It suggests the nearest known word, or else lists the
  /// known words if there are at most 12.
  package static func unknown(_ kind: String, _ word: String, known: [String]) -> String {
    let common = kind == "rule" ? ForeignRuleNames.rule(for: word) : nil
    let hint =
      if let nearest = common ?? known.nearest(to: word) {
        "; did you mean '\(nearest.visibleText)'?"
      } else if (1...12).contains(known.count) {
        "; known: \(known.map(\.visibleText).joined(separator: ", "))"
      } else {
        ""
      }
    return "unknown \(kind) '\(word.visibleText)'\(hint)"
  }
}
