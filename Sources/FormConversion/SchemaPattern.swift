import FormDefinitions
import FormRules

/// Regular expressions of ECMAScript, which schema languages use, as PCRE2 reads them.
enum SchemaPattern {
  /// The pattern in PCRE2: `\u` escapes, long names of categories, and blanks beyond ASCII under `\s`
  /// are written otherwise there.
  ///
  /// - Returns: nil for what means something else in PCRE2, or nothing in ECMAScript.
  static func pcre(ofECMAScript pattern: String) -> String? {
    var result = ""
    var rest = pattern[...]
    // What stands in the brackets that are open.
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
        // A bracket within a set is a plain character there, and may begin a class here.
        result += character == "[" ? #"\["# : String(character)
        if character == "]" { set = nil }
        continue
      }
      switch character {
      // An empty set takes nothing there, and its negation everything; here `]` would belong to it.
      case "[" where rest.first == "]":
        rest.removeFirst()
        result += "(?!)"
      case "[" where rest.hasPrefix("^]"):
        rest.removeFirst(2)
        result += #"[\s\S]"#
      case "[":
        set = rest
        result += "["
      case "(" where rest.first == "*" || rest.first == "?" && rest.prefixMatch(of: group) == nil:
        return nil
      case "*", "+", "?", "}":
        // Possessive quantifiers are of PCRE2 alone.
        if rest.first == "+", character != "}" || isQuantifierEnd(result) { return nil }
        result.append(character)
      case "{" where rest.prefixMatch(of: /,[0-9]*\}/) != nil: return nil
      case "{" where rest.prefixMatch(of: /[0-9]+(,[0-9]*)?\}/) == nil: result += #"\{"#
      default: result.append(character)
      }
    }
    return set == nil ? result : nil
  }

  /// The rule `pattern` for a pattern of XML Schema, as far as other languages read it the same way: `\d`, `\w`
  /// and `\s` are of every script there.
  ///
  /// - Returns: nil for what is of XML Schema alone, or not known there.
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
        // Subtraction, of XML Schema alone.
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

  /// Whether a brace would end `{2` or `{2,3`.
  private static func isQuantifierEnd(_ text: String) -> Bool {
    text.firstMatch(of: /\{[0-9]+(,[0-9]*)?$/) != nil
  }

  /// What stands for a backslash and the character behind it.
  private static func escape(
    _ escaped: Character, _ rest: inout Substring, in set: Substring?, of pattern: String
  ) -> String? {
    switch escaped {
    case "u": return codePoint(&rest)
    case "p", "P": return "\\\(escaped)" + category(&rest)
    case "s": return set != nil ? blanks : "[\(blanks)]"
    case "S":
      if set == nil { return "[^\(blanks)]" }
      // Beside its opposite it stands for everything.
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
    case "k" where set == nil && rest.first == "<" && areGroupsAlwaysSet(pattern): return #"\k"#
    case "1"..."9" where set == nil && areGroupsAlwaysSet(pattern): return "\\\(escaped)"
    case "-": return set != nil ? #"\-"# : "-"
    default: return escaped.isLetter || escaped.isNumber ? nil : "\\\(escaped)"
    }
  }

  /// Whether every group has matched where it is referred to; one that has not matches nothing in PCRE2, and
  /// an empty text in ECMAScript.
  private static func areGroupsAlwaysSet(_ pattern: String) -> Bool {
    !["|", ")?", ")*", "){0", "(?!", "(?<!"].contains { pattern.contains($0) }
  }

  /// White space and line ends of ECMAScript: those of Unicode, and U+FEFF.
  private static let blanks =
    #"\s\x{A0}\x{1680}\x{2000}-\x{200A}\x{2028}\x{2029}\x{202F}\x{205F}\x{3000}\x{FEFF}"#

  /// What stands behind `\u`: four digits, two times four for a pair of surrogates, or braces.
  private static func codePoint(_ rest: inout Substring) -> String? {
    if rest.first == "{", let end = rest.firstIndex(of: "}") {
      let digits = rest[rest.index(after: rest.startIndex)..<end]
      rest = rest[rest.index(after: end)...]
      return "\\x{\(digits)}"
    }
    guard let high = UInt32(rest.prefix(4), radix: 16), rest.prefix(4).count == 4 else {
      return nil
    }
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

  /// What stands in the braces behind `\p`.
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
