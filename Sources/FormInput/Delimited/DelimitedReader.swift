import FormBytes

/// Reads CSV, TSV and similar formats (RFC 4180).
///
/// Lines end with LF, CRLF or a lone CR, even within one file. Cells are returned unchanged and are
/// never trimmed. An empty line is not a record, even in a file with one column. A line of blanks
/// is a record. A malformed record, or one whose number of fields differs from the header, has a
/// fault, and reading continues.
package struct DelimitedReader: RecordReader, ~Copyable {
  package private(set) var header: [String] = []
  private var initiallyDetected: DetectedProperties
  private let options: ReaderOptions
  private var loop: RecordLoop<DelimitedScanner>
  private var evidence = DialectEvidence()

  package var detected: DetectedProperties {
    var detected = initiallyDetected
    detected.blankLines = loop.scanner.blankLines
    detected.suggestion = evidence.suggestion(from: options.dialect)
    return detected
  }

  /// Reads up to the first record.
  ///
  /// - Parameters:
  ///   - source: The text as UTF-8, with or without a byte order mark.
  ///   - detected: What is already known about the source.
  /// - Throws: `ReaderError` of kind `header` for a file without a usable header, of kind `options`
  ///   for invalid options, or the error of the source.
  package init(
    source: consuming any ByteSource & ~Copyable, options: ReaderOptions = ReaderOptions(),
    detected: DetectedProperties = DetectedProperties()
  ) throws(ReaderError) {
    loop = RecordLoop(source, DelimitedScanner(options), options: options)
    self.options = options
    initiallyDetected = detected
    try options.check()
    if let columns = options.declaredColumns {
      header = columns
      loop.scanner.delimiter = options.delimiter ?? .comma
      loop.scanner.expectedFields = columns.count
      loop.scanner.lines.line = options.firstLine
      initiallyDetected.delimiter = loop.scanner.delimiter
      return
    }
    initiallyDetected.hasByteOrderMark = try loop.skipByteOrderMark()
    let separator = try separatorLine()
    initiallyDetected.hasSeparatorLine = separator != nil
    try skipLines(max((options.headerLine ?? 1) - 1, separator == nil ? 0 : 1))
    if let delimiter = options.delimiter ?? separator {
      loop.scanner.delimiter = delimiter
    } else {
      try loop.input.require(1 << 16)
      let sample = loop.input.unread
      let delimiter =
        options.delimiterHint.flatMap { DelimiterSniffer.delimiter(beside: $0, in: sample) }
        ?? DelimiterSniffer.delimiter(
          of: sample, isWhole: loop.input.isAtEnd, in: options.dialect)
      loop.scanner.delimiter = delimiter
    }
    let delimiter = loop.scanner.delimiter
    guard delimiter != options.dialect.quote, delimiter != options.dialect.escape else {
      throw ReaderError(.options, ReaderOptions.delimiterConflict)
    }
    initiallyDetected.delimiter = delimiter
    if options.headerLine == 0 {
      loop.scanner.expectedFields = options.fieldCount
    } else {
      try readHeader()
    }
  }

  package mutating func read(
    into batch: inout RecordBatch, maximumRecords: Int
  ) throws(ReaderError) -> Bool {
    guard try loop.read(into: &batch, maximumRecords: maximumRecords) else { return false }
    evidence.add(batch, loop.scanner)
    return true
  }

  /// Returns the delimiter in Excel's first line `sep=;`, or nil. The line may be quoted, because
  /// some programs treat it as a cell.
  private mutating func separatorLine() throws(ReaderError) -> UInt8? {
    try loop.input.require(8)
    let start = loop.input.unread
    let first = start.isEmpty || start[0] != .quote ? 0 : 1
    let end = first + 5 + first
    guard start.count >= end, start.extracting(first...).beginsSeparatorLine,
      start[first + 4].canDelimit, first == 0 || start[end - 1] == .quote,
      start.count == end || start[end].isLineEnd
    else { return nil }
    return start[first + 4]
  }

  /// Skips physical lines.
  private mutating func skipLines(_ count: Int) throws(ReaderError) {
    for _ in 0..<count {
      try loop.input.require(1)
      if loop.input.unread.isEmpty { return }
      var lines = loop.scanner.lines
      repeat {
        loop.input.consume(lines.skip(loop.input.unread, from: 0, isAtEnd: loop.input.isAtEnd))
        if lines.isSkipping { try loop.input.fill() }
      } while lines.isSkipping
      loop.scanner.lines = lines
    }
  }

  private mutating func readHeader() throws(ReaderError) {
    var batch = RecordBatch()
    guard try loop.read(into: &batch, maximumRecords: 1), let record = batch.records.first else {
      throw ReaderError(
        .missingHeader, line: options.headerLine ?? 1,
        "no header: the file has no line with column names")
    }
    if let line = options.headerLine, record.line != line, !initiallyDetected.hasSeparatorLine {
      throw ReaderError(.header, line: line, "line \(line): no header: the line is blank")
    }
    if let fault = batch.fault(of: record) {
      let raw = batch.raw(of: record)
      var error = ReaderError(
        header: fault, TextEncoding(utf16LikelyFor: raw, at: record.byteOffset))
      evidence.add(batch, loop.scanner)
      error.suggestion = evidence.suggestion(from: options.dialect)
      throw error
    }
    evidence.addHeader(batch.raw(of: record))
    if let error = loop.scanner.error { throw error }
    header = try options.columnNames(
      batch.cells(of: record).map(batch.text), in: "line \(record.line)", line: record.line)
  }
}

