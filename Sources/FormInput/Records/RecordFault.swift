import FormBytes

/// The reason why a record is malformed.
///
/// The raw values are the stable codes of the message catalogue.
package enum FaultCode: String, Sendable, CaseIterable {
  case tooFewFields = "csv.tooFewFields"
  case tooManyFields = "csv.tooManyFields"
  /// A quote inside an unquoted cell, or text after a closing quote.
  case strayQuote = "csv.strayQuote"
  /// A quote that is not closed within the file or the longest record.
  case unterminatedQuote = "csv.unterminatedQuote"
  /// Bytes that are not UTF-8.
  case encoding = "csv.encoding"
  case nul = "csv.nul"
  /// Longer than `ReaderOptions.maximumRecordBytes`. Also used for JSON Lines.
  case tooLong = "csv.tooLong"
  case jsonSyntax = "json.syntax"
  case duplicateKey = "json.duplicateKey"
  /// Nested more deeply than `JSONScanner.maximumDepth`.
  case tooDeep = "json.tooDeep"
  case notAnObject = "json.notAnObject"
  /// An unknown key, after `ReaderOptions.maximumColumns` keys.
  case tooManyKeys = "json.tooManyKeys"
}

extension FaultCode {
  /// Converts the reason of a JSON error.
  init(_ code: JSONError.Code) {
    switch code {
    case .syntax: self = .jsonSyntax
    case .duplicateKey: self = .duplicateKey
    case .tooDeep: self = .tooDeep
    case .tooLong: self = .tooLong
    case .notAnObject: self = .notAnObject
    case .tooManyKeys: self = .tooManyKeys
    case .encoding: self = .encoding
    }
  }
}

/// An error in a record, and its position. Never contains the record's text.
package struct RecordFault: Error, Sendable, Equatable {
  package var code: FaultCode
  /// The physical line of the error, from 1. For an unclosed quote, the line of the quote.
  package var line: Int
  /// The number of the cell, from 1. For JSON, the byte in the line, from 1.
  package var column: Int
  /// The offset in the decoded stream, from 0.
  package var byteOffset: Int
  /// The expected number of fields, for `tooFewFields` and `tooManyFields`.
  package var expectedFields: Int?
  /// The actual number of fields.
  package var foundFields: Int?

  package init(
    code: FaultCode, line: Int, column: Int, byteOffset: Int, expectedFields: Int? = nil,
    foundFields: Int? = nil
  ) {
    self.code = code
    self.line = line
    self.column = column
    self.byteOffset = byteOffset
    self.expectedFields = expectedFields
    self.foundFields = foundFields
  }
}
