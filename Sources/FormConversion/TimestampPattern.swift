/// Converts date and time formats of other languages to regular expressions, for formats that no
/// field type has.
///
/// The expressions accept 30 February.
enum TimestampPattern {
  private static let year = #"\d{4}"#
  private static let zone = #"(?:[Zz]|[+-](?:0\d|1[0-4]):?[0-5]\d)"#
  private static let shortMonths = "(?i:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)"
  private static let months =
    "(?i:january|february|march|april|may|june|july|august|september|october|november|december)"

  /// ISO 8601 with seconds, before a time zone.
  static let dateTime = #"\d{4}-\d\d-\d\dT\d\d:\d\d:[0-5]\d(\.\d+)?"#

  /// Returns a pattern for a number of one or two digits. Padded numbers require two.
  private static func number(_ zeroTo9: String, _ more: String, isPadded: Bool) -> String {
    isPadded ? "(?:0\(zeroTo9)|\(more))" : "(?:0?\(zeroTo9)|\(more))"
  }

  private static func part(_ what: Character, isPadded: Bool) -> String {
    switch what {
    case "M": number("[1-9]", "1[0-2]", isPadded: isPadded)
    case "d": number("[1-9]", #"[12]\d|3[01]"#, isPadded: isPadded)
    case "H": number(#"\d"#, #"1\d|2[0-3]"#, isPadded: isPadded)
    case "h": number("[1-9]", "1[0-2]", isPadded: isPadded)
    default: number(#"\d"#, #"[1-5]\d"#, isPadded: isPadded)
    }
  }

  /// Returns the pattern of a `strptime` format, or nil if it contains unknown directives.
  static func pattern(ofStrptime format: String) -> String? {
    var result = ""
    var rest = format[...]
    while let character = rest.popFirst() {
      guard character == "%" else {
        result += escaped(character)
        continue
      }
      switch rest.popFirst() {
      case "Y": result += year
      case "y": result += #"\d\d"#
      case "m": result += part("M", isPadded: false)
      case "d": result += part("d", isPadded: false)
      case "H": result += part("H", isPadded: false)
      case "I": result += part("h", isPadded: false)
      case "M", "S": result += part("m", isPadded: false)
      case "f": result += #"\d{1,6}"#
      case "p": result += "(?i:[ap]m)"
      case "z": result += zone
      case "b": result += shortMonths
      case "B": result += months
      case "T":
        result += [
          part("H", isPadded: false), part("m", isPadded: false), part("m", isPadded: false),
        ].joined(separator: ":")
      case "%": result += "%"
      default: return nil
      }
    }
    return result
  }

  /// Returns the pattern of a Unicode format with the letters listed by CSV on the Web, or nil for
  /// other formats.
  static func pattern(ofUnicode format: String) -> String? {
    var result = ""
    var rest = format[...]
    while let character = rest.first {
      let run = rest.prefix { $0 == character }
      rest = rest.dropFirst(run.count)
      switch (character, run.count) {
      case ("y", 4): result += year
      case ("M", 1), ("d", 1), ("H", 1): result += part(character, isPadded: false)
      case ("M", 2), ("d", 2), ("H", 2): result += part(character, isPadded: true)
      case ("m", 2), ("s", 2): result += part("m", isPadded: true)
      case ("S", let count):
        // The decimal point is omitted together with the decimals.
        if result.hasSuffix(#"\."#) {
          result.removeLast(2)
          result += #"(?:\.\d{1,\#(count)})?"#
        } else {
          result += #"\d{1,\#(count)}"#
        }
      case ("X", 1): result += #"(?:Z|[+-]\d\d(?:\d\d)?)"#
      case ("X", 2): result += #"(?:Z|[+-]\d{4})"#
      case ("X", 3): result += #"(?:Z|[+-]\d\d:\d\d)"#
      case ("x", 1): result += #"[+-]\d\d(?:\d\d)?"#
      case ("x", 2): result += #"[+-]\d{4}"#
      case ("x", 3): result += #"[+-]\d\d:\d\d"#
      case ("T", 1): result += "T"
      case _ where character.isLetter: return nil
      default: result += run.map(escaped).joined()
      }
    }
    return result
  }

  /// Returns a pattern that matches only this character.
  private static func escaped(_ character: Character) -> String {
    ".*+?^${}()|[]\\".contains(character) ? "\\\(character)" : String(character)
  }
}