extension Span<UInt8> {
  /// Whether the text begins with `sep=`, like Excel's first line `sep=;`, in any case.
  var beginsSeparatorLine: Bool {
    guard count >= 4 else { return false }
    for (index, byte) in "sep=".utf8.enumerated() where self[index].lowercasedASCII != byte {
      return false
    }
    return true
  }
}

extension ReaderOptions {
  /// Returns the names of columns. Repeated names get numbers, or are refused.
  ///
  /// Names are compared as bytes, and blank names are ignored.
  ///
  /// - Parameter location: The location of the header.
  /// - Throws: An error of kind `repeatedName`.
  func columnNames(
    _ header: [String], in location: String, line: Int
  ) throws(ReaderError) -> [String] {
    var columns: [[UInt8]: Int] = [:]
    var names = header
    for (index, name) in header.enumerated() where !name.allSatisfy(\.isWhitespace) {
      guard let first = columns[Array(name.utf8)] else {
        columns[Array(name.utf8)] = index
        continue
      }
      guard numbersRepeatedNames else {
        throw ReaderError(
          .repeatedName, line: line,
          "\(location): columns \(first + 1) and \(index + 1) have the same name")
      }
      var number = 2
      while columns[Array("\(name) (\(number))".utf8)] != nil { number += 1 }
      names[index] = "\(name) (\(number))"
      columns[Array(names[index].utf8)] = index
    }
    return names
  }
}

extension ReaderError {
  /// Creates the error for a header that is a malformed record.
  ///
  /// - Parameter utf16: The encoding of the header if it is probably UTF-16.
  fileprivate init(header fault: RecordFault, _ utf16: TextEncoding?) {
    let utf16 = fault.code == .nul ? utf16 : nil
    let what =
      switch fault.code {
      case .strayQuote: "unexpected quote: quote the whole name and double the quotes in it"
      case .unterminatedQuote: "a quoted name is not closed"
      case .tooLong: "the line is too long"
      case .encoding: "a name is not text in the file's encoding"
      case .nul where utf16 != nil: "it contains NUL bytes, as in UTF-16"
      case .nul: "a name contains a NUL byte"
      default: fault.code.rawValue
      }
    self.init(
      .header, line: fault.line, byteOffset: fault.byteOffset,
      "line \(fault.line), byte \(fault.byteOffset), column \(fault.column): bad header: \(what)",
      likelyEncodings: utf16.map { [$0] } ?? [])
  }
}
