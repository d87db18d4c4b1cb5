import FormBytes
import Foundation

/// A time of day with nanosecond precision, without a date or time zone. Leap seconds and `24:00`
/// are invalid.
public struct TimeOfDay: Sendable, Hashable, Comparable {
  /// The number of nanoseconds since midnight, less than 86,400,000,000,000.
  public let nanoseconds: Int64

  package init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

  /// Chronological order.
  public static func < (a: TimeOfDay, b: TimeOfDay) -> Bool { a.nanoseconds < b.nanoseconds }
}

/// A point in time in UTC with nanosecond precision, in the years 1 to 9999.
public struct Instant: Sendable, Hashable, Comparable {
  /// The number of seconds since 1970-01-01T00:00:00Z, negative for earlier times.
  public let seconds: Int64
  /// The number of nanoseconds after that second, 0 to 999,999,999.
  public let nanoseconds: Int32

  /// Creates an instant from seconds (and nanoseconds, 0 to 999,999,999) since
  /// 1970-01-01T00:00:00Z. A number beyond its bounds becomes the nearest one within them.
  public init(seconds: Int64, nanoseconds: Int32 = 0) {
    self.seconds = min(max(seconds, Self.bounds.lowerBound), Self.bounds.upperBound)
    self.nanoseconds = min(max(nanoseconds, 0), 999_999_999)
  }

  /// The present second, by the clock of the system.
  package static var currentSecond: Instant {
    Instant(seconds: Int64(Date().timeIntervalSince1970))
  }

  /// The last second that is not later.
  package var roundedDown: Instant { Instant(seconds: seconds) }

  /// The first second that is not earlier, or the last one of the year 9999.
  package var roundedUp: Instant {
    nanoseconds == 0 ? self : Instant(seconds: min(seconds + 1, 253_402_300_799))
  }

  /// The years 1 to 9999, in every time zone.
  private static let bounds = -62_135_683_200...253_402_387_199 as ClosedRange<Int64>

  /// The date in UTC.
  public var date: CalendarDate {
    let (days, rest) = seconds.quotientAndRemainder(dividingBy: 86_400)
    return CalendarDate(daysSinceEpoch: Int32(clamping: rest < 0 ? days - 1 : days))
  }

  /// The time of day in UTC.
  var timeOfDay: TimeOfDay {
    let secondsOfDay = seconds - Int64(date.daysSinceEpoch) * 86_400
    return TimeOfDay(nanoseconds: secondsOfDay * 1_000_000_000 + Int64(nanoseconds))
  }

  /// Chronological order.
  public static func < (a: Instant, b: Instant) -> Bool {
    a.seconds == b.seconds ? a.nanoseconds < b.nanoseconds : a.seconds < b.seconds
  }
}

extension TimeOfDay {
  /// Parses `HH:MM`, `HH:MM:SS` or `HH:MM:SS.f…`. Digits after the ninth decimal place are ignored.
  package init?(iso8601 text: Span<UInt8>) {
    guard let time = Self.read(text), !time.isLeapSecond else { return nil }
    self.init(nanoseconds: time.nanoseconds)
  }

  /// Parses a time. Second 60 is read as the following second and reported as a leap second.
  fileprivate static func read(
    _ text: Span<UInt8>
  ) -> (nanoseconds: Int64, isLeapSecond: Bool)? {
    guard text.count >= 5, text[2] == UInt8(ascii: ":"), let hour = text.digits(0..<2),
      let minute = text.digits(3..<5), hour < 24, minute < 60
    else { return nil }
    var (seconds, isLeapSecond) = (hour * 3600 + minute * 60, false)
    if text.count > 5 {
      guard text.count >= 8, text[5] == UInt8(ascii: ":"), let second = text.digits(6..<8),
        second <= 60
      else { return nil }
      seconds += second
      isLeapSecond = second == 60
    }
    var nanoseconds = Int64(seconds) * 1_000_000_000
    if text.count > 8 {
      guard text[8] == UInt8(ascii: "."), text.count > 9,
        let fraction = text.decimals(9..<text.count)
      else { return nil }
      nanoseconds += fraction
    }
    return (nanoseconds, isLeapSecond)
  }
}

