import FormBytes

/// A set of Unicode scalars, as the ranges that it consists of.
package struct ScalarSet: Hashable {
  /// Ascending, disjoint and not adjacent.
  package private(set) var ranges: [ClosedRange<UInt32>]

  package static let last: UInt32 = 0x10FFFF
  package static let any = ScalarSet(0...last)

  /// Creates a set from ranges in any order.
  package init(_ ranges: [ClosedRange<UInt32>]) {
    self.ranges = []
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      guard let end = self.ranges.last, range.lowerBound <= end.upperBound + 1 else {
        self.ranges.append(range)
        continue
      }
      self.ranges[self.ranges.count - 1] =
        end.lowerBound...max(end.upperBound, range.upperBound)
    }
  }

  package init(_ ranges: ClosedRange<UInt32>...) { self.init(ranges) }

  /// Creates a set of all scalars of the characters.
  package init(_ characters: String) {
    self.init(characters.unicodeScalars.map { $0.value...$0.value })
  }

  /// Creates a set from hexadecimal ranges such as `61-7A AA`.
  package init(hexadecimal ranges: some StringProtocol) {
    self.init(
      ranges.split(separator: " ").map { range in
        let ends = range.split(separator: "-").compactMap { UInt32($0, radix: 16) }
        return (ends.first ?? 0)...(ends.last ?? 0)
      })
  }

  package func union(_ other: ScalarSet) -> ScalarSet { ScalarSet(ranges + other.ranges) }

  /// The scalars that do not belong to the set.
  package var inverted: ScalarSet {
    var (gaps, next) = ([ClosedRange<UInt32>](), UInt32(0))
    for range in ranges {
      if next < range.lowerBound { gaps.append(next...range.lowerBound - 1) }
      next = range.upperBound + 1
    }
    if next <= Self.last { gaps.append(next...Self.last) }
    return ScalarSet(gaps)
  }

  /// The only scalar of the set, or nil if it has none or several.
  package var only: UInt32? {
    guard ranges.count == 1, ranges[0].count == 1 else { return nil }
    return ranges[0].lowerBound
  }

  package func contains(_ scalar: UInt32) -> Bool {
    let index = ranges.partitioningIndex { $0.upperBound >= scalar }
    return index < ranges.count && ranges[index].lowerBound <= scalar
  }
}
