import FormBytes
import FormRules

extension PatternTranslator {
  /// What an escape or an item of a set means.
  enum Item {
    /// A character that stands for itself.
    case literal(UInt32)
    case set(ScalarSet)
    /// A property of Unicode, as the dialect writes it.
    case property(String)
  }

  /// Reads a set after its bracket.
  mutating func set() -> String? {
    let isNegated = skip("^")
    var (literals, others, properties) = (ScalarSet([]), ScalarSet([]), "")
    var isFirst = true
    while isFirst || !skip("]") {
      isFirst = false
      guard let item = item() else { return nil }
      guard case .literal(let first) = item else {
        if case .set(let set) = item { others = others.union(set) }
        if case .property(let property) = item { properties += property }
        continue
      }
      var last = first
      if rest.first == "-", let next = rest.dropFirst().first, next != "]" {
        rest.removeFirst()
        // After a hyphen, a class makes the hyphen a plain character in PCRE2; that is rare.
        guard case .literal(let end)? = self.item(), end >= first else { return nil }
        last = end
      }
      literals = literals.union(ScalarSet(first...last))
    }
    guard let set = ignoresCase ? literals.ignoringCase : literals else { return nil }
    return write(set.union(others), properties, isNegated: isNegated)
  }

  private mutating func item() -> Item? {
    guard let scalar = rest.popFirst() else { return nil }
    if scalar == "\\" { return escapedItem(inSet: true) }
    guard scalar == "[", let next = rest.first, ":.=".unicodeScalars.contains(next) else {
      return .literal(scalar.value)
    }
    guard skip(":"), let name = text(until: ":"), skip("]"), !isUnicode else { return nil }
    guard let set = Self.classes[name.hasPrefix("^") ? String(name.dropFirst()) : name] else {
      return nil
    }
    return .set(name.hasPrefix("^") ? set.inverted : set)
  }

  /// The classes in brackets, which contain ASCII characters only.
  private static let classes: [String: ScalarSet] = [
    "alpha": ScalarSet(0x41...0x5A, 0x61...0x7A), "digit": .digits,
    "alnum": ScalarSet(0x30...0x39, 0x41...0x5A, 0x61...0x7A), "upper": ScalarSet(0x41...0x5A),
    "lower": ScalarSet(0x61...0x7A), "space": .blanks, "blank": ScalarSet("\t "),
    "punct": ScalarSet(0x21...0x2F, 0x3A...0x40, 0x5B...0x60, 0x7B...0x7E),
    "cntrl": ScalarSet(0...0x1F, 0x7F...0x7F), "graph": ScalarSet(0x21...0x7E),
    "print": ScalarSet(0x20...0x7E), "word": .wordCharacters,
    "xdigit": ScalarSet(0x30...0x39, 0x41...0x46, 0x61...0x66), "ascii": ScalarSet(0...0x7F),
  ]

  /// Reads an escape after its backslash that means one character.
  mutating func escapedItem(inSet: Bool) -> Item? {
    guard let scalar = rest.popFirst() else { return nil }
    switch scalar {
    case "d", "D", "w", "W", "s", "S", "h", "H", "v", "V": return shorthand(scalar)
    case "N" where !inSet && rest.first != "{": return .set(ScalarSet(0x0A...0x0A).inverted)
    case "p", "P": return property(isNegated: scalar == "P").map(Item.property)
    case "x": return hexadecimal().map(Item.literal)
    case "t": return .literal(0x09)
    case "n": return .literal(0x0A)
    case "r": return .literal(0x0D)
    case "f": return .literal(0x0C)
    case "a": return .literal(0x07)
    case "e": return .literal(0x1B)
    case "b" where inSet: return .literal(0x08)
    default:
      // Other letters and digits have special meanings; everything else stands for itself.
      let isSpecial = UInt8(exactly: scalar.value).map { $0.isASCIILetter || $0.isASCIIDigit }
      return isSpecial == true ? nil : .literal(scalar.value)
    }
  }

  private func shorthand(_ letter: Unicode.Scalar) -> Item? {
    let lower = letter.properties.lowercaseMapping
    let isNegated = lower != String(letter)
    if isUnicode, "dws".contains(lower) {
      // The words and blanks of all scripts depend on the version of PCRE2.
      return lower == "d" ? .property(isNegated ? #"\P{Nd}"# : #"\p{Nd}"#) : nil
    }
    let set: ScalarSet =
      switch lower {
      case "d": .digits
      case "w": .wordCharacters
      case "s": .blanks
      case "h": .horizontalBlanks
      default: .verticalBlanks
      }
    return .set(isNegated ? set.inverted : set)
  }

  private mutating func hexadecimal() -> UInt32? {
    var digits: String?
    if skip("{") {
      digits = text(until: "}")
    } else if rest.prefix(2).count == 2 {
      digits = String(rest.prefix(2))
      rest.removeFirst(2)
    }
    guard let digits, digits.allSatisfy(\.isHexDigit), let value = UInt32(digits, radix: 16) else {
      return nil
    }
    return Unicode.Scalar(value)?.value
  }

  /// Reads a property after `p`. The case of `Lu`, `Ll` and `Lt` depends on the version of PCRE2 if
  /// the pattern ignores case.
  private mutating func property(isNegated: Bool) -> String? {
    var name = ""
    var isNegated = isNegated
    if skip("{") {
      if skip("^") { isNegated.toggle() }
      guard let text = text(until: "}") else { return nil }
      name = text
    } else if let letter = rest.popFirst() {
      name = String(letter)
    }
    let isCased = ["Lu", "Ll", "Lt", "L&"].contains(name)
    guard Self.categories.contains(name) || Self.scripts.contains(name) && dialect == .ecmaScript,
      !(isCased && ignoresCase)
    else { return nil }
    let written =
      Self.scripts.contains(name) ? "Script_Extensions=\(name)" : name
    return "\\\(isNegated ? "P" : "p"){\(written)}"
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

  // MARK: Writing

  /// Writes a set of characters, in its shorter form.
  func write(_ set: ScalarSet, _ properties: String = "", isNegated: Bool = false) -> String? {
    guard properties.isEmpty else {
      return items(of: set).map { "[\(isNegated ? "^" : "")\($0)\(properties)]" }
    }
    let all = isNegated ? set.inverted : set
    if let only = all.only { return write(only, inSet: false) }
    let inverted = all.inverted
    if inverted.ranges.isEmpty { return #"[\s\S]"# }
    if all.ranges.isEmpty { return nil }
    return inverted.ranges.count < all.ranges.count
      ? items(of: inverted).map { "[^\($0)]" } : items(of: all).map { "[\($0)]" }
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
