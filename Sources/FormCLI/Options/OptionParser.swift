import ArgumentParser
import FormRecorder
import FormRules

/// Parsers for options, for `@Option(transform:)`.
enum OptionParser {
  /// Parses a date and time such as 2026-01-31T09:30:00Z.
  static let dateTime = parser(
    format: "a date and time such as 2026-01-31T09:30:00Z", RunClock.init(text:))

  /// Parses the name of a time zone.
  static let zone = parser(
    format: "a name of the tz database such as Pacific/Auckland, or UTC", NamedZone.init)

  /// Parses a date and time, or a day in UTC, which means its first second.
  static let timeOrStartOfDay = parser(
    format: timeOrDayFormat, Instant.init(timeOrStartOfDay:))

  /// Parses a date and time, or a day in UTC, which means its last second.
  static let timeOrEndOfDay = parser(format: timeOrDayFormat, Instant.init(timeOrEndOfDay:))

  /// Parses a number of records or a percentage.
  static let amount = parser(format: "a number, or a share such as 5%") { Limit.Amount($0) }

  private static let timeOrDayFormat = "a date such as 2026-01-31, or 2026-01-31T09:30:00Z"

  /// Creates a parser whose error states the expected format.
  private static func parser<Value>(
    format: String, _ parse: @escaping @Sendable (String) -> Value?
  ) -> @Sendable (String) throws -> Value {
    { text in
      guard let value = parse(text) else { throw ValidationError("it must be \(format)") }
      return value
    }
  }
}
