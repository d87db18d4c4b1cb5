import FormBytes
import FormDefinitions

/// Converts date and time formats of other languages to regular expressions, for formats that no
/// field type has.
///
/// The expressions accept 30 February.
enum TimestampPattern {
  /// ISO 8601 with seconds, before a time zone.
  static let dateTime = #"\d{4}-\d\d-\d\dT\d\d:\d\d:[0-5]\d(\.\d+)?"#

  private static let year = #"\d{4}"#
  // Numbers of one or two digits. Padded numbers have two.
  private static let month = "(?:0?[1-9]|1[0-2])"
  private static let monthPadded = "(?:0[1-9]|1[0-2])"
  private static let day = #"(?:0?[1-9]|[12]\d|3[01])"#
  private static let dayPadded = #"(?:0[1-9]|[12]\d|3[01])"#
  private static let hour = #"(?:0?\d|1\d|2[0-3])"#
  private static let hourPadded = #"(?:0\d|1\d|2[0-3])"#
  private static let minute = #"(?:0?\d|[1-5]\d)"#
  private static let minutePadded = #"(?:0\d|[1-5]\d)"#

  private static let directives: [Character: String] = [
    "Y": year, "y": #"\d\d"#, "m": month, "d": day, "H": hour, "I": month, "M": minute,
    "S": minute, "f": #"\d{1,6}"#, "p": "(?i:[ap]m)",
    "z": #"(?:[Zz]|[+-](?:0\d|1[0-4]):?[0-5]\d)"#,
    "b": "(?i:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)",
    "B":
      "(?i:january|february|march|april|may|june|july|august|september|october|november|december)",
    "T": "\(hour):\(minute):\(minute)", "%": "%",
  ]

  /// The letters of Unicode formats that CSV on the Web lists.
  private static let letters: [Substring: String] = [
    "yyyy": year, "M": month, "MM": monthPadded, "d": day, "dd": dayPadded, "H": hour,
    "HH": hourPadded, "mm": minutePadded, "ss": minutePadded, "T": "T",
    "X": #"(?:Z|[+-]\d\d(?:\d\d)?)"#, "XX": #"(?:Z|[+-]\d{4})"#, "XXX": #"(?:Z|[+-]\d\d:\d\d)"#,
    "x": #"[+-]\d\d(?:\d\d)?"#, "xx": #"[+-]\d{4}"#, "xxx": #"[+-]\d\d:\d\d"#,
  ]

  /// Returns the pattern of a `strptime` format, or nil if it contains unknown directives or, like
  /// `any`, none.
  static func pattern(ofStrptime format: String) -> String? {
    guard format.contains("%") else { return nil }
    return Strptime.replacingDirectives(in: format, by: directives) { String($0).escapedForPattern }
  }

  /// Returns the pattern of a Unicode format with the letters listed by CSV on the Web, or nil for
  /// other formats.
  static func pattern(ofUnicode format: String) -> String? {
    var result = ""
    for run in format.runs {
      if let pattern = letters[run] {
        result += pattern
      } else if run.first == "S" {
        // The decimal point is omitted together with the decimals.
        let hasPoint = result.hasSuffix(#"\."#)
        if hasPoint { result.removeLast(2) }
        result += hasPoint ? #"(?:\.\d{1,\#(run.count)})?"# : #"\d{1,\#(run.count)}"#
      } else if run.first?.isLetter == true {
        return nil
      } else {
        result += String(run).escapedForPattern
      }
    }
    return result
  }
}
