import FormBytes
import FormRules

/// Converts date and time formats between the notation of `strptime`, which Table Schema uses, and
/// patterns of definitions.
enum Strptime {
  private static let directives: [Character: String] = [
    "Y": "yyyy", "y": "yy", "B": "MMMM", "b": "MMM", "m": "M", "d": "d", "H": "H", "I": "h",
    "M": "mm", "S": "ss", "f": "S", "p": "a", "T": "H:mm:ss", "z": "Z",
  ]

  private static let fixedDirectives = directives.merging(
    ["m": "MM", "d": "dd", "H": "HH", "I": "hh", "T": "HH:mm:ss"]
  ) { $1 }

  private static let letters: [Substring: String] = [
    "yyyy": "%Y", "yy": "%y", "MMMM": "%B", "MMM": "%b", "MM": "%m", "M": "%m", "dd": "%d",
    "d": "%d", "HH": "%H", "H": "%H", "hh": "%I", "h": "%I", "mm": "%M", "ss": "%S", "a": "%p",
    "Z": "%z", "X": "%z", "XX": "%z", "XXX": "%z", "x": "%z", "xx": "%z", "xxx": "%z",
  ]

  /// Converts a format to a pattern.
  ///
  /// Returns nil if no pattern corresponds to it. As in `strptime`, numbers may have one digit,
  /// except minutes and seconds, for which patterns require two.
  ///
  /// - Parameter hasFixedWidth: Whether all numbers have two digits or, in years, four. Numbers
  ///   without separators may need it.
  static func pattern(of format: String, hasFixedWidth: Bool = false) -> String? {
    replacingDirectives(in: format, by: hasFixedWidth ? fixedDirectives : directives) {
      $0.isLetter && $0 != "T" ? nil : String($0)
    }
  }

  /// Converts a pattern to a `strptime` format.
  ///
  /// Returns nil if no format corresponds to it, because of an era.
  static func format(of pattern: String) -> String? {
    if pattern.contains(where: { "GB".contains($0) }) { return nil }
    return pattern.runs.map { letters[$0] ?? ($0.first == "S" ? "%f" : String($0)) }.joined()
  }

  /// Replaces the directives of a format, such as `%Y`, and its other characters.
  ///
  /// - Returns: Nil if a directive is unknown or a character has no replacement.
  static func replacingDirectives(
    in format: String, by replacements: [Character: String],
    _ replacement: (Character) -> String?
  ) -> String? {
    var result = ""
    var rest = format[...]
    while let character = rest.popFirst() {
      let part =
        character == "%" ? rest.popFirst().flatMap { replacements[$0] } : replacement(character)
      guard let part else { return nil }
      result += part
    }
    return result
  }
}

extension [TimeFormat] {
  /// ISO 8601 with seconds and without a time zone.
  static let withSeconds = ["HH:mm:ss", "HH:mm:ss.S"].compactMap(TimeFormat.init)
}
