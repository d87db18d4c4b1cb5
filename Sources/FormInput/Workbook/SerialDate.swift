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
  /// Whether the value is on day 0. With the epoch 1904, it is a date, or a time without one; with
  /// the epoch 1900, always a time without a date.
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
        of: /(?:(\d{4})-(\d\d)-(\d\d))?(?:(T)?(\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?)?/
          .asciiOnlyDigits()),
      match.1 != nil || match.5 != nil, match.4 != nil || match.1 == nil || match.5 == nil
    else { return nil }
    func number(_ part: Substring?) -> Int { part.flatMap { Int($0) } ?? 0 }
    let fraction = number((match.8.map { $0 + "000" })?.prefix(3))
    let clock = (number(match.5) * 60 + number(match.6)) * 60 + number(match.7)
    guard number(match.6) < 60, number(match.7) < 60, clock < 86_400 else { return nil }
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
}
