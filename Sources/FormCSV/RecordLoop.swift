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
  /// - Returns: how much of the input is done with. If that is not all of it and the batch is
  ///   not full, the next record is not whole.
  mutating func scan(
    _ input: Span<UInt8>, at byteOffset: Int, isAtEnd: Bool,
    into batch: inout RecordBatch, maximumRecords: Int
  ) -> Int
}

/// What all readers do: read a block, scan it, complete the batch.
struct RecordLoop<Scanner: RecordScanner>: ~Copyable, Sendable {
  var input: InputBuffer
  var scanner: Scanner
  private let isEncodingNamed: Bool
  /// Why reading ends after the batch that was given out last.
  private var failure: ReaderError?

  init(_ source: consuming any ByteSource & ~Copyable, _ scanner: Scanner, _ options: ReaderOptions)
  {
    input = InputBuffer(source, blockBytes: options.blockBytes)
    isEncodingNamed = options.encoding == .utf8
    self.scanner = scanner
  }

  /// Refills `batch` with the next records; false at the end.
  mutating func read(
    into batch: inout RecordBatch, maximumRecords: Int
  ) throws(ReaderError) -> Bool {
    batch.removeAll()
    if let failure { throw failure }
    while true {
      // A copy, because the compiler takes a span of `input` for an access to all of `self`.
      var scanner = scanner
      let used = scanner.scan(
        input.unread, at: input.byteOffset, isAtEnd: input.isAtEnd,
        into: &batch, maximumRecords: max(1, maximumRecords))
      self.scanner = scanner
      failure = scanner.failure
      if !batch.isEmpty {
        complete(&batch, used: used)
        input.use(used)
        break
      }
      if failure != nil { break }
      input.use(used)
      if input.isAtEnd { return false }
      try input.fill()
    }
    if batch.isEmpty, let failure { throw failure }
    return true
  }

  private mutating func complete(_ batch: inout RecordBatch, used: Int) {
    batch.take(input, count: used)
    let error = batch.checkEncoding(isNamed: isEncodingNamed, hasColumns: !Scanner.isJSON)
    failure = error ?? failure
    if Scanner.isJSON {
      batch.unescapeJSON(from: input.unread)
    } else {
      batch.unescapeQuotes()
    }
  }
}
