/// The reason why a record or JSON text is malformed.
///
/// The raw values are the stable codes of the message catalogue.
package enum FaultCode: String, CaseIterable {
  case tooFewFields = "csv.tooFewFields"
  case tooManyFields = "csv.tooManyFields"
  /// A quote inside an unquoted cell, or text after a closing quote.
  case strayQuote = "csv.strayQuote"
  /// A quote that is not closed within the file or the longest record.
  case unterminatedQuote = "csv.unterminatedQuote"
  /// Bytes that are not UTF-8.
  case encoding = "csv.encoding"
  case nul = "csv.nul"
  /// Longer than the reader accepts, also in JSON Lines.
  case tooLong = "csv.tooLong"
  /// A cell of a workbook contains an error value, such as `#REF!`.
  case cellError = "csv.cellError"
  /// A cell of a workbook contains a formula without a saved value.
  case noValue = "csv.noValue"
  /// The text is not JSON (RFC 8259).
  case jsonSyntax = "json.syntax"
  /// An object contains a key twice.
  case duplicateKey = "json.duplicateKey"
  /// Nested more deeply than `JSONScanner.maximumDepth`.
  case tooDeep = "json.tooDeep"
  case notAnObject = "json.notAnObject"
  /// More keys than the reader accepts.
  case tooManyKeys = "json.tooManyKeys"
}
