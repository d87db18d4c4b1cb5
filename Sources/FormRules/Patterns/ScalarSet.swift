import FormBytes

/// A set of Unicode scalars, as the ranges that it consists of.
struct ScalarSet: Hashable {
  /// Ascending, disjoint and not adjacent.
  private(set) var ranges: [ClosedRange<UInt32>]

  static let last: UInt32 = 0x10FFFF
  static let any = ScalarSet(0...last)

  /// Creates a set from ranges in any order.
  init(_ ranges: [ClosedRange<UInt32>]) {
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

  init(_ ranges: ClosedRange<UInt32>...) { self.init(ranges) }

  /// Creates a set from characters, of which each scalar belongs to it.
  init(_ characters: String) { self.init(characters.unicodeScalars.map { $0.value...$0.value }) }

  func union(_ other: ScalarSet) -> ScalarSet { ScalarSet(ranges + other.ranges) }

  /// The scalars that do not belong to the set.
  var inverted: ScalarSet {
    var (gaps, next) = ([ClosedRange<UInt32>](), UInt32(0))
    for range in ranges {
      if next < range.lowerBound { gaps.append(next...range.lowerBound - 1) }
      next = range.upperBound + 1
    }
    if next <= Self.last { gaps.append(next...Self.last) }
    return ScalarSet(gaps)
  }

  /// The only scalar of the set, or nil if it has none or several.
  var only: UInt32? {
    guard ranges.count == 1, ranges[0].count == 1 else { return nil }
    return ranges[0].lowerBound
  }

  func contains(_ scalar: UInt32) -> Bool {
    var (low, high) = (0, ranges.count)
    while low < high {
      let middle = (low + high) / 2
      if scalar > ranges[middle].upperBound { low = middle + 1 } else { high = middle }
    }
    return low < ranges.count && ranges[low].contains(scalar)
  }
}

// The classes of PCRE2.
extension ScalarSet {
  static let digits = ScalarSet(0x30...0x39)
  static let wordCharacters = ScalarSet(0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A)
  static let blanks = ScalarSet(0x09...0x0D, 0x20...0x20)
  static let horizontalBlanks = ScalarSet("\t \u{A0}\u{1680}\u{180E}\u{202F}\u{205F}\u{3000}")
    .union(ScalarSet(0x2000...0x200A))
  static let verticalBlanks = ScalarSet(0x0A...0x0D, 0x85...0x85, 0x2028...0x2029)
  /// Any character except a line feed: the meaning of `.`.
  static let anyInLine = ScalarSet(0x0A...0x0A).inverted

  /// The set with the other case of each letter, or nil if a letter beyond ASCII belongs to it.
  var ignoringCase: ScalarSet? {
    var ranges = ranges
    for range in self.ranges {
      for scalar in range {
        guard let letter = UInt8(exactly: scalar), letter < 0x80 else {
          guard range.count <= 0x100, Unicode.Scalar(scalar)?.hasCase == false else { return nil }
          continue
        }
        guard letter.isASCIILetter else { continue }
        ranges.append(scalar ^ 0x20...scalar ^ 0x20)
        // The Kelvin sign and the long s.
        if letter | 0x20 == UInt8(ascii: "k") { ranges.append(0x212A...0x212A) }
        if letter | 0x20 == UInt8(ascii: "s") { ranges.append(0x017F...0x017F) }
      }
    }
    return ScalarSet(ranges)
  }
}

extension Unicode.Scalar {
  /// Whether the character has another case.
  fileprivate var hasCase: Bool {
    properties.changesWhenCaseMapped || properties.changesWhenCaseFolded
  }
}
