import FormBytes
import Foundation

/// The letters, and optionally digits, that a text may consist of.
struct Alphabet: Sendable {
  private var ascii = ASCIISet.none
  /// The letters of the alphabet; nil means all Unicode letters (and digits).
  private var language: ScalarSet?
  /// The language's own digits, in addition to those of ASCII.
  private var digits: ScalarSet?
  private let named: CharacterClass.NamedSet
  private let ignored: CharacterClass?

  /// The alphabets that definitions can name besides languages.
  static let ascii = "ascii"
  static let unicode = "unicode"

  /// The alphabet with the given name: `ascii`, `unicode`, or a language such as `de` or `sr-Latn`.
  /// A region is ignored. Returns nil for an unknown language.
  init?(_ word: String, hasDigits: Bool, ignoring ignored: CharacterClass?) {
    self.ignored = ignored
    named = hasDigits ? .alphanumeric : .letter
    switch word {
    case Self.ascii: language = ScalarSet(hexadecimal: "41-5A 61-7A")
    case Self.unicode: break
    default:
      guard let line = Self.line(of: word) else { return nil }
      let parts = line.split(separator: "|")
      language = ScalarSet(hexadecimal: parts[0])
      if hasDigits, parts.count > 1 { digits = ScalarSet(hexadecimal: parts[1]) }
    }
    let letters = language
    ascii = ASCIISet { byte in
      letters?.contains(UInt32(byte)) ?? byte.isASCIILetter || hasDigits && byte.isASCIIDigit
    }
  }

  /// The line for a language in `Tables/alphabets.txt`: `de` for `de-AT`, `sr` for `sr-RS@latin`.
  private static func line(of word: String) -> Substring? {
    let parts = word.lowercased().split { $0 == "_" || $0 == "-" }
    guard let language = parts.first else { return nil }
    let codes = parts.count > 1 ? ["\(language)-\(parts[1])", "\(language)"] : ["\(language)"]
    return codes.lazy.compactMap { code in
      lines.first { $0.hasPrefix("\(code) ") }?.dropFirst(code.utf8.count + 1)
    }.first
  }

  private static var lines: [Substring] { TableTexts.alphabets.split(separator: "\n") }

  /// Whether the text consists of characters of the alphabet and ignored characters, with at least
  /// one of the former.
  ///
  /// Canonically equivalent texts have the same result: a letter followed by a mark counts as the
  /// single character, even if the alphabet has both.
  func spells(_ text: Span<UInt8>) -> Bool { spells(text, isComposed: false) }

  /// - Parameter isComposed: Whether the text is in normal form C.
  private func spells(_ text: Span<UInt8>, isComposed: Bool) -> Bool {
    var index = 0
    var hasAny = false
    while index < text.count {
      if text[index] < 0x80, ascii.contains(text[index]) {
        index += 1
        hasAny = true
        continue
      }
      let scalar = text.nextScalar(&index)
      if let ignored, ignored.contains(scalar) { continue }
      guard !scalar.isASCII, contains(scalar), isComposed || !mayCompose(scalar) else {
        if isComposed || text.isASCII { return false }
        let composed = Array(String(copying: text).precomposedStringWithCanonicalMapping.utf8)
        return spells(composed.span, isComposed: true)
      }
      hasAny = true
    }
    return hasAny
  }

  /// Whether the character may form another one with the character before it, which need not belong
  /// to the language.
  private func mayCompose(_ scalar: Unicode.Scalar) -> Bool {
    language != nil && scalar.properties.canonicalCombiningClass != .notReordered
  }

  /// Whether a character outside ASCII belongs to the alphabet.
  private func contains(_ scalar: Unicode.Scalar) -> Bool {
    guard let language else { return named.contains(scalar) }
    return language.contains(scalar.value) || digits?.contains(scalar.value) == true
  }
}

extension Alphabet {
  /// The languages in the table.
  private static var languages: [String] {
    lines.map { String($0.prefix { $0 != " " }) }
  }

  static let alphabet = Parameter<String>(
    "alphabet", effect: .words([["ascii"], ["unicode"]]),
    "`ascii`, `unicode` (letters of every script, with their marks), or a language: "
      + "\(languages.joined(separator: ", ")). A region after the language is ignored.",
    default: ascii)
  static let ignore = Parameter<[RuleEntry.Characters]?>(
    "ignore", effect: .unknown,
    "Characters that are ignored anywhere in the text, such as space or - (see `characters`).")

  static let parameters: [any DeclaredParameter] = [alphabet, ignore]

  /// Reads the parameters `alphabet` and `ignore`.
  ///
  /// - Throws: `DefinitionError` if the alphabet is unknown.
  init(_ parameters: borrowing RuleParameters, hasDigits: Bool) throws(DefinitionError) {
    let word = try parameters[Self.alphabet]
    let ignored = try parameters.characters(Self.ignore)
    guard let alphabet = Alphabet(word, hasDigits: hasDigits, ignoring: ignored) else {
      throw parameters.error("no alphabet of a language '\(word)' is known", at: Self.alphabet)
    }
    self = alphabet
  }
}

/// The rule `alpha` or `alphanumeric`.
protocol AlphabetRule: TextRule {
  static var acceptsDigits: Bool { get }
  var alphabet: Alphabet { get }
  init(alphabet: Alphabet)
}

extension AlphabetRule {
  init(_ parameters: borrowing RuleParameters) throws(DefinitionError) {
    self.init(alphabet: try Alphabet(parameters, hasDigits: Self.acceptsDigits))
  }

  func evaluate(_ text: Span<UInt8>) -> RuleResult {
    alphabet.spells(text) ? .passes : .fails(Self.documentation.codes[0].code)
  }
}
