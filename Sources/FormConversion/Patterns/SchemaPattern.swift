import FormDefinitions
import FormRules

/// Converts ECMAScript regular expressions, which schema languages use, to PCRE2.
enum SchemaPattern {
  /// Converts a pattern to PCRE2, which differs in `\u` escapes, long category names, non-ASCII
  /// blanks under `\s`, and line ends under `.`.
  ///
  /// - Returns: The pattern, or nil if it has a different meaning in PCRE2 or is invalid in
  ///   ECMAScript.
  static func pcre(ofECMAScript pattern: String) -> String? {
    var result = ""
    var rest = pattern[...]
    // The rest of the pattern after an open bracket.
    var set: Substring?
    while let character = rest.popFirst() {
      if character == "\\" {
        guard let escaped = rest.popFirst(),
          let written = escape(escaped, &rest, in: set, of: pattern)
        else { return nil }
        result += written
        continue
      }
      if set != nil {
        // Within a set, ECMAScript treats a bracket as a plain character, while in PCRE2 it may
        // begin a class.
        result += character == "[" ? #"\["# : String(character)
        if character == "]" { set = nil }
        continue
      }
      switch character {
      // In ECMAScript, an empty set matches nothing, and its negation matches everything. In PCRE2,
      // `]` would belong to the set.
      case "[" where rest.first == "]":
        rest.removeFirst()
        result += "(?!)"
      case "[" where rest.hasPrefix("^]"):
        rest.removeFirst(2)
        result += #"[\s\S]"#
      case "[":
        set = rest
        result += "["
      case ".": result += #"[^\n\r\x{2028}\x{2029}]"#
      case "(" where rest.first == "*" || rest.first == "?" && rest.prefixMatch(of: group) == nil:
        return nil
      case "*", "+", "?", "}":
        // Only PCRE2 has possessive quantifiers.
        if rest.first == "+", character != "}" || isQuantifierEnd(result) { return nil }
        result.append(character)
      case "{" where rest.prefixMatch(of: /,[0-9]*\}/) != nil: return nil
      case "{" where rest.prefixMatch(of: /[0-9]+(,[0-9]*)?\}/) == nil: result += #"\{"#
      default: result.append(character)
      }
    }
    return set == nil ? result : nil
  }

  /// Converts an XML Schema pattern to the rule `pattern`, if PCRE2 can express it.
  ///
  /// In XML Schema, `\d`, `\w` and `\s` cover all scripts.
  ///
  /// - Returns: The rule, or nil if the pattern exists only in XML Schema or is invalid there.
  static func rule(ofXMLSchema pattern: String) -> DefinitionNode? {
    var rest = pattern[...]
    var isUnicode = false
    var isInSet = false
    while let character = rest.popFirst() {
      switch character {
      case "\\":
        guard let escaped = rest.popFirst() else { return nil }
        switch escaped {
        case "d", "D", "w", "W", "s", "S", "b", "B": isUnicode = true
        case "p", "P": if rest.hasPrefix("{Is") { return nil }
        case "n", "r", "t": break
        default: if escaped.isLetter || escaped == "0" { return nil }
        }
      case "[":
        // Subtraction exists only in XML Schema.
        if isInSet { return nil }
        isInSet = true
      case "]": isInSet = false
      case "(" where rest.first == "*" || rest.hasPrefix("?P") || rest.hasPrefix("?i"): return nil
      default: break
      }
    }
    guard isUnicode else { return .rule("pattern", .text(pattern)) }
    return DefinitionNode(
      .mapping([.init("pattern", .text(pattern)), .init("unicode", .text("true"))]))
  }

  private static var group: Regex<Substring> { /\?(?:[:=!]|<[=!]|<[A-Za-z_][A-Za-z0-9_]*>)/ }

  /// Returns whether a brace would end `{2` or `{2,3`.
  private static func isQuantifierEnd(_ text: String) -> Bool {
    text.firstMatch(of: /\{[0-9]+(,[0-9]*)?$/) != nil
  }

  /// Converts a backslash and the following character.
  private static func escape(
    _ escaped: Character, _ rest: inout Substring, in set: Substring?, of pattern: String
  ) -> String? {
    switch escaped {
    case "u": return codePoint(&rest)
    case "p", "P": return "\\\(escaped)" + category(&rest)
    case "s": return set != nil ? blanks : "[\(blanks)]"
    case "S":
      if set == nil { return "[^\(blanks)]" }
      // Together with `\s`, `\S` matches everything.
      return set?.prefix { $0 != "]" }.contains(#"\s"#) == true ? #"\S"# : nil
    case "v": return #"\x{B}"#
    case "0": return rest.first?.isNumber == true ? nil : #"\x{0}"#
    case "b": return #"\b"#
    case "B" where set == nil: return #"\B"#
    case "d", "D", "w", "W", "f", "n", "r", "t": return "\\\(escaped)"
    case "x":
      guard rest.prefixMatch(of: /[0-9A-Fa-f]{2}/) != nil else { return nil }
      return #"\x"#
    case "c":
      guard rest.first?.isLetter == true, rest.first?.isASCII == true else { return nil }
      return #"\c"#
    case "k" where set == nil && rest.first == "<" && areGroupsSetOnce(pattern): return #"\k"#
    case "1"..."9" where set == nil && areGroupsSetOnce(pattern): return "\\\(escaped)"
    case "-": return set != nil ? #"\-"# : "-"
    default: return escaped.isLetter || escaped.isNumber ? nil : "\\\(escaped)"
    }
  }

  /// Returns whether every group is set once, before it is referenced, as far as this is plain: no
  /// group may be optional, repeated or nested.
  ///
  /// A reference to an unset group matches nothing in PCRE2, but matches the empty text in
  /// ECMAScript, which also forgets the groups of an earlier repetition.
  static func areGroupsSetOnce(_ pattern: String) -> Bool {
    !["|", ")?", ")*", ")+", "){", "(?!", "(?<!", "(?<="].contains { pattern.contains($0) }
      && pattern.firstMatch(of: /\([^()]*\(|\([^()]*\\[1-9k]/) == nil
      && pattern.prefix { $0 != "(" }.firstMatch(of: /\\[1-9k]/) == nil
  }

  /// The white space and line ends of ECMAScript: those of Unicode, and U+FEFF.
  private static let blanks =
    #"\s\x{A0}\x{1680}\x{2000}-\x{200A}\x{2028}\x{2029}\x{202F}\x{205F}\x{3000}\x{FEFF}"#

  /// Reads the code point after `\u`: four digits, two times four for a surrogate pair, or braces.
  private static func codePoint(_ rest: inout Substring) -> String? {
    if rest.first == "{", let end = rest.firstIndex(of: "}") {
      let digits = rest[rest.index(after: rest.startIndex)..<end]
      rest = rest[rest.index(after: end)...]
      return "\\x{\(digits)}"
    }
    // The initializer also accepts a sign.
    guard rest.prefix(4).count == 4, rest.prefix(4).allSatisfy(\.isHexDigit),
      let high = UInt32(rest.prefix(4), radix: 16)
    else { return nil }
    rest.removeFirst(4)
    if (0xD800..<0xDC00).contains(high), rest.hasPrefix("\\u"),
      let low = UInt32(rest.dropFirst(2).prefix(4), radix: 16), (0xDC00..<0xE000).contains(low)
    {
      rest.removeFirst(6)
      let scalar = 0x10000 + (high - 0xD800) << 10 + (low - 0xDC00)
      return "\\x{\(String(scalar, radix: 16))}"
    }
    return "\\x{\(String(high, radix: 16))}"
  }

  private static let categories = [
    "letter": "L", "lowercase_letter": "Ll", "uppercase_letter": "Lu", "titlecase_letter": "Lt",
    "modifier_letter": "Lm", "other_letter": "Lo", "mark": "M", "number": "N", "digit": "Nd",
    "decimal_number": "Nd", "letter_number": "Nl", "other_number": "No", "punctuation": "P",
    "punct": "P", "symbol": "S", "math_symbol": "Sm", "currency_symbol": "Sc", "separator": "Z",
    "space_separator": "Zs", "other": "C", "control": "Cc", "cntrl": "Cc", "format": "Cf",
  ]

  /// Reads the category in the braces after `\p`.
  private static func category(_ rest: inout Substring) -> String {
    guard rest.first == "{", let end = rest.firstIndex(of: "}") else { return "" }
    let name = rest[rest.index(after: rest.startIndex)..<end]
    rest = rest[rest.index(after: end)...]
    let sides = name.split(separator: "=", maxSplits: 1)
    let value = sides.last.map(String.init) ?? String(name)
    switch sides.count > 1 ? sides[0].lowercased() : "" {
    case "script", "sc": return "{sc:\(value)}"
    case "script_extensions", "scx": return "{scx:\(value)}"
    default: return "{\(categories[value.lowercased()] ?? value)}"
    }
  }
}
