import FormBytes

// The classes of PCRE2.
extension ScalarSet {
  package static let digits = ScalarSet(0x30...0x39)
  package static let wordCharacters = ScalarSet(0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A)
  package static let blanks = ScalarSet(0x09...0x0D, 0x20...0x20)
  package static let horizontalBlanks = ScalarSet(
    "\t \u{A0}\u{1680}\u{180E}\u{202F}\u{205F}\u{3000}"
  )
  .union(ScalarSet(0x2000...0x200A))
  package static let verticalBlanks = ScalarSet(0x0A...0x0D, 0x85...0x85, 0x2028...0x2029)
  /// Any character except a line feed: the meaning of `.`.
  package static let anyInLine = ScalarSet(0x0A...0x0A).inverted

  /// The set with the other case of each letter, or nil if a letter beyond ASCII belongs to it.
  package var ignoringCase: ScalarSet? {
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