extension Instant {
  /// Parses an RFC 3339 timestamp: `YYYY-MM-DDTHH:MM[:SS[.f…]]`, where a space or `t` may replace
  /// the `T`, followed by `Z`, `±HH:MM`, `±HH` as written by PostgreSQL and DuckDB, or nothing,
  /// which means UTC.
  ///
  /// A leap second, at the end of a day in UTC, is read as the following second, as in POSIX time.
  /// Digits after the ninth decimal place are ignored.
  @inline(__always)
  package init?(iso8601 text: Span<UInt8>) {
    guard let (instant, _) = Self.read(text) else { return nil }
    self = instant
  }

  /// Parses a timestamp like `init(iso8601:)`, and returns it with its offset in seconds.
  static func read(_ text: Span<UInt8>) -> (instant: Instant, offset: Int)? {
    guard text.count >= 16, let date = CalendarDate(iso8601: text.extracting(0..<10)),
      text[10] | 0x20 == UInt8(ascii: "t") || text[10] == UInt8(ascii: " ")
    else { return nil }
    var end = text.count
    var offset = 0
    if text[end - 1] | 0x20 == UInt8(ascii: "z") {
      end -= 1
    } else {
      let start = text.isSign(end - 6) ? end - 6 : end - 3
      if start >= 16, text.isSign(start) {
        guard let seconds = text.offset(start..<end) else { return nil }
        (offset, end) = (seconds, start)
      }
    }
    guard end > 11, let time = TimeOfDay.read(text.extracting(11..<end)) else { return nil }
    let seconds = time.nanoseconds / 1_000_000_000 - Int64(offset)
    if time.isLeapSecond, seconds % 86_400 != 0 { return nil }
    let instant = Instant(
      seconds: Int64(date.daysSinceEpoch) * 86_400 + seconds,
      nanoseconds: Int32(time.nanoseconds % 1_000_000_000))
    return (instant, offset)
  }
}

extension Span<UInt8> {
  fileprivate func isSign(_ index: Int) -> Bool {
    self[index] == UInt8(ascii: "+") || self[index] == UInt8(ascii: "-")
  }

  /// The seconds of a UTC offset, `±HH` or `±HH:MM`, or nil if it is invalid.
  fileprivate func offset(_ range: Range<Int>) -> Int? {
    let (start, end) = (range.lowerBound + 1, range.upperBound)
    guard let hours = digits(start..<start + 2), hours < 24 else { return nil }
    var minutes = 0
    if end > start + 2 {
      guard self[start + 2] == UInt8(ascii: ":"), let rest = digits(start + 3..<end), rest < 60
      else { return nil }
      minutes = rest
    }
    return (hours * 3600 + minutes * 60) * (self[range.lowerBound] == UInt8(ascii: "-") ? -1 : 1)
  }
}

extension Instant {
  /// Parses an RFC 3339 timestamp. Returns nil for any other text.
  public init?(text: String) {
    let bytes = Array(text.utf8)
    self.init(iso8601: bytes.span)
  }

  /// Parses an RFC 3339 timestamp, or a day in UTC, which means its first second.
  package init?(timeOrStartOfDay text: String) {
    guard let instant = Instant(text: text) ?? Instant(text: "\(text)T00:00:00Z") else {
      return nil
    }
    self = instant
  }

  /// Parses an RFC 3339 timestamp, or a day in UTC, which means its last second.
  package init?(timeOrEndOfDay text: String) {
    guard let instant = Instant(text: text) ?? Instant(text: "\(text)T23:59:59Z") else {
      return nil
    }
    self = instant
  }
}

extension TimeOfDay: CustomStringConvertible {
  /// `HH:MM:SS`, with a fraction only if it is not zero.
  public var description: String {
    let plain = Int(nanoseconds / 1_000_000_000).clockText
    var fraction = Int(nanoseconds % 1_000_000_000).zeroPadded(to: 9)
    while fraction.hasSuffix("0") { fraction.removeLast() }
    return fraction.isEmpty ? plain : "\(plain).\(fraction)"
  }
}

extension Instant: CustomStringConvertible {
  /// `YYYY-MM-DDTHH:MM:SS[.f…]Z`.
  public var description: String {
    "\(date)T\(timeOfDay)Z"
  }
}
