import FormBytes
import FormRules

extension PatternTranslator {
  /// Writes a property. The words and blanks of all scripts (`Xwd`, `Xps`) depend on the version of
  /// PCRE2, and so does the case of `Lu`, `Ll` and `Lt` if the pattern ignores case.
  func write(_ property: PatternProperty) -> String? {
    let name = property.name
    let isCased = ["Lu", "Ll", "Lt", "L&"].contains(name)
    guard Self.categories.contains(name) || Self.scripts.contains(name) && dialect == .ecmaScript,
      !(isCased && ignoresCase)
    else { return nil }
    let written = Self.scripts.contains(name) ? "Script_Extensions=\(name)" : name
    return "\\\(property.isNegated ? "P" : "p"){\(written)}"
  }

  /// The general categories, which all dialects have.
  private static let categories: Set<String> = [
    "L", "Lu", "Ll", "Lt", "Lm", "Lo", "M", "Mn", "Mc", "Me", "N", "Nd", "Nl", "No", "P", "Pc",
    "Pd",
    "Ps", "Pe", "Pi", "Pf", "Po", "S", "Sm", "Sc", "Sk", "So", "Z", "Zs", "Zl", "Zp", "C", "Cc",
    "Cf",
    "Co", "Cn",
  ]

  /// Scripts in use, whose names are equal in PCRE2 and ECMAScript.
  private static let scripts: Set<String> = [
    "Arabic", "Armenian", "Bengali", "Cyrillic", "Devanagari", "Ethiopic", "Georgian", "Greek",
    "Gujarati", "Gurmukhi", "Han", "Hangul", "Hebrew", "Hiragana", "Kannada", "Katakana", "Khmer",
    "Lao", "Latin", "Malayalam", "Mongolian", "Myanmar", "Oriya", "Sinhala", "Tamil", "Telugu",
    "Thai", "Tibetan",
  ]

  /// Writes a set in brackets.
  func write(_ set: PatternSet) -> String? {
    if set.properties.isEmpty { return write(set.isNegated ? set.scalars.inverted : set.scalars) }
    guard var items = items(of: set.scalars) else { return nil }
    for property in set.properties {
      guard let written = write(property) else { return nil }
      items += written
    }
    return "[\(set.isNegated ? "^" : "")\(items)]"
  }

  /// Writes a set of characters, in its shorter form.
  func write(_ set: ScalarSet) -> String? {
    if let only = set.only { return write(only, inSet: false) }
    let inverted = set.inverted
    if inverted.ranges.isEmpty { return #"[\s\S]"# }
    if set.ranges.isEmpty { return nil }
    return inverted.ranges.count < set.ranges.count
      ? items(of: inverted).map { "[^\($0)]" } : items(of: set).map { "[\($0)]" }
  }

  private func items(of set: ScalarSet) -> String? {
    var result = ""
    for range in set.ranges {
      guard let first = write(range.lowerBound, inSet: true),
        let last = write(range.upperBound, inSet: true)
      else { return nil }
      result += range.count == 1 ? first : range.count == 2 ? first + last : "\(first)-\(last)"
    }
    return result
  }

  /// Writes one character. XML has no character below the blank except three.
  private func write(_ scalar: UInt32, inSet: Bool) -> String? {
    switch scalar {
    case 0x09: return #"\t"#
    case 0x0A: return #"\n"#
    case 0x0D: return #"\r"#
    case 0x20..<0x7F:
      let text = String(UnicodeScalar(UInt8(scalar)))
      // In XML Schema, `$` is a plain character without an escape.
      if scalar == 0x24, !inSet { return dialect == .xmlSchema ? "[$]" : #"\$"# }
      return (inSet ? #"\]^-["# : #"\^.*+?()[]{}|"#).contains(text) ? "\\" + text : text
    default:
      let text = Unicode.Scalar(scalar).map { String($0) }
      if dialect == .xmlSchema { return scalar < 0x20 ? nil : text }
      let isVisible = Unicode.Scalar(scalar)?.properties.isAlphabetic == true
      if let text, isVisible { return text }
      let digits = scalar.hexadecimal(to: 4)
      return scalar > 0xFFFF ? "\\u{\(digits)}" : "\\u\(digits)"
    }
  }
}
