import FormRules

/// Converts date and time formats between the notation of `strptime`, which Table Schema uses, and
/// patterns of definitions.
enum Strptime {
  private static let directives: [Character: String] = [
    "Y": "yyyy", "y": "yy", "B": "MMMM", "b": "MMM", "m": "M", "d": "d", "H": "H", "I": "h",
    "M": "mm", "S": "ss", "f": "S", "p": "a", "T": "H:mm:ss",
  ]

  /// Converts a format to a pattern.
  ///
  /// Returns nil if no pattern corresponds to it. As in `strptime`, numbers may have one digit,
  /// except minutes and seconds, for which patterns require two.
  static func pattern(of format: String) -> String? {
    var pattern = ""
    var rest = format[...]
    while let character = rest.popFirst() {
      if character == "%" {
        guard let own = rest.popFirst().flatMap({ directives[$0] }) else { return nil }
        pattern += own
      } else {
        if character.isLetter && character != "T" { return nil }
        pattern.append(character)
      }
    }
    return pattern
  }

  /// Converts a pattern to a `strptime` format.
  static func format(of pattern: String) -> String {
    var result = ""
    var rest = pattern[...]
    while let character = rest.first {
      let run = rest.prefix { $0 == character }
      switch run {
      case "yyyy": result += "%Y"
      case "yy": result += "%y"
      case "MMMM": result += "%B"
      case "MMM": result += "%b"
      case "MM", "M": result += "%m"
      case "dd", "d": result += "%d"
      case "HH", "H": result += "%H"
      case "hh", "h": result += "%I"
      case "mm": result += "%M"
      case "ss": result += "%S"
      case "a": result += "%p"
      case _ where character == "S": result += "%f"
      default: result += run
      }
      rest = rest.dropFirst(run.count)
    }
    return result
  }
}

extension [TimeFormat] {
  /// ISO 8601 with seconds and without a time zone.
  static let withSeconds = ["HH:mm:ss", "HH:mm:ss.S"].compactMap(TimeFormat.init)
}
