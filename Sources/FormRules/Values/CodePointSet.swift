/// A set of code points with binary search, created from hexadecimal ranges such as `61-7A AA`.
struct CodePointSet: Sendable {
  /// The first and last code point of each range, alternately.
  private let bounds: [UInt32]

  init(_ ranges: String) {
    bounds = ranges.split(separator: " ").flatMap { range in
      let ends = range.split(separator: "-").compactMap { UInt32($0, radix: 16) }
      return [ends.first ?? 0, ends.last ?? 0]
    }
  }

  func contains(_ value: UInt32) -> Bool {
    var (low, high) = (0, bounds.count / 2)
    while low < high {
      let middle = (low + high) / 2
      if value < bounds[2 * middle] {
        high = middle
      } else if value > bounds[2 * middle + 1] {
        low = middle + 1
      } else {
        return true
      }
    }
    return false
  }
}
