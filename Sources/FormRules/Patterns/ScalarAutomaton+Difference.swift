extension ScalarAutomaton {
  /// Returns whether the automaton matches texts that another one does not match, and whether it
  /// fails to match texts that the other one matches.
  ///
  /// Visits each pair of states once: at most 128² pairs with 255² steps each, and usually a few
  /// dozen.
  func difference(from other: ScalarAutomaton) -> (matchesMore: Bool, matchesLess: Bool) {
    var result = (matchesMore: false, matchesLess: false)
    let columns = commonColumns(with: other)
    var known: Set<[Int]> = [[1, 1]]
    var open = [[1, 1]]
    while let pair = open.popLast() {
      let (own, others) = (accepts[pair[0]], other.accepts[pair[1]])
      if own, !others { result.matchesMore = true }
      if !own, others { result.matchesLess = true }
      if result.matchesMore, result.matchesLess { break }
      for (column, otherColumn) in columns {
        let next = [
          Int(table[pair[0] << 8 | column]), Int(other.table[pair[1] << 8 | otherColumn]),
        ]
        if next != [0, 0], known.insert(next).inserted { open.append(next) }
      }
    }
    return result
  }

  /// The distinct columns of the scalars in both tables.
  private func commonColumns(with other: ScalarAutomaton) -> [(Int, Int)] {
    let beyondASCII = Set(starts + other.starts).map { start in
      [Int(column(of: start)), Int(other.column(of: start))]
    }
    return (0..<0x80).map { ($0, $0) } + Set(beyondASCII).map { ($0[0], $0[1]) }
  }
}
