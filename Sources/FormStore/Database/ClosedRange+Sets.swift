import FormBytes

extension Sequence<Int64> {
  /// The distinct ids as ranges in ascending order, with adjacent ones joined.
  package var joinedRanges: [ClosedRange<Int64>] {
    sortedWithoutDuplicates.map { $0...$0 }.joined()
  }
}

extension [ClosedRange<Int64>] {
  /// Returns the ranges without the ids in `others`.
  ///
  /// Both arrays are in ascending order and contain no overlapping ranges.
  package func subtracting(_ others: [ClosedRange<Int64>]) -> [ClosedRange<Int64>] {
    var result: [ClosedRange<Int64>] = []
    // The first range may start far after the first of `others`.
    let start = first?.lowerBound ?? 0
    var next = others.partitioningIndex { $0.upperBound >= start }
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

  /// Returns the ids contained in both.
  package func intersection(_ others: [ClosedRange<Int64>]) -> [ClosedRange<Int64>] {
    subtracting(subtracting(others))
  }

  /// Returns the ranges with adjacent ones joined.
  package func joined() -> [ClosedRange<Int64>] {
    reduce(into: []) { result, range in
      if let last = result.last, last.upperBound + 1 == range.lowerBound {
        result[result.count - 1] = last.lowerBound...range.upperBound
      } else {
        result.append(range)
      }
    }
  }

  /// Splits the ranges, in order, into batches of at most `size` ids.
  package func batches(of size: Int) -> [[ClosedRange<Int64>]] {
    var batches: [[ClosedRange<Int64>]] = []
    var room = 0
    for range in self {
      var low = range.lowerBound
      while low <= range.upperBound {
        if room == 0 {
          batches.append([])
          room = size
        }
        let high = Swift.min(range.upperBound, low + Int64(room) - 1)
        batches[batches.count - 1].append(low...high)
        room -= (low...high).count
        low = high + 1
      }
    }
    return batches
  }

  /// Returns whether a range contains any of these ids.
  package func overlap(_ range: ClosedRange<Int64>) -> Bool {
    let index = partitioningIndex { $0.upperBound >= range.lowerBound }
    return index < count && self[index].lowerBound <= range.upperBound
  }
}
