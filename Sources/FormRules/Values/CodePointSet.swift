import FormBytes

/// A set of code points with binary search, created from hexadecimal ranges such as `61-7A AA`.
struct CodePointSet: Sendable {
  private let ranges: [ClosedRange<UInt32>]

  init(_ ranges: String) {
    self.ranges = ranges.split(separator: " ").map { range in
      let ends = range.split(separator: "-").compactMap { UInt32($0, radix: 16) }
      return (ends.first ?? 0)...(ends.last ?? 0)
    }
  }

  func contains(_ value: UInt32) -> Bool {
    let index = ranges.partitioningIndex { $0.upperBound >= value }
    return index < ranges.count && ranges[index].lowerBound <= value
  }
}
