import FormBytes

/// Requires a language tag (BCP 47).
struct LocaleRule: TextRule {
  static let name = "locale"
  static let underscore = Parameter<Bool>(
    "underscore", effect: .looserIfTrue,
    "Whether _ is accepted instead of -, as in de_AT, except before an extended language subtag.",
    default: true)

  static let documentation = RuleDocumentation(
    "The text is a language tag such as de-AT (BCP 47).",
    discussion: """
      The grammar is that of RFC 5646: language, extended languages, script, region, variants, \
      extensions and private use, in any case; no variant or extension may occur twice. The \
      language must have a code of ISO 639 or be reserved for local use (qaa to qtz); the region \
      must have a code of ISO 3166-1 or three digits (UN M.49). Scripts, variants and extensions \
      are checked only for their form. Grandfathered tags that predate BCP 47, such as i-klingon, \
      are not accepted.
      """,
    types: ["text"],
    parameters: [underscore],
    codes: [
      .init(
        "locale.invalid",
        "{label} must be a language tag{example, select, absent {} other {, such as {example}}}.")
    ],
    examples: [
      .init(
        accepts: [
          "de", "de-AT", "en_US", "zh-Hans-CN", "es-419", "sl-rozaj-biske-1994", "x-own",
          "de-CH-x-phonebk", "en-u-ca-buddhist", "cmn-Hans", "zh-yue-HK", "DE-at", "sr-Latn-QM",
          "qaa", "qtz-Latn", "de-1901-1996", "de-a-1901-b-1901", "de-1901-x-1901",
        ],
        rejects: [
          "d", "german", "xx", "de-", "-de", "de--AT", "de-YY", "de-AT-DE", "de-x", "en-u",
          "12", "de AT", "de-419-AT", "en-a-myext-a-again", "en-u-x-private", "zh_yue",
          "de-1901-1901", "sl-Rozaj-biske_rozaj", "qzz",
        ]),
      .init(["underscore": "false"], accepts: ["en-US"], rejects: ["en_US"]),
    ])

  private let acceptsUnderscore: Bool

  init(_ parameters: borrowing RuleParameters) throws(DefinitionError) {
    acceptsUnderscore = try parameters[Self.underscore]
  }

  var samples: [[String]] { [["de-AT"]] }

  func evaluate(_ text: Span<UInt8>) -> RuleResult {
    isTag(text) ? .passes : .fails("locale.invalid")
  }

  /// The position in the grammar; each subtag may only move forward.
  private enum Position: Int {
    case start, language, extended, script, region, variant, extensionStart, extensionPart
    case privateStart, privatePart
  }

  private func isTag(_ text: Span<UInt8>) -> Bool {
    var position = Position.start
    var extendedCount = 0
    var singletons: UInt64 = 0
    var start = 0
    var index = 0
    while index <= text.count {
      let isEnd = index == text.count
      if !isEnd, text[index] != UInt8(ascii: "-"),
        !acceptsUnderscore || text[index] != UInt8(ascii: "_")
      {
        index += 1
        continue
      }
      let part = text.extracting(start..<index)
      guard (1...8).contains(part.count), part.consists(of: .alphanumerics),
        let following = next(
          part, position, extendedCount: &extendedCount, singletons: &singletons),
        following != .extended || text[start - 1] == UInt8(ascii: "-"),
        following != .variant || !isRepeated(start..<index, text)
      else { return false }
      position = following
      index += 1
      start = index
    }
    return position != .start && position != .extensionStart && position != .privateStart
  }

  /// Whether the variant occurred before. No other subtag before a variant has its form: five to
  /// eight characters, or four that begin with a digit.
  private func isRepeated(_ range: Range<Int>, _ text: Span<UInt8>) -> Bool {
    let variant = text.extracting(range)
    var start = 0
    for index in 0..<range.lowerBound
    where text[index] == UInt8(ascii: "-") || text[index] == UInt8(ascii: "_") {
      if text.extracting(start..<index).isEqualIgnoringCase(to: variant) { return true }
      start = index + 1
    }
    return false
  }

  private func next(
    _ part: Span<UInt8>, _ position: Position, extendedCount: inout Int,
    singletons: inout UInt64
  ) -> Position? {
    if position == .privateStart || position == .privatePart { return .privatePart }
    if part.count == 1 {
      guard position != .extensionStart else { return nil }
      if part[0] | 0x20 == UInt8(ascii: "x") { return .privateStart }
      guard position != .start else { return nil }
      // No extension may occur twice.
      let bit = UInt64(1) << UInt64(part[0].lowercasedASCII & 63)
      guard singletons & bit == 0 else { return nil }
      singletons |= bit
      return .extensionStart
    }
    if position == .extensionStart || position == .extensionPart { return .extensionPart }
    if position == .start {
      let isKnown =
        ISOCodes.languages2.contains(part, ignoresCase: true)
        || ISOCodes.languages3.contains(part, ignoresCase: true) || Self.isForLocalUse(part)
      return isKnown ? .language : nil
    }
    let isLetters = part.consists(of: .letters)
    let order = position.rawValue
    if part.count == 3, isLetters, order <= Position.extended.rawValue, extendedCount < 3 {
      extendedCount += 1
      return .extended
    }
    if part.count == 4, isLetters, order < Position.script.rawValue { return .script }
    if order < Position.region.rawValue, Self.isRegion(part) { return .region }
    if part.count >= 5 || part.count == 4 && part[0].isASCIIDigit { return .variant }
    return nil
  }

  /// Whether the language is reserved for local use, qaa to qtz.
  private static func isForLocalUse(_ part: Span<UInt8>) -> Bool {
    part.count == 3 && part.consists(of: .letters) && part[0] | 0x20 == UInt8(ascii: "q")
      && part[1] | 0x20 <= UInt8(ascii: "t")
  }

  /// Whether the subtag is a country, a numeric area code of the United Nations, or a code for
  /// private use (AA, QM to QZ, XA to XZ, ZZ).
  private static func isRegion(_ part: Span<UInt8>) -> Bool {
    if part.count == 3 { return part.digits(0..<3) != nil }
    guard part.count == 2, part.consists(of: .letters) else { return false }
    let (first, second) = (part[0].lowercasedASCII, part[1].lowercasedASCII)
    switch first {
    case UInt8(ascii: "x"): return true
    case UInt8(ascii: "q") where second >= UInt8(ascii: "m"): return true
    case UInt8(ascii: "a") where second == first, UInt8(ascii: "z") where second == first:
      return true
    default: return ISOCodes.countries2.contains(part, ignoresCase: true)
    }
  }
}
