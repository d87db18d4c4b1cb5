import FormRules

/// How the texts of a column depend on the order of the records.
extension ColumnStatistics {
  /// Whether no text was seen to repeat. Certain if `values` is exact; otherwise, repetitions that
  /// are far apart may have been missed.
  package var seemsUnique: Bool { present > 0 && insertions == present }

  /// Whether records with the same text are adjacent, as in a file sorted by the column: most texts
  /// repeat, but few occur again after a different text.
  package var isOrdered: Bool {
    values.isExact && distinct >= 2 && begun < 2 * distinct && 2 * distinct <= present
  }

  /// Whether equal texts tend to be adjacent: texts change at most half as often as they would in
  /// random order.
  package var isClustered: Bool {
    let all = Double(present)
    let squares = values.entries.reduce(0.0) { $0 + Double($1.count) * Double($1.count) }
    return values.isExact && 2 * Double(begun) <= all - squares / all
  }

  /// The number of groups of adjacent records with the same text, if the file is sorted by the
  /// column, or nil. The order of a column with one frequent text may be due to chance.
  package var sortedGroups: Int? { isOrdered && isClustered ? begun : nil }

  /// Whether all records with the same text are adjacent.
  var isContiguous: Bool { values.isExact && begun == values.entries.count }

  /// The minimum number of distinct texts whose order is not due to chance.
  private static let leastSorted = 10

  /// Whether the file is sorted by the column's texts, in either direction. Texts that other
  /// records have are then greater, so that their beginnings and lengths may differ.
  package var isSortedByText: Bool {
    let entries = values.entries
    guard isContiguous, entries.count >= Self.leastSorted else { return false }
    let pairs = zip(entries, entries.dropFirst())
    func precedes(_ a: ByteCounts.Entry, _ b: ByteCounts.Entry) -> Bool {
      values.bytes(of: a).order(to: values.bytes(of: b)) == .ascending
    }
    let isAscending = precedes(entries[0], entries[1])
    return pairs.allSatisfy { precedes($0, $1) == isAscending }
  }

  /// Whether a text occurs only at the beginning of the file or only after it, more often than by
  /// chance. Other records may then have other texts. False if `values` is not exact.
  ///
  /// All records with a text that occurs `count` times follow the first `first` of `n` records with
  /// a probability of at most (1 - first / n) ^ count, if the order of the records is random.
  package var changesWithinFile: Bool {
    guard values.isExact else { return false }
    var ends = values.entries.map { $0.firstRecord + $0.count }
    for (record, value) in (positions ?? []).enumerated() where value != Self.noValue {
      ends[Int(value)] = record + 1
    }
    let records = Double(missing + empty + present)
    let bound = Self.improbable / Double(max(1, values.entries.count))
    return zip(values.entries, ends).contains { entry, end in
      let share = min(1 - Double(entry.firstRecord) / records, Double(end) / records)
      return share.power(entry.count) < bound
    }
  }

  /// The probability, for all texts of a column together, below which an order is not random.
  private static let improbable = 1e-6
}

extension Double {
  /// The power with an exponent of at least 0.
  fileprivate func power(_ exponent: Int) -> Double {
    var (result, base, exponent) = (1.0, self, exponent)
    while exponent > 0 {
      if exponent & 1 == 1 { result *= base }
      base *= base
      exponent >>= 1
    }
    return result
  }
}
