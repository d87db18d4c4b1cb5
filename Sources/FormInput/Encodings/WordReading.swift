/// A word in which each byte is read as a character of a single-byte encoding.
struct WordReading {
  /// The pairs of letters with a byte beyond ASCII. The edge of a word, and a sign, is a blank.
  private(set) var pairs: [LanguageModel.Pair] = []
  /// How improbable its signs are, as a natural logarithm.
  private(set) var signs = 0.0
  /// How improbable it is that a word is written like this: signs or capitals in the middle of a
  /// word, letters of two scripts, bytes that are not characters.
  private(set) var faults = 0.0
  /// The number of letters, quotation marks and apostrophes beyond ASCII, in a word of two or more
  /// letters. Other signs, and single letters, say nothing about the encoding.
  private(set) var evidence = 0

  init(_ word: [UInt8], _ characters: [EncodingCandidate.Symbol]) {
    let edge = characters[0x20]
    let found = word.map { characters[Int($0)] }
    for index in found.indices where word[index] >= 0x80 {
      let before = index > 0 ? found[index - 1] : edge
      let after = index + 1 < found.count ? found[index + 1] : edge
      add(found[index], between: before, and: after)
    }
    if found.count(where: \.isLetter) < 2 { evidence = 0 }
    for index in 0...found.count {
      let first = index > 0 ? found[index - 1] : edge
      let second = index < found.count ? found[index] : edge
      guard !first.scalar.isASCII || !second.scalar.isASCII, first.isLetter || second.isLetter
      else { continue }
      pairs.append(LanguageModel.Pair(first: first.lowercase, second: second.lowercase))
      add(first, second, afterCapital: index > 1 && found[index - 2].isUppercase)
    }
  }

  /// Adds the improbability of a character that is not a letter.
  private mutating func add(
    _ character: EncodingCandidate.Symbol, between before: EncodingCandidate.Symbol,
    and after: EncodingCandidate.Symbol
  ) {
    let isInWord = before.isLetter && after.isLetter
    switch character.kind {
    case .letter: evidence += 1
    case .digit, .blank: break
    case .none: faults += 30
    case .rareSign:
      signs += 16
      faults += isInWord ? 20 : before.isLetter || after.isLetter ? 8 : 0
    case .apostrophe:
      signs += 8
      evidence += 1
    case .opening:
      signs += 8
      evidence += 1
      if before.isLetter { faults += 12 }
    case .closing:
      signs += 8
      evidence += 1
      if after.isLetter { faults += 12 }
    case .sign:
      signs += 11
      let scalar = character.scalar
      if isInWord
        ? !Self.signsInWords.contains(scalar)
        : before.isLetter
          ? !Self.signsAfterLetters.contains(scalar)
          : after.isLetter && !Self.signsBeforeLetters.contains(scalar)
      {
        faults += 12
      }
    }
  }

  /// The Catalan dot, the soft hyphen, the no-break space and dashes.
  private static let signsInWords = Set("·\u{AD}\u{A0}–—".unicodeScalars)
  /// Not the signs of currencies and fractions, for example.
  private static let signsAfterLetters = Set("·\u{AD}\u{A0}–—…²³°®™©ªº".unicodeScalars)
  private static let signsBeforeLetters = Set("·\u{AD}\u{A0}–—…§№•µ".unicodeScalars)

  /// Adds the improbability of two adjacent characters.
  private mutating func add(
    _ first: EncodingCandidate.Symbol, _ second: EncodingCandidate.Symbol,
    afterCapital: Bool
  ) {
    if first.kind == .digit || second.kind == .digit { faults += 6 }
    guard first.isLetter, second.isLetter else { return }
    if first.isLowercase, second.isUppercase { faults += 12 }
    if first.isUppercase, second.isLowercase, afterCapital { faults += 4 }
    if first.scalar.isLatin != second.scalar.isLatin { faults += 10 }
  }
}
