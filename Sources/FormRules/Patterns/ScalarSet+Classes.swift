import FormBytes

// The classes of PCRE2.
extension ScalarSet {
  static let digits = ScalarSet(0x30...0x39)
  static let wordCharacters = ScalarSet(0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A)
  static let blanks = ScalarSet(0x09...0x0D, 0x20...0x20)
  static let horizontalBlanks = ScalarSet(
    "\t \u{A0}\u{1680}\u{180E}\u{202F}\u{205F}\u{3000}"
  )
  .union(ScalarSet(0x2000...0x200A))
  static let verticalBlanks = ScalarSet(0x0A...0x0D, 0x85...0x85, 0x2028...0x2029)
  /// Any character except a line feed: the meaning of `.`.
  package static let anyInLine = ScalarSet(0x0A...0x0A).inverted

  /// The classes in brackets, such as `[:alpha:]`, which contain ASCII characters only.
  static let named: [String: ScalarSet] = [
    "alpha": ScalarSet(0x41...0x5A, 0x61...0x7A), "digit": digits,
    "alnum": ScalarSet(0x30...0x39, 0x41...0x5A, 0x61...0x7A), "upper": ScalarSet(0x41...0x5A),
    "lower": ScalarSet(0x61...0x7A), "space": blanks, "blank": ScalarSet("\t "),
    "punct": ScalarSet(0x21...0x2F, 0x3A...0x40, 0x5B...0x60, 0x7B...0x7E),
    "cntrl": ScalarSet(0...0x1F, 0x7F...0x7F), "graph": ScalarSet(0x21...0x7E),
    "print": ScalarSet(0x20...0x7E), "word": wordCharacters,
    "xdigit": ScalarSet(0x30...0x39, 0x41...0x46, 0x61...0x66), "ascii": ScalarSet(0...0x7F),
  ]

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
