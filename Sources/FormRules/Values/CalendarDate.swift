import FormBytes

/// A date in the proleptic Gregorian calendar, 0001-01-01 to 9999-12-31, without a time zone.
public struct CalendarDate: Sendable, Hashable, Comparable {
  /// The number of days since 1970-01-01, negative for earlier dates.
  public let daysSinceEpoch: Int32

  /// Creates a date from the number of days since 1970-01-01. A number outside the years 1 to 9999,
  /// in every time zone, becomes the nearest one within them.
  public init(daysSinceEpoch: Int32) {
    self.daysSinceEpoch = min(max(daysSinceEpoch, -719_163), 2_932_897)
  }

  /// Creates a date from a year (1–9999), a month (1–12) and a day of the month. Returns nil if
  /// there is no such date, such as 2023-02-29.
  @inline(__always)
  public init?(year: Int, month: Int, day: Int) {
    guard year >= 1, year <= 9999, month >= 1, month <= 12, day >= 1,
      day <= Self.days(inMonth: month, of: year)
    else { return nil }
    daysSinceEpoch = Int32(CivilDate(year: year, month: month, day: day).daysSinceEpoch)
  }

  /// The year, month and day of the month.
  public var components: (year: Int, month: Int, day: Int) {
    let date = CivilDate(daysSinceEpoch: Int(daysSinceEpoch))
    return (date.year, date.month, date.day)
  }

  /// The number of days in a month.
  static func days(inMonth month: Int, of year: Int) -> Int {
    switch month {
    case 2: isLeap(year) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// Whether a year has a 29 February.
  static func isLeap(_ year: Int) -> Bool {
    year & 3 == 0 && (year % 100 != 0 || year % 400 == 0)
  }

  /// Chronological order.
  public static func < (a: CalendarDate, b: CalendarDate) -> Bool {
    a.daysSinceEpoch < b.daysSinceEpoch
  }
}

extension CalendarDate {
  /// Parses `YYYY-MM-DD` (ISO 8601, extended calendar date). Returns nil for any other text or if
  /// there is no such date.
  package init?(iso8601 text: Span<UInt8>) {
    guard text.count == 10, text[4] == UInt8(ascii: "-"), text[7] == UInt8(ascii: "-"),
      let year = text.digits(0..<4), let month = text.digits(5..<7), let day = text.digits(8..<10)
    else { return nil }
    self.init(year: year, month: month, day: day)
  }
}

extension CalendarDate: CustomStringConvertible {
  /// `YYYY-MM-DD`.
  public var description: String { CivilDate(daysSinceEpoch: Int(daysSinceEpoch)).text }
}

extension Span where Element == UInt8 {
  /// The number formed by the ASCII digits in a range, or nil if it contains anything else.
  @inline(__always)
  func digits(_ range: Range<Int>) -> Int? {
    var value = 0
    for index in range {
      let digit = self[index] &- UInt8(ascii: "0")
      guard digit < 10 else { return nil }
      value = value &* 10 &+ Int(digit)
    }
    return value
  }

  /// The nanoseconds given by the ASCII digits of a fraction. Digits after the ninth are ignored.
  /// Nil if the range contains anything else.
  func decimals(_ range: Range<Int>) -> Int64? {
    var (value, weight) = (Int64(0), Int64(100_000_000))
    for index in range {
      let digit = self[index] &- UInt8(ascii: "0")
      guard digit < 10 else { return nil }
      value += Int64(digit) * weight
      weight /= 10
    }
    return value
  }
}

extension CalendarDate {
  /// The day of the week, from 1 for Monday to 7.
  package var weekday: Int {
    // 1970-01-01 was a Thursday.
    ((Int(daysSinceEpoch) + 3) % 7 + 7) % 7 + 1
  }

  /// The ISO 8601 week of the date, such as `2026-W05`. A week begins on Monday and belongs to the
  /// year of its Thursday.
  package var isoWeek: String {
    let thursday = CalendarDate(daysSinceEpoch: daysSinceEpoch + 4 - Int32(weekday))
    let year = thursday.components.year
    guard let first = CalendarDate(year: year, month: 1, day: 1) else { return "" }
    let week = Int(thursday.daysSinceEpoch - first.daysSinceEpoch) / 7 + 1
    return "\(year.zeroPadded(to: 4))-W\(week.zeroPadded(to: 2))"
  }
}
