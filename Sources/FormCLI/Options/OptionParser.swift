import ArgumentParser
import FormRecorder
import FormRules

/// Parsers for options, for `@Option(transform:)`.
enum OptionParser {
  /// Parses a date and time such as 2026-01-31T09:30:00Z.
  static let dateTime = parser(
    format: "a date and time such as 2026-01-31T09:30:00Z", Instant.init(text:))

  /// Parses a date and time, or a day in UTC, which is parsed as its beginning.
  static let dayOrTime = parser(format: dayOrTimeFormat) {
    Instant(text: $0) ?? Instant(text: "\($0)T00:00:00Z")
  }

  /// Parses a date and time, or a day in UTC, which is parsed as its last second.
  static let endOfDayOrTime = parser(format: dayOrTimeFormat) {
    Instant(text: $0) ?? Instant(text: "\($0)T23:59:59Z")
  }

  /// Parses a number of records or a percentage.
  static let amount = parser(format: "a number, or a share such as 5%") { Limit.Amount($0) }

  private static let dayOrTimeFormat = "a date such as 2026-01-31, or 2026-01-31T09:30:00Z"

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
