import FormBytes

/// Which letters, and perhaps digits, a text may be made of.
struct Alphabet: Sendable {
  private var ascii = ASCIISet { _ in false }
  /// Ranges of scalars beyond ASCII, in order and apart; nil means all that Unicode calls so.
  private var ranges: [ClosedRange<UInt32>]? = []
  private let named: CharacterClass.Named
  private let ignored: CharacterClass?

  /// What definitions can say besides a language.
  static let ascii = "ascii"
  static let unicode = "unicode"

  /// The alphabet that a word means: `ascii`, `unicode`, or a language such as `de` or `sr-Latn`,
  /// whose regions do not matter. Nil for a language that is not known.
  init?(_ word: String, hasDigits: Bool, ignoring ignored: CharacterClass?) {
    self.ignored = ignored
    named = hasDigits ? .alphanumeric : .letter
    var letters = ASCIISet { $0.isASCIILetter || hasDigits && $0.isASCIIDigit }
    switch word {
    case Self.ascii: break
    case Self.unicode: ranges = nil
    default:
      guard let line = Self.line(of: word) else { return nil }
      let parts = line.split(separator: "|")
      var found = Self.ranges(parts[0])
      if hasDigits {
        found.append(0x30...0x39)
        if parts.count > 1 { found += Self.ranges(parts[1]) }
      }
      letters = ASCIISet { byte in found.contains { $0.contains(UInt32(byte)) } }
      ranges = Self.merged(found.filter { $0.upperBound >= 0x80 })
    }
    ascii = letters
  }

  /// The line of a language in the table; `de-AT` is `de`, `sr-RS@latin` is `sr-latn`.
  private static func line(of word: String) -> Substring? {
    let lower = word.lowercased().split { $0 == "_" || $0 == "-" }.map(String.init)
    guard let language = lower.first else { return nil }
    let codes = lower.count > 1 ? ["\(language)-\(lower[1])", language] : [language]
    let lines = AlphabetTable.languages.split(separator: "\n")
    for code in codes {
      // By bytes: a blank before a combining mark is one character with it.
      let prefix = "\(code) ".utf8
      for line in lines where line.utf8.starts(with: prefix) {
        return Substring(line.utf8.dropFirst(prefix.count))
      }
    }
    return nil
  }

  /// Single characters and ranges, with the upper-case letters that belong to them.
  private static func ranges(_ text: Substring) -> [ClosedRange<UInt32>] {
    var result: [ClosedRange<UInt32>] = []
    for word in text.unicodeScalars.split(separator: " ") {
      let scalars = word.map(\.value)
      if scalars.count == 4, scalars[1] == 0x2E, scalars[2] == 0x2E, scalars[0] <= scalars[3] {
        result.append(scalars[0]...scalars[3])
      } else {
        result += scalars.map { $0...$0 }
      }
    }
    var upper: [ClosedRange<UInt32>] = []
    // Only the scripts of Europe and its neighbours have two cases, and their ranges are short.
    for range in result where range.count <= 128 {
      for value in range {
        guard let scalar = Unicode.Scalar(value) else { continue }
        let mapped = scalar.properties.uppercaseMapping.unicodeScalars
        if mapped.count == 1, let first = mapped.first { upper.append(first.value...first.value) }
      }
    }
    return result + upper
  }

  private static func merged(_ ranges: [ClosedRange<UInt32>]) -> [ClosedRange<UInt32>] {
    var result: [ClosedRange<UInt32>] = []
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = result.last, range.lowerBound <= last.upperBound + 1 {
        result[result.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
      } else {
        result.append(range)
      }
    }
    return result
  }

  /// Whether the text has nothing else, and something at all.
  func spells(_ text: Span<UInt8>) -> Bool {
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
      guard !scalar.isASCII, contains(scalar) else { return false }
      hasAny = true
    }
    return hasAny
  }

  /// Whether a character beyond ASCII belongs to it.
  private func contains(_ scalar: Unicode.Scalar) -> Bool {
    guard let ranges else { return named.contains(scalar) }
    var (low, high) = (0, ranges.count)
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle].contains(scalar.value) { return true }
      if scalar.value < ranges[middle].lowerBound { high = middle } else { low = middle + 1 }
    }
    return false
  }
}

extension Alphabet {
  /// The languages in the table.
  private static let languages = AlphabetTable.languages.split(separator: "\n").map {
    String(Substring($0.unicodeScalars.prefix { $0 != " " }))
  }

  static let parameters: [RuleDocumentation.Parameter] = [
    .text(
      "alphabet",
      "`ascii`, `unicode` (letters of every script, with their marks), or a language: "
        + "\(languages.joined(separator: ", ")); a region behind it does not matter.",
      usual: ascii),
    .other(
      "ignore",
      "Characters that may stand anywhere, such as space or - (see "
        + "`characters`).", .characters),
  ]

  /// Reads the parameters above.
  init(_ parameters: borrowing RuleParameters, hasDigits: Bool) throws(DefinitionError) {
    let word = try parameters.word("alphabet")
    let ignored = try parameters.characters("ignore")
    guard let alphabet = Alphabet(word, hasDigits: hasDigits, ignoring: ignored) else {
      throw parameters.error("no alphabet of a language '\(word)' is known", at: "alphabet")
    }
    self = alphabet
  }
}
