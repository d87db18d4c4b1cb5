/// The Levenshtein distance between byte strings, up to a limit, or with swaps the optimal string
/// alignment distance.
package struct EditDistance {
  private var row: [Int] = []

  package init() {}

  /// The number of insertions, deletions and replacements between two texts, or nil if it exceeds
  /// `limit`. Time: the length of `a` times `limit`.
  ///
  /// - Parameter swaps: Whether two adjacent bytes in the other order count as one edit. It copies
  ///   a row of the length of `b` for each byte of `a`.
  package mutating func between(
    _ a: Span<UInt8>, _ b: Span<UInt8>, limit: Int, swaps: Bool = false
  ) -> Int? {
    guard abs(a.count - b.count) <= limit else { return nil }
    while row.count <= b.count { row.append(0) }
    for j in 0...b.count { row[j] = j }
    // For swaps, the rows after `i` and after `i - 1` bytes of `a`.
    var last: [Int] = [], previous: [Int] = []
    for i in 0..<a.count {
      if swaps { (previous, last) = (last, row) }
      let from = max(0, i - limit), to = min(b.count, i + limit + 1)
      var diagonal = row[from]
      row[from] = from == 0 ? i + 1 : Int.max / 2
      var best = row[from]
      for j in from..<to {
        let above = j == i + limit ? Int.max / 2 : row[j + 1]
        var cost = min(diagonal + (a[i] == b[j] ? 0 : 1), above + 1, row[j] + 1)
        if swaps, i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
          cost = min(cost, previous[j - 1] + 1)
        }
        diagonal = row[j + 1]
        row[j + 1] = cost
        best = min(best, cost)
      }
      if best > limit { return nil }
    }
    return row[b.count] <= limit ? row[b.count] : nil
  }
}
