/// The text format for the typed cells of a column.
///
/// Spreadsheets store dates as numbers without a text format, so the consumer of the text specifies
/// it.
package struct CellFormat: Sendable, Equatable {
  package enum Dates: Sendable, Equatable {
    /// According to the cell's format: a date, a time or both, in ISO 8601.
    case styled
    /// A date, in a pattern (`dd.MM.yyyy`) or in ISO 8601.
    case date(pattern: String?)
    /// A date and time, even at midnight, in a pattern or in ISO 8601.
    case dateTime(pattern: String? = nil)
    /// A time, in a pattern (`h:mm a`) or in ISO 8601.
    case time(pattern: String? = nil)
  }

  package var dates = Dates.styled
  /// The decimal separator of numbers.
  package var point: UInt8 = UInt8(ascii: ".")
  /// The texts before and after the digits of negative numbers.
  package var (negativePrefix, negativeSuffix) = ("-", "")
  package var yes = "TRUE"
  package var no = "FALSE"
  /// Whether an error value, or a formula without a saved value, is a fault of its record. If not,
  /// the former is text, and the latter is empty.
  package var requiresValues = true

  package init() {}
}
