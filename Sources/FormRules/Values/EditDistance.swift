/// The Levenshtein distance between byte strings, up to a limit.
package struct EditDistance {
  private var row: [Int] = []

  package init() {}

  /// The number of insertions, deletions and replacements between two texts, or nil if it exceeds
  /// `limit`. Time: the length of `a` times `limit`.
  package mutating func between(_ a: Span<UInt8>, _ b: Span<UInt8>, limit: Int) -> Int? {
    guard abs(a.count - b.count) <= limit else { return nil }
    while row.count <= b.count { row.append(0) }
    for j in 0...b.count { row[j] = j }
    for i in 0..<a.count {
      let from = max(0, i - limit), to = min(b.count, i + limit + 1)
      var diagonal = row[from]
      row[from] = from == 0 ? i + 1 : Int.max / 2
      var best = row[from]
      for j in from..<to {
        let above = j == i + limit ? Int.max / 2 : row[j + 1]
        let cost = min(diagonal + (a[i] == b[j] ? 0 : 1), above + 1, row[j] + 1)
        diagonal = row[j + 1]
        row[j + 1] = cost
        best = min(best, cost)
      }
      if best > limit { return nil }
    }
    return row[b.count] <= limit ? row[b.count] : nil
  }
}
