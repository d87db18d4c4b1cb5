import FormBytes

/// How a delimited text differs from RFC 4180.
package struct DelimitedDialect: Sendable, Equatable {
  /// The character around cells that contain delimiters or line breaks, or nil if there is none.
  package var quote: UInt8? = .quote
  /// The character before a delimiter, a line break, a quote or itself that is part of a cell.
  ///
  /// Before any other character it is an ordinary character.
  package var escape: UInt8?
  /// The beginning of lines that are not records, or nothing.
  package var comment: [UInt8] = []
  /// Whether blanks before a cell, and before its quote, are not part of it.
  package var skipInitialSpace = false
  /// Whether a delimiter at the end of a line ends its last cell instead of beginning another.
  package var trailingDelimiter = false
  /// Whether a row of empty cells is not a record.
  package var skipBlankRows = false

  package init() {}

  /// RFC 4180.
  static let standard = DelimitedDialect()

  /// Returns the position after the escaped character if an escape is at `position`, or nil.
  ///
  /// An escaped CRLF is one character.
  func endOfEscape(in input: Span<UInt8>, at position: Int, _ delimiter: UInt8) -> Int? {
    guard input[position] == escape, position + 1 < input.count else { return nil }
    let byte = input[position + 1]
    guard byte == delimiter || byte == quote || byte == escape || byte.isLineEnd else { return nil }
    let isCRLF =
      byte == .carriageReturn && position + 2 < input.count && input[position + 2] == .lineFeed
    return position + (isCRLF ? 3 : 2)
  }
}

/// A dialect in which more records of a file could be read.
package struct DialectSuggestion: Sendable, Equatable {
  package var dialect: DelimitedDialect
  /// The number of records at the end that are not data.
  package var footer = 0
  /// The observation, in one line.
  package var reason: String
}
