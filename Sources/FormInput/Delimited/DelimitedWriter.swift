import FormBytes

/// Writes records as CSV or TSV (RFC 4180), with quotes only where they are required.
///
/// Reading the output returns the same cells. A record with NUL is written, too, but readers
/// consider it malformed (`FaultCode.nul`): exports replace NUL, unless they write every byte as
/// received.
package struct DelimitedWriter: Sendable {
  package enum LineEnd: String, Sendable {
    case lf = "\n"
    case crlf = "\r\n"
  }

  private let delimiter: UInt8
  private let lineEnd: LineEnd
  private var isFirstRecord = true
  private var cellsInRecord = 0
  /// Whether the record so far consists of one empty cell, which would be read as a blank line.
  private var isBlank = false

  /// Creates a writer for one file.
  ///
  /// - Parameter delimiter: One ASCII byte, neither a quote nor a line end.
  package init(delimiter: UInt8 = UInt8(ascii: ","), lineEnd: LineEnd = .lf) {
    self.delimiter = delimiter
    self.lineEnd = lineEnd
  }

  /// Appends a cell, preceded by the delimiter unless it is the first one of its record.
  package mutating func append(_ cell: Span<UInt8>, to output: inout [UInt8]) {
    if cellsInRecord > 0 { output.append(delimiter) }
    isBlank = cellsInRecord == 0 && cell.isEmpty
    if isFirstRecord, cellsInRecord == 0, cell.count <= 5, cell.beginsSeparatorLine {
      // Even with quotes, the first line would be Excel's separator line.
      output += lineEnd.rawValue.utf8
    }
    if needsQuotes(cell) {
      output.append(.quote)
      for index in cell.indices {
        if cell[index] == .quote { output.append(.quote) }
        output.append(cell[index])
      }
      output.append(.quote)
    } else {
      output.append(cell)
    }
    cellsInRecord += 1
  }

  /// Appends a text cell.
  package mutating func append(_ cell: String, to output: inout [UInt8]) {
    append(Array(cell.utf8).span, to: &output)
  }

  /// Appends a numeric cell. The number must not be negative.
  package mutating func append(decimal number: Int64, to output: inout [UInt8]) {
    if cellsInRecord > 0 { output.append(delimiter) }
    isBlank = false
    output.append(decimal: number)
    cellsInRecord += 1
  }

  /// Appends an empty cell.
  package mutating func appendEmpty(to output: inout [UInt8]) {
    if cellsInRecord > 0 { output.append(delimiter) }
    isBlank = cellsInRecord == 0
    cellsInRecord += 1
  }

  /// Ends the record.
  package mutating func endRecord(to output: inout [UInt8]) {
    if isBlank {
      output.append(.quote)
      output.append(.quote)
    }
    if lineEnd == .crlf { output.append(.carriageReturn) }
    output.append(.lineFeed)
    isFirstRecord = false
    isBlank = false
    cellsInRecord = 0
  }

  private func needsQuotes(_ cell: Span<UInt8>) -> Bool {
    for index in cell.indices {
      let byte = cell[index]
      if byte == delimiter || byte == .quote || byte.isLineEnd { return true }
    }
    // At the beginning of a file this would be a byte order mark.
    return isFirstRecord && cellsInRecord == 0 && cell.starts(with: "\u{FEFF}")
  }
}
