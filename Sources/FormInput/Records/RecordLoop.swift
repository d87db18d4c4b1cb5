import FormBytes

/// Finds records in pieces of input. It does no I/O, so tests need no file and can split the input
/// anywhere.
protocol RecordScanner: Sendable {
  /// Whether cells contain JSON escapes instead of doubled quotes, and faults count bytes instead
  /// of cells.
  static var isJSON: Bool { get }

  /// The reason why there are no further records.
  var error: ReaderError? { get }

  /// Replaces the escapes in the cells of a batch, which has a copy of `input`.
  func unescape(_ batch: inout RecordBatch, from input: Span<UInt8>)

  /// Appends records to `batch`, with offsets in `input`.
  ///
  /// - Parameters:
  ///   - input: The input from the position where the last call stopped.
  ///   - byteOffset: The offset of `input` in the file.
  ///   - isAtEnd: Whether nothing follows the input.
  ///   - batch: A batch without records.
  ///   - limit: The maximum number of records, and of bytes of the input in which they begin. A
  ///     scanner may also limit the number of cells.
  /// - Returns: The number of consumed bytes. If some are left and the batch is not full, the next
  ///   record is incomplete.
  mutating func scan(
    _ input: Span<UInt8>, at byteOffset: Int, isAtEnd: Bool,
    into batch: inout RecordBatch, limit: BatchLimit
  ) -> Int
}

/// The limits of a batch.
struct BatchLimit: Sendable {
  /// The maximum number of records.
  var records: Int
  /// The number of bytes of the input in which records begin; at least 1.
  var bytes: Int
}

/// The loop of all readers of text: reads a block, scans it, and completes the batch.
struct RecordLoop<Scanner: RecordScanner>: ~Copyable, Sendable {
  var input: InputBuffer
  var scanner: Scanner
  private var evidence: EncodingEvidence
  private let bufferBytes: Int
  /// The end of the range of bytes in which records begin.
  private let end: Int
  /// The error that ends reading after the last returned batch.
  private var error: ReaderError?

  init(_ source: consuming any ByteSource & ~Copyable, _ scanner: Scanner, options: ReaderOptions) {
    bufferBytes = max(1, options.bufferBytes)
    input = InputBuffer(source, options)
    end = options.bytes?.upperBound ?? .max
    evidence = EncodingEvidence(options.encoding)
    self.scanner = scanner
  }

  /// Refills `batch` with the next records. Returns false at the end.
  mutating func read(
    into batch: inout RecordBatch, maximumRecords: Int
  ) throws(ReaderError) -> Bool {
    batch.removeAll()
    if let error { throw error }
    while true {
      guard input.byteOffset < end else { return false }
      let limit = BatchLimit(
        records: max(1, maximumRecords), bytes: min(bufferBytes, end - input.byteOffset))
      // A copy, because the compiler treats a span of `input` as an access to all of `self`.
      var scanner = scanner
      let used = scanner.scan(
        input.unread, at: input.byteOffset, isAtEnd: input.isAtEnd, into: &batch, limit: limit)
      self.scanner = scanner
      error = scanner.error
      if !batch.isEmpty {
        complete(&batch, used: used)
        input.consume(used)
        if let firstInvalid = evidence.firstInvalid, !evidence.isSettled,
          let error = try lookAhead()
        {
          batch.dropRecords(fromByte: firstInvalid.byteOffset)
          self.error = error
        }
        break
      }
      if error != nil { break }
      let isFull = used >= limit.bytes
      input.consume(used)
      if isFull { continue }
      if input.isAtEnd { return false }
      try input.fill()
    }
    if batch.isEmpty, let error { throw error }
    return true
  }

  private mutating func complete(_ batch: inout RecordBatch, used: Int) {
    batch.copyInput(input, count: used)
    batch.checkEncoding(&evidence, hasColumns: !Scanner.isJSON)
    scanner.unescape(&batch, from: input.unread)
  }

  /// Examines the following records to determine whether the text is in the expected encoding.
  ///
  /// They are read again afterwards.
  private mutating func lookAhead() throws(ReaderError) -> ReaderError? {
    try input.require(EncodingEvidence.sampleBytes)
    var (scanner, ahead, used) = (scanner, RecordBatch(), 0)
    repeat {
      let rest = input.unread.extracting(used...)
      ahead.removeAll()
      used += scanner.scan(
        rest, at: input.byteOffset + used, isAtEnd: input.isAtEnd, into: &ahead,
        limit: BatchLimit(records: max(1, evidence.recordsLeft), bytes: max(1, rest.count)))
      ahead.bytes.append(rest)
      ahead.checkEncoding(&evidence, hasColumns: !Scanner.isJSON)
    } while !ahead.isEmpty && evidence.recordsLeft > 0
    return evidence.conclusion()
  }

  /// Skips a byte order mark, if there is one. It identifies the text as UTF-8.
  mutating func skipByteOrderMark() throws(ReaderError) -> Bool {
    guard try input.skipByteOrderMark() else { return false }
    evidence = EncodingEvidence(.utf8)
    return true
  }
}
