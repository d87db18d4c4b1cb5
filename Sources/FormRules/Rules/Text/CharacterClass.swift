/// A set of Unicode scalars, composed of named sets and single characters. ASCII is looked up in a
/// table; for other characters the general category is evaluated (`Unicode.Scalar.Properties`).
struct CharacterClass: Sendable {
  /// The sets that a definition can name.
  enum NamedSet: String, CaseIterable {
    /// Decimal digits of any script (Nd).
    case digit
    /// Letters and the marks that belong to them (L, M).
    case letter
    /// Upper- and title-case letters (Lu, Lt).
    case upper
    /// Lower-case letters (Ll).
    case lower
    /// Letters, marks and numbers (L, M, N).
    case alphanumeric
    /// White space and line breaks (White_Space).
    case space
    /// Mathematical, currency and other symbols (S); in ASCII `$+<=>^|~` and the backtick.
    case symbol
    /// Punctuation (P); in ASCII, the characters that are not letters, digits, spaces, symbols or
    /// controls.
    case punctuation
    /// Control characters (Cc).
    case control
    /// The first 128 characters.
    case ascii

    func contains(_ scalar: Unicode.Scalar) -> Bool {
      switch self {
      case .ascii: return scalar.isASCII
      case .space: return scalar.properties.isWhitespace
      default: break
      }
      switch scalar.properties.generalCategory {
      case .decimalNumber: return self == .digit || self == .alphanumeric
      case .letterNumber, .otherNumber: return self == .alphanumeric
      case .uppercaseLetter, .titlecaseLetter:
        return self == .upper || self == .letter || self == .alphanumeric
      case .lowercaseLetter: return self == .lower || self == .letter || self == .alphanumeric
      case .modifierLetter, .otherLetter, .nonspacingMark, .spacingMark, .enclosingMark:
        return self == .letter || self == .alphanumeric
      case .mathSymbol, .currencySymbol, .modifierSymbol, .otherSymbol: return self == .symbol
      case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation,
        .initialPunctuation, .finalPunctuation, .otherPunctuation:
        return self == .punctuation
      case .control: return self == .control
      default: return false
      }
    }
  }

  /// The accepted words, for documentation.
  static let choice =
    NamedSet.allCases.map(\.rawValue).joined(separator: ", ") + ", or a single character"

  /// The names and characters that define the set.
  let words: [String]
  private var named: [NamedSet] = []
  private var single: [Unicode.Scalar] = []
  private let isASCIIOnly: Bool
  private var ascii = ASCIISet.none

  /// Creates the union of the sets that the words name. Returns nil if a word is neither a name nor
  /// a single character.
  init?(_ words: [String], isASCIIOnly: Bool = false) {
    self.words = words
    self.isASCIIOnly = isASCIIOnly
    for word in words {
      let scalars = word.unicodeScalars
      if let name = NamedSet(rawValue: word) {
        named.append(name)
      } else if let scalar = scalars.first, scalars.count == 1 {
        single.append(scalar)
      } else {
        return nil
      }
    }
    ascii = ASCIISet { isListed(Unicode.Scalar($0)) }
  }

  private func isListed(_ scalar: Unicode.Scalar) -> Bool {
    single.contains(scalar) || named.contains { $0.contains(scalar) }
  }

  /// Whether the character is in the set.
  func contains(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return ascii.contains(UInt8(truncatingIfNeeded: scalar.value)) }
    return !isASCIIOnly && isListed(scalar)
  }
}

extension Span where Element == UInt8 {
  /// A copy of the text without the characters of a set.
  func removing(_ set: CharacterClass) -> [UInt8] {
    var result: [UInt8] = []
    var index = 0
    while index < count {
      let start = index
      if !set.contains(nextScalar(&index)) {
        for kept in start..<index { result.append(self[kept]) }
      }
    }
    return result
  }
}

extension RuleParameters {
  /// The value of a parameter that is a set of characters: a name, a single character, or a list of
  /// these. Nil if the parameter is absent.
  ///
  /// - Parameters:
  ///   - more: Words that are added to those of the parameter.
  ///   - isASCIIOnly: Whether only the ASCII characters of the set belong to it.
  /// - Throws: `DefinitionError` if a word is neither a name nor a single character.
  func characters(
    _ parameter: Parameter<[RuleEntry.Characters]?>, and more: [String] = [],
    isASCIIOnly: Bool = false
  ) throws(DefinitionError) -> CharacterClass? {
    guard let words = try words(of: parameter), !words.isEmpty else { return nil }
    for word in words where CharacterClass([word]) == nil {
      throw .unknown(
        "character set", word, known: CharacterClass.NamedSet.allCases.map(\.rawValue),
        at: location(of: parameter))
    }
    return CharacterClass(words + more, isASCIIOnly: isASCIIOnly)
  }

  private func words(
    of parameter: Parameter<[RuleEntry.Characters]?>
  ) throws(DefinitionError) -> [String]? {
    guard let node = node(parameter) else { return nil }
    return try String.readList(node, use(of: parameter))
  }
}

extension RuleEntry {
  /// A named set of characters, or a single character as a literal: `.characters(.digit, "-")`.
  public struct Characters: ParameterNode, ExpressibleByStringLiteral, Sendable {
    static let parameterType = ParameterType.characters
    let parameterNode: DefinitionNode

    /// A single character, or the name of a set.
    public init(stringLiteral word: String) { self.init(parameterNode: .text(word)) }

    init(parameterNode: DefinitionNode) { self.parameterNode = parameterNode }

    /// Decimal digits of any script (Nd).
    public static let digit: Self = "digit"
    /// Letters and the marks that belong to them (L, M).
    public static let letter: Self = "letter"
    /// Upper- and title-case letters (Lu, Lt).
    public static let upper: Self = "upper"
    /// Lower-case letters (Ll).
    public static let lower: Self = "lower"
    /// Letters, marks and numbers (L, M, N).
    public static let alphanumeric: Self = "alphanumeric"
    /// White space and line breaks.
    public static let space: Self = "space"
    /// Mathematical, currency and other symbols (S).
    public static let symbol: Self = "symbol"
    /// Punctuation (P).
    public static let punctuation: Self = "punctuation"
    /// Control characters (Cc).
    public static let control: Self = "control"
    /// The first 128 characters.
    public static let ascii: Self = "ascii"
  }
}
