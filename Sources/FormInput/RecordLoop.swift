/// Finds the records in pieces of input. A value without I/O, so that it can be tested without a
/// file, and cut anywhere.
protocol RecordScanner: Sendable {
  /// Whether the cells hold JSON escapes, not doubled quotes, and faults count bytes, not cells.
  static var isJSON: Bool { get }

  /// Why there can be no further record.
  var failure: ReaderError? { get }

  /// Appends records to `batch`, with offsets in `input`.
  ///
  /// - Parameters:
  ///   - input: begins where the last call stopped.
  ///   - byteOffset: where `input` stands in the file.
  ///   - isAtEnd: whether nothing follows it.
  ///   - batch: without records.
  ///   - limit: no record begins at or behind this byte of the input, nor more than so many records
  ///     or about so many cells: then the batch is full.
  /// - Returns: how much of the input is done with. If that is not all of it and the batch is
  ///   not full, the next record is not whole.
  mutating func scan(
    _ input: Span<UInt8>, at byteOffset: Int, isAtEnd: Bool,
    into batch: inout RecordBatch, limit: BatchLimit
  ) -> Int
}

/// Where a batch ends.
struct BatchLimit: Sendable {
  /// The most records.
  var records: Int
  /// Where the last record begins at the latest; at least 1.
  var bytes: Int
}

/// What all readers do: read a block, scan it, complete the batch.
struct RecordLoop<Scanner: RecordScanner>: ~Copyable, Sendable {
  var input: InputBuffer
  var scanner: Scanner
  private var evidence: EncodingEvidence
  private let blockBytes: Int
  /// No record begins at or behind this byte.
  private let end: Int
  /// Why reading ends after the batch that was given out last.
  private var failure: ReaderError?

  init(_ source: consuming any ByteSource & ~Copyable, _ scanner: Scanner, _ options: ReaderOptions)
  {
    blockBytes = max(1, options.blockBytes)
    input = InputBuffer(source, options)
    end = options.bytes?.upperBound ?? .max
    evidence = EncodingEvidence(isNamed: options.encoding != nil)
    self.scanner = scanner
  }

  /// Refills `batch` with the next records; false at the end.
  mutating func read(
    into batch: inout RecordBatch, maximumRecords: Int
  ) throws(ReaderError) -> Bool {
    batch.removeAll()
    if let failure { throw failure }
    while true {
      guard input.byteOffset < end else { return false }
      let limit = BatchLimit(
        records: max(1, maximumRecords), bytes: min(blockBytes, end - input.byteOffset))
      // A copy, because the compiler takes a span of `input` for an access to all of `self`.
      var scanner = scanner
      let used = scanner.scan(
        input.unread, at: input.byteOffset, isAtEnd: input.isAtEnd, into: &batch, limit: limit)
      self.scanner = scanner
      failure = scanner.failure
      if !batch.isEmpty {
        complete(&batch, used: used)
        input.use(used)
        if let place = evidence.place, !evidence.isSettled, let error = try lookAhead() {
          batch.dropRecords(fromByte: place.byteOffset)
          failure = error
        }
        break
      }
      if failure != nil { break }
      let isFull = used >= limit.bytes
      input.use(used)
      if isFull { continue }
      if input.isAtEnd { return false }
      try input.fill()
    }
    if batch.isEmpty, let failure { throw failure }
    return true
  }

  private mutating func complete(_ batch: inout RecordBatch, used: Int) {
    batch.take(input, count: used)
    batch.checkEncoding(&evidence, hasColumns: !Scanner.isJSON)
    if Scanner.isJSON {
      batch.unescapeJSON(from: input.unread)
    } else {
      batch.unescapeQuotes()
    }
  }

  /// Asks the records that follow whether the text is UTF-8; they are read again afterwards.
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
    return evidence.settle()
  }

  /// Passes over a byte order mark, which says that the text is UTF-8, if one is next.
  mutating func skipByteOrderMark() throws(ReaderError) -> Bool {
    guard try input.skipByteOrderMark() else { return false }
    evidence = EncodingEvidence(isNamed: true)
    return true
  }
}
