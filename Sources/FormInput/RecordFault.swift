import FormBytes

/// Why a record is malformed; the raw values are the stable codes of the message catalogue.
package enum FaultCode: String, Sendable, CaseIterable {
  case tooFewFields = "csv.tooFewFields"
  case tooManyFields = "csv.tooManyFields"
  /// A quote inside an unquoted cell, or something after a closing quote.
  case strayQuote = "csv.strayQuote"
  /// A quote that has no end within the file or the longest record.
  case unterminatedQuote = "csv.unterminatedQuote"
  /// Bytes that are not UTF-8.
  case encoding = "csv.encoding"
  case nul = "csv.nul"
  /// Longer than `ReaderOptions.maximumRecordBytes`; also in JSON Lines.
  case tooLong = "csv.tooLong"
  case jsonSyntax = "json.syntax"
  case duplicateKey = "json.duplicateKey"
  /// Nested deeper than `JSONScanner.maximumDepth`.
  case tooDeep = "json.tooDeep"
  case notAnObject = "json.notAnObject"
  /// An unknown key, and `ReaderOptions.maximumColumns` are known already.
  case tooManyKeys = "json.tooManyKeys"
}

extension FaultCode {
  /// What a JSON text is refused for.
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

/// What is wrong with a record, and where. It never holds the record's text.
package struct RecordFault: Error, Sendable, Equatable {
  package var code: FaultCode
  /// The physical line of the place, from 1: where a quote began, not where it was missed.
  package var line: Int
  /// The number of the cell, from 1; in JSON the byte in its line, from 1.
  package var column: Int
  /// The place in the decoded stream, from 0.
  package var byteOffset: Int
  /// How many fields the record should have, for `tooFewFields` and `tooManyFields`.
  package var expectedFields: Int?
  /// How many it has.
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
