/// Regular expressions of ECMAScript, which schema languages use, as PCRE2 reads them.
enum SchemaPattern {
  /// The pattern in PCRE2: `\u` escapes, long names of categories, and blanks beyond ASCII under `\s`
  /// are written otherwise there.
  static func pcre(ofECMAScript pattern: String) -> String {
    var result = ""
    var rest = pattern[...]
    var isInSet = false
    while let character = rest.popFirst() {
      guard character == "\\", let escaped = rest.popFirst() else {
        // An empty set takes nothing there, and its negation everything; here `]` would belong to it.
        if character == "[", !isInSet, rest.first == "]" {
          rest.removeFirst()
          result += "(?!)"
        } else if character == "[", !isInSet, rest.hasPrefix("^]") {
          rest.removeFirst(2)
          result += #"[\s\S]"#
        } else {
          // A bracket within a set is a plain character there, and may begin a class here.
          result += character == "[" && isInSet ? #"\["# : String(character)
          if character == "[" { isInSet = true } else if character == "]" { isInSet = false }
        }
        continue
      }
      switch escaped {
      case "u": result += codePoint(&rest)
      case "p", "P": result += "\\\(escaped)" + category(&rest)
      case "s" where isInSet: result += blanks
      case "s": result += "[\(blanks)]"
      case "S" where !isInSet: result += "[^\(blanks)]"
      case "/", "-": result += isInSet || escaped == "/" ? "\\\(escaped)" : "-"
      default: result += "\\\(escaped)"
      }
    }
    return result
  }

  /// White space and line ends of ECMAScript: those of Unicode, and U+FEFF.
  private static let blanks =
    #"\s\x{A0}\x{1680}\x{2000}-\x{200A}\x{2028}\x{2029}\x{202F}\x{205F}\x{3000}\x{FEFF}"#

  /// What stands behind `\u`: four digits, two times four for a pair of surrogates, or braces.
  private static func codePoint(_ rest: inout Substring) -> String {
    if rest.first == "{", let end = rest.firstIndex(of: "}") {
      let digits = rest[rest.index(after: rest.startIndex)..<end]
      rest = rest[rest.index(after: end)...]
      return "\\x{\(digits)}"
    }
    guard let high = UInt32(rest.prefix(4), radix: 16), rest.prefix(4).count == 4 else {
      return "u"
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
    "alphabetic": "L&",
  ]

  /// What stands in the braces behind `\p`.
  private static func category(_ rest: inout Substring) -> String {
    guard rest.first == "{", let end = rest.firstIndex(of: "}") else { return "" }
    let name = rest[rest.index(after: rest.startIndex)..<end]
    rest = rest[rest.index(after: end)...]
    let value = name.split(separator: "=").last.map(String.init) ?? String(name)
    return "{\(categories[value.lowercased()] ?? value)}"
  }
}
