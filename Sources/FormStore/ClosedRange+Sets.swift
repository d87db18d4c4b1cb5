extension [ClosedRange<Int64>] {
  /// The ranges without the ids of others; both are in order, and do not overlap among themselves.
  package func subtracting(_ others: [ClosedRange<Int64>]) -> [ClosedRange<Int64>] {
    var result: [ClosedRange<Int64>] = []
    // One of these may stand far behind the first of the others.
    var next = others.firstEnding(notBefore: first?.lowerBound ?? 0)
    for range in self {
      var low = range.lowerBound
      while next < others.count, others[next].upperBound < low { next += 1 }
      var index = next
      while index < others.count, others[index].lowerBound <= range.upperBound {
        if others[index].lowerBound > low { result.append(low...(others[index].lowerBound - 1)) }
        low = Swift.max(low, others[index].upperBound + 1)
        index += 1
      }
      if low <= range.upperBound { result.append(low...range.upperBound) }
    }
    return result
  }

  /// The ids that are in both.
  package func intersection(_ others: [ClosedRange<Int64>]) -> [ClosedRange<Int64>] {
    subtracting(subtracting(others))
  }

  /// The ranges with those that follow one another made one.
  package func joined() -> [ClosedRange<Int64>] {
    reduce(into: []) { result, range in
      if let last = result.last, last.upperBound + 1 == range.lowerBound {
        result[result.count - 1] = last.lowerBound...range.upperBound
      } else {
        result.append(range)
      }
    }
  }

  /// The ranges in portions of at most so many ids, in their order.
  package func portions(of size: Int) -> [[ClosedRange<Int64>]] {
    var portions: [[ClosedRange<Int64>]] = []
    var room = 0
    for range in self {
      var low = range.lowerBound
      while low <= range.upperBound {
        if room == 0 {
          portions.append([])
          room = size
        }
        let high = Swift.min(range.upperBound, low + Int64(room) - 1)
        portions[portions.count - 1].append(low...high)
        room -= (low...high).count
        low = high + 1
      }
    }
    return portions
  }

  /// Whether a range has ids of these.
  package func overlap(_ range: ClosedRange<Int64>) -> Bool {
    let index = firstEnding(notBefore: range.lowerBound)
    return index < count && self[index].lowerBound <= range.upperBound
  }

  /// The place of the first one that does not end before an id.
  private func firstEnding(notBefore id: Int64) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle].upperBound < id { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
