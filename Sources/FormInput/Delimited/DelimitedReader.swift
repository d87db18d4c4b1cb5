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

  package var detected: DetectedProperties {
    var detected = initiallyDetected
    detected.blankLines = loop.scanner.blankLines
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
    loop = RecordLoop(source, DelimitedScanner(options), options)
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
        ?? DelimiterSniffer.delimiter(of: sample, isWhole: loop.input.isAtEnd)
      loop.scanner.delimiter = delimiter
    }
    initiallyDetected.delimiter = loop.scanner.delimiter
    if options.headerLine == 0 {
      loop.scanner.expectedFields = options.fieldCount
    } else {
      try readHeader()
    }
  }

  package mutating func read(
    into batch: inout RecordBatch, maximumRecords: Int
  ) throws(ReaderError) -> Bool {
    try loop.read(into: &batch, maximumRecords: maximumRecords)
  }

  /// Returns the delimiter in Excel's first line `sep=;`, or nil.
  private mutating func separatorLine() throws(ReaderError) -> UInt8? {
    try loop.input.require(6)
    let start = loop.input.unread
    guard start.starts(with: "sep="), start.count > 4, start[4].canDelimit,
      start.count == 5 || start[5].isLineEnd
    else { return nil }
    return start[4]
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
    guard try read(into: &batch, maximumRecords: 1), let record = batch.records.first else {
      throw ReaderError(
        .missingHeader, line: options.headerLine ?? 1,
        "no header: the file has no line with column names")
    }
    if let line = options.headerLine, record.line != line, !initiallyDetected.hasSeparatorLine {
      throw ReaderError(.header, line: line, "line \(line): no header: the line is blank")
    }
    if let fault = batch.fault(of: record) {
      let raw = batch.raw(of: record)
      var detector = MultibyteDetector()
      detector.add(raw)
      throw ReaderError(
        header: fault,
        likely: detector.encoding ?? TextEncoding(likelyFor: raw, at: record.byteOffset))
    }
    if let failure = loop.scanner.failure { throw failure }
    header = batch.cells(of: record).map(batch.text)
    if let repetition = header.repeatedName {
      throw ReaderError(.header, line: record.line, "line \(record.line): \(repetition)")
    }
  }
}

extension [String] {
  /// A description of two columns of a header with the same name, or nil.
  ///
  /// Names are compared as bytes, and blank names are ignored.
  var repeatedName: String? {
    var columns: [[UInt8]: Int] = [:]
    for (index, name) in enumerated() where !name.allSatisfy(\.isWhitespace) {
      if let first = columns.updateValue(index + 1, forKey: Array<UInt8>(name.utf8)) {
        return "columns \(first) and \(index + 1) have the same name; rename one"
      }
    }
    return nil
  }
}

extension ReaderError {
  /// Creates the error for a header that is a malformed record.
  fileprivate init(header fault: RecordFault, likely: TextEncoding) {
    let isUTF16 =
      fault.code == .nul && (likely == .utf16LittleEndian || likely == .utf16BigEndian)
    let what =
      switch fault.code {
      case .strayQuote: "unexpected quote: quote the whole name and double the quotes in it"
      case .unterminatedQuote: "a quoted name is not closed"
      case .tooLong: "the line is too long"
      case .encoding: "a name is not UTF-8 but probably \(likely.rawValue)"
      case .nul where isUTF16: "it contains NUL bytes, as in UTF-16"
      case .nul: "a name contains a NUL byte"
      default: fault.code.rawValue
      }
    self.init(
      .header, line: fault.line, byteOffset: fault.byteOffset,
      "line \(fault.line), byte \(fault.byteOffset), column \(fault.column): bad header: \(what)",
      likelyEncoding: isUTF16 || fault.code == .encoding ? likely : nil)
  }
}
