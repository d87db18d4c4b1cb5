extension [String] {
  /// Returns the word with the smallest edit distance (insert, delete, change, swap); nil if even
  /// that is more than a third of the word's length, and more than 1.
  package func nearest(to word: String) -> String? {
    let lower = Array<UInt8>(word.lowercased().utf8)
    // A long word is not a typing error, and the time of `editDistance` is quadratic.
    guard lower.count <= 64 else { return nil }
    let scored = map {
      (word: $0, distance: editDistance(lower, Array<UInt8>($0.lowercased().utf8)))
    }
    guard let best = scored.min(by: { $0.distance < $1.distance }),
      best.distance <= Swift.max(1, lower.count / 3)
    else { return nil }
    return best.word
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

/// Returns the optimal string alignment distance.
private func editDistance(_ a: [UInt8], _ b: [UInt8]) -> Int {
  if a.isEmpty || b.isEmpty { return max(a.count, b.count) }
  var twoBack = [Int](repeating: 0, count: b.count + 1)
  var previous = Array(0...b.count)
  for i in 1...a.count {
    var current = [i] + [Int](repeating: 0, count: b.count)
    for j in 1...b.count {
      let cost = a[i - 1] == b[j - 1] ? 0 : 1
      current[j] = Swift.min(previous[j] + 1, current[j - 1] + 1, previous[j - 1] + cost)
      if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] {
        current[j] = Swift.min(current[j], twoBack[j - 2] + 1)
      }
    }
    (twoBack, previous) = (previous, current)
  }
  return previous[b.count]
}
