import FormBytes

/// Parses dates, times of day and zones of ISO 8601, from left to right. Each function returns nil,
/// or false, if the text does not match; the position is then unspecified.
struct ISO8601Reader: ~Escapable {
  /// The precision of a date.
  enum Precision: Sendable {
    case year, month, week, day
  }

  /// A time of day.
  struct Time {
    /// 0 to 24; 24 only in 24:00:00, the end of the day.
    var hour = 0
    var minute = 0
    /// 0 to 60; 60 is a leap second, see `isPossible(_:zone:)`.
    var second = 0
    var hasMinutes = false
    var hasSeconds = false
    var hasFraction = false
  }

  private let text: Span<UInt8>
  private var index = 0

  @_lifetime(copy text)
  init(_ text: Span<UInt8>) { self.text = text }

  /// Whether the whole text has been read.
  var isAtEnd: Bool { index == text.count }

  /// The next byte; 0 at the end.
  var next: UInt8 { index < text.count ? text[index] : 0 }

  /// Skips one byte if it equals the given one.
  mutating func skip(_ byte: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: byte), index < text.count else { return false }
    index += 1
    return true
  }

  /// Parses a number of exactly `width` digits.
  mutating func number(_ width: Int) -> Int? {
    guard index + width <= text.count, let value = text.digits(index..<index + width) else {
      return nil
    }
    index += width
    return value
  }

  /// The number of consecutive digits from the current position on.
  private func digitsAhead() -> Int {
    var end = index
    while end < text.count, text[end].isASCIIDigit { end += 1 }
    return end - index
  }

  /// Parses a date of the years 1 to 9999: `2026`, `2026-01`, `2026-01-31`, `20260131`, `2026-031`,
  /// `2026031`, `2026-W05`, `2026W05`, `2026-W05-6`, `2026W056`.
  mutating func date() -> Precision? {
    let digits = digitsAhead()
    guard let year = number(4), year > 0 else { return nil }
    if digits > 4 {
      switch digits {
      case 7: return number(3).flatMap { Self.isDay($0, of: year) ? .day : nil }
      case 8: return calendarDay(year, isExtended: false)
      default: return nil
      }
    }
    if next == UInt8(ascii: "W") { return week(year, isExtended: false) }
    guard skip("-") else { return .year }
    if next == UInt8(ascii: "W") { return week(year, isExtended: true) }
    if digitsAhead() == 3 { return number(3).flatMap { Self.isDay($0, of: year) ? .day : nil } }
    return calendarDay(year, isExtended: true)
  }

  /// Parses the month and the day after the year. The day may be absent in `2026-01`, not in
  /// `202601`.
  private mutating func calendarDay(_ year: Int, isExtended: Bool) -> Precision? {
    guard let month = number(2), (1...12).contains(month) else { return nil }
    if isExtended, !skip("-") { return .month }
    guard let day = number(2), CalendarDate(year: year, month: month, day: day) != nil else {
      return nil
    }
    return .day
  }

  /// Parses `W05` and an optional day of the week after the year.
  private mutating func week(_ year: Int, isExtended: Bool) -> Precision? {
    guard skip("W"), let week = number(2), week >= 1, week <= Self.weeks(in: year) else {
      return nil
    }
    let hasDay = isExtended ? skip("-") : next.isASCIIDigit
    if !hasDay { return .week }
    guard let day = number(1), (1...7).contains(day) else { return nil }
    return .day
  }

  private static func isDay(_ day: Int, of year: Int) -> Bool {
    day >= 1 && day <= (CalendarDate.isLeap(year) ? 366 : 365)
  }

  /// The number of weeks of a year: 53 if it begins on a Thursday, or is a leap year that begins on
  /// a Wednesday; otherwise 52.
  static func weeks(in year: Int) -> Int {
    guard let first = CalendarDate(year: year, month: 1, day: 1) else { return 52 }
    return first.weekday == 4 || first.weekday == 3 && CalendarDate.isLeap(year) ? 53 : 52
  }

  /// Parses a time of day: hours, optional minutes and seconds, either all with colons (`23:20:50`)
  /// or all without (`232050`), and an optional fraction of the last of them after a point or
  /// comma.
  ///
  /// - Parameters:
  ///   - isExtended: Whether colons are required (true) or forbidden (false); nil accepts both.
  ///   - acceptsShortHour: Whether hours of one digit before a colon are accepted.
  mutating func time(isExtended: Bool? = nil, acceptsShortHour: Bool = false) -> Time? {
    var time = Time()
    let isShort =
      acceptsShortHour && index + 1 < text.count && text[index + 1] == UInt8(ascii: ":")
    guard let hour = number(isShort ? 1 : 2), hour <= 24 else { return nil }
    time.hour = hour
    let hasColons = next == UInt8(ascii: ":")
    if hasColons || next.isASCIIDigit {
      if let isExtended, isExtended != hasColons { return nil }
      guard !hasColons || skip(":"), let minute = number(2), minute < 60 else { return nil }
      (time.minute, time.hasMinutes) = (minute, true)
      if hasColons ? next == UInt8(ascii: ":") : next.isASCIIDigit {
        guard !hasColons || skip(":"), let second = number(2), second <= 60 else { return nil }
        (time.second, time.hasSeconds) = (second, true)
      }
    }
    var isZero = time.minute == 0 && time.second == 0
    if next == UInt8(ascii: ".") || next == UInt8(ascii: ",") {
      index += 1
      guard next.isASCIIDigit else { return nil }
      while next.isASCIIDigit {
        if next != UInt8(ascii: "0") { isZero = false }
        index += 1
      }
      time.hasFraction = true
    }
    return hour < 24 || isZero ? time : nil
  }

  /// Parses a zone, `Z`, `+01`, `+0100` or `+01:00`, and returns its offset from UTC in minutes.
  ///
  /// - Parameter isLong: Whether only `Z` and the form `+01:00` are accepted.
  mutating func zone(isLong: Bool) -> Int? {
    if next | 0x20 == UInt8(ascii: "z") {
      index += 1
      return 0
    }
    let isWest = next == UInt8(ascii: "-")
    guard skip("+") || skip("-"), let hours = number(2), hours < 24 else { return nil }
    var minutes = 0
    if skip(":") || next.isASCIIDigit && !isLong {
      guard let number = number(2), number < 60 else { return nil }
      minutes = number
    } else if isLong {
      return nil
    }
    return (hours * 60 + minutes) * (isWest ? -1 : 1)
  }

  /// Whether the time can exist. Leap seconds are inserted at the end of a day in UTC; a time
  /// without a zone may be in any zone.
  static func isPossible(_ time: Time, zone: Int?) -> Bool {
    if time.second < 60 { return true }
    guard let zone else { return time.minute == 59 }
    return ((time.hour * 60 + time.minute - zone) % 1440 + 1440) % 1440 == 1439
  }
}
