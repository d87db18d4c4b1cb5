import FormBytes

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
    // 1970-01-01 is day 25,569 or 24,107 of the epochs.
    let date = CivilDate(daysSinceEpoch: days - (is1904 ? 24_107 : days < 60 ? 25_568 : 25_569))
    (year, month, day) = (date.year, date.month, date.day)
    if year > 9999 { return nil }
  }

  /// Parses a date of ISO 29500 Strict (part 1, 18.18.11): `YYYY-MM-DD`, a time of day, or both.
  ///
  /// Returns nil for other texts and for dates with a time zone. The field's type checks whether
  /// the month has the day.
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
  var date: String { CivilDate(year: year, month: month, day: day).text }

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
    let clock = (milliseconds / 1000).clockText
    var rest = milliseconds % 1000
    if rest == 0 { return clock }
    var width = 3
    while rest % 10 == 0 { (rest, width) = (rest / 10, width - 1) }
    return "\(clock).\(rest.zeroPadded(to: width))"
  }

  var dateTime: String { "\(date)T\(time)" }

  /// Formats the date, the time or both with a pattern of `yyyy`, `yy`, `MMMM`, `MMM`, `MM`, `M`,
  /// `dd`, `d`, `G`, `y`, `BBBB`, `HH`, `H`, `hh`, `h`, `mm`, `ss`, `S`, `a`, `Z`, `X`, `x` and
  /// literal characters. The time is in UTC.
  ///
  /// Returns nil if the pattern would omit part of the value.
  func text(pattern: String) -> String? {
    let seconds = milliseconds / 1000
    guard milliseconds == 0 || pattern.contains("mm"), seconds % 60 == 0 || pattern.contains("ss"),
      milliseconds % 1000 == 0 || pattern.contains("S")
    else { return nil }
    let era = JapaneseEra.era(
      ofDay: CivilDate(year: year, month: month, day: day).daysSinceEpoch)
    if era == nil, pattern.contains("G") { return nil }
    var result = ""
    var rest = pattern[...]
    while let character = rest.first {
      let run = rest.prefix { $0 == character }
      switch run {
      case "yyyy": result += year.zeroPadded(to: 4)
      case "yy": result += (year % 100).zeroPadded(to: 2)
      case "G": result += era?.names[0] ?? ""
      case "y": result += "\(era?.year(ofGregorian: year) ?? 0)"
      case "BBBB": result += (year + 543).zeroPadded(to: 4)
      case "X", "XX", "XXX": result += "Z"
      case "x": result += "+00"
      case "xx", "Z": result += "+0000"
      case "xxx": result += "+00:00"
      case "MMMM": result += CivilDate.monthNames[month - 1]
      case "MMM": result += CivilDate.monthNames[month - 1].prefix(3)
      case "MM", "dd": result += (character == "M" ? month : day).zeroPadded(to: 2)
      case "M", "d": result += String(character == "M" ? month : day)
      case "HH", "H": result += (seconds / 3600).zeroPadded(to: run.count)
      case "hh", "h": result += ((seconds / 3600 + 11) % 12 + 1).zeroPadded(to: run.count)
      case "mm": result += (seconds / 60 % 60).zeroPadded(to: 2)
      case "ss": result += (seconds % 60).zeroPadded(to: 2)
      case "a": result += seconds < 43_200 ? "AM" : "PM"
      case "SS" where milliseconds % 10 != 0: return nil
      case _ where character == "S":
        result += (milliseconds % 1000).zeroPadded(to: 3).padded(to: run.count)
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
