/// The text format for the typed cells of a column.
///
/// Spreadsheets store dates as numbers without a text format, so the consumer of the text specifies
/// it.
package struct CellFormat: Sendable {
  package enum Dates: Sendable, Equatable {
    /// According to the cell's format: a date, a time or both, in ISO 8601.
    case styled
    /// A date.
    case date
    /// A date and time, even at midnight.
    case dateTime
    /// A time.
    case time
  }

  package var dates = Dates.styled
  /// Writes a value of the kind `dates`, in ISO 8601, in the notation of the column. Nil if the
  /// notation cannot express it; its text is then that of ISO 8601.
  package var notation: @Sendable (_ iso: String) -> String? = { _ in nil }
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
