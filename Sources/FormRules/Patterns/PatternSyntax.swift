/// A regular expression of the simple kind: bytes, classes, groups, alternatives and quantifiers.
/// Most patterns of forms consist of these, and a byte automaton can match them.
indirect enum PatternSyntax {
  /// One character of a set.
  case character(CharacterSet)
  /// The bytes of a non-ASCII character.
  case bytes([UInt8])
  case sequence([PatternSyntax])
  case alternatives([PatternSyntax])
  /// A repetition. A nil maximum means any number.
  case repetition(PatternSyntax, least: Int, most: Int?)

  /// A set of characters: one bit for each ASCII character, and whether it contains all others.
  struct CharacterSet: Equatable {
    var low: UInt64 = 0
    var high: UInt64 = 0
    var hasOthers = false

    func contains(_ byte: UInt8) -> Bool {
      (byte < 64 ? low >> UInt64(byte) : high >> UInt64(byte & 63)) & 1 == 1
    }

    mutating func insert(_ byte: UInt8) {
      if byte < 64 { low |= 1 << UInt64(byte) } else { high |= 1 << UInt64(byte & 63) }
    }

    mutating func formUnion(_ other: CharacterSet) {
      low |= other.low
      high |= other.high
      hasOthers = hasOthers || other.hasOthers
    }

    var inverted: CharacterSet { CharacterSet(low: ~low, high: ~high, hasOthers: !hasOthers) }

    static func range(_ first: UInt8, _ last: UInt8) -> CharacterSet {
      var set = CharacterSet()
      for byte in first...last { set.insert(byte) }
      return set
    }

    static let digits = range(UInt8(ascii: "0"), UInt8(ascii: "9"))

    static var wordCharacters: CharacterSet {
      var set = digits
      set.formUnion(range(UInt8(ascii: "a"), UInt8(ascii: "z")))
      set.formUnion(range(UInt8(ascii: "A"), UInt8(ascii: "Z")))
      set.insert(UInt8(ascii: "_"))
      return set
    }

    static var blanks: CharacterSet {
      var set = range(0x09, 0x0D)
      set.insert(0x20)
      return set
    }

    /// Any character except a line feed: the meaning of `.`.
    static var anyInLine: CharacterSet { range(0x0A, 0x0A).inverted }

    static let any = CharacterSet().inverted
  }
}
