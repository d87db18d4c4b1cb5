/// A date of a spreadsheet program: days since the epoch of the workbook, with the time of day as a
/// fraction.
///
/// Specified in ECMA-376 part 1, 18.17.4.1. With the epoch 1900, day 1 is 1900-01-01, and day 60 is
/// the nonexistent 29 February 1900 (an error of Lotus 1-2-3 that Excel preserves). With the epoch
/// 1904, day 0 is 1904-01-01.
struct SerialDate {
  let year: Int
  let month: Int
  let day: Int
  /// The milliseconds since midnight, less than 86,400,000.
  let milliseconds: Int
  /// Whether the value is before the first day: a time without a date.
  let isTimeOnly: Bool
  /// Whether the value is on day 0, which only exists with the epoch 1904: a date, or a time
  /// without one.
  let isFirstDay: Bool

  /// Returns nil for values that no spreadsheet program displays as dates: below 0, or after
  /// 9999-12-31.
  init?(_ serial: Double, is1904: Bool) {
    guard serial >= 0, serial < 2_958_466 else { return nil }
    var days = Int(serial.rounded(.down))
    var milliseconds = Int(((serial - Double(days)) * 86_400_000).rounded())
    if milliseconds == 86_400_000 { (days, milliseconds) = (days + 1, 0) }
    self.milliseconds = milliseconds
    isTimeOnly = days == 0 && !is1904
    isFirstDay = days == 0
    if !is1904, days == 60 {
      (year, month, day) = (1900, 2, 29)
      return
    }
    // Days since 0000-03-01, as in Howard Hinnant's civil_from_days. 1970-01-01 is day 719,468 of
    // these, and day 25,569 or 24,107 of the epochs.
    let z = days + 719_468 - (is1904 ? 24_107 : days < 60 ? 25_568 : 25_569)
    let era = z / 146_097
    let dayOfEra = z - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shifted = (5 * dayOfYear + 2) / 153
    month = shifted < 10 ? shifted + 3 : shifted - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    day = dayOfYear - (153 * shifted + 2) / 5 + 1
    if year > 9999 { return nil }
  }

  /// Parses a date of ISO 29500 Strict (part 1, 18.18.11): `YYYY-MM-DD`, a time of day, or both.
  ///
  /// Returns nil for invalid dates and for dates with a time zone.
  init?(iso text: some StringProtocol) {
    guard
      let match = String(text).wholeMatch(
        of: /(?:(\d{4})-(\d\d)-(\d\d))?(?:T?(\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?)?/),
      match.1 != nil || match.4 != nil
    else { return nil }
    func number(_ part: Substring?) -> Int { part.flatMap { Int($0) } ?? 0 }
    let fraction = number((match.7.map { $0 + "000" })?.prefix(3))
    let clock = (number(match.4) * 60 + number(match.5)) * 60 + number(match.6)
    guard number(match.5) < 60, number(match.6) < 60, clock < 86_400 else { return nil }
    (year, month, day) = (number(match.1), number(match.2), number(match.3))
    milliseconds = clock * 1000 + fraction
    isTimeOnly = match.1 == nil
    isFirstDay = false
    guard isTimeOnly || (1...12).contains(month) && (1...31).contains(day) else { return nil }
  }

  /// The date as `YYYY-MM-DD`.
  var date: String { "\(Self.digits(year, 4))-\(Self.digits(month, 2))-\(Self.digits(day, 2))" }

  /// The time as `HH:MM:SS`, with milliseconds if there are any.
  var time: String { Self.clock(milliseconds) }

  /// Formats the hours, minutes and seconds since day 0 like `[h]:mm:ss`: 1.25 is `30:00:00`.
  ///
  /// The result is the same for both epochs. Returns nil for durations beyond the range of
  /// spreadsheet programs.
  static func elapsed(_ serial: Double) -> String? {
    guard abs(serial) < 2_958_466 else { return nil }
    let milliseconds = Int((abs(serial) * 86_400_000).rounded())
    return (serial < 0 && milliseconds > 0 ? "-" : "") + clock(milliseconds)
  }

  private static func clock(_ milliseconds: Int) -> String {
    let seconds = milliseconds / 1000
    let clock =
      "\(digits(seconds / 3600, 2)):\(digits(seconds / 60 % 60, 2)):"
      + digits(seconds % 60, 2)
    var rest = milliseconds % 1000
    if rest == 0 { return clock }
    var width = 3
    while rest % 10 == 0 { (rest, width) = (rest / 10, width - 1) }
    return "\(clock).\(digits(rest, width))"
  }

  var dateTime: String { "\(date)T\(time)" }

  static func digits(_ number: Int, _ width: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, width - text.count)) + text
  }

  /// Formats the date, the time or both with a pattern of `yyyy`, `yy`, `MMMM`, `MMM`, `MM`, `M`,
  /// `dd`, `d`, `HH`, `H`, `hh`, `h`, `mm`, `ss`, `S`, `a` and literal characters.
  ///
  /// Returns nil if the pattern would omit part of the value.
  func text(pattern: String) -> String? {
    let seconds = milliseconds / 1000
    guard milliseconds == 0 || pattern.contains("mm"), seconds % 60 == 0 || pattern.contains("ss"),
      milliseconds % 1000 == 0 || pattern.contains("S")
    else { return nil }
    let names = [
      "January", "February", "March", "April", "May", "June", "July", "August", "September",
      "October", "November", "December",
    ]
    var result = ""
    var rest = pattern[...]
    while let character = rest.first {
      let run = rest.prefix { $0 == character }
      switch run {
      case "yyyy": result += Self.digits(year, 4)
      case "yy": result += Self.digits(year % 100, 2)
      case "MMMM": result += names[month - 1]
      case "MMM": result += names[month - 1].prefix(3)
      case "MM", "dd": result += Self.digits(character == "M" ? month : day, 2)
      case "M", "d": result += String(character == "M" ? month : day)
      case "HH", "H": result += Self.digits(seconds / 3600, run.count)
      case "hh", "h": result += Self.digits((seconds / 3600 + 11) % 12 + 1, run.count)
      case "mm": result += Self.digits(seconds / 60 % 60, 2)
      case "ss": result += Self.digits(seconds % 60, 2)
      case "a": result += seconds < 43_200 ? "AM" : "PM"
      case _ where character == "S":
        result += Self.digits(milliseconds % 1000, 3).padded(to: run.count)
      default: result += run
      }
      rest = rest.dropFirst(run.count)
    }
    return result
  }
}

extension String {
  /// Adapts three decimals to a number of letters.
  ///
  /// A single letter represents any number of decimals.
  fileprivate func padded(to width: Int) -> String {
    width == 1 ? self : String((self + String(repeating: "0", count: 9)).prefix(width))
  }
}
