/// Reads objects one by one into records, in bounded memory. Parsing is strict (RFC 8259).
struct JSONRecordReader<Scanner: JSONRecordScanner>: RecordReader, ~Copyable {
  private var initiallyDetected: DetectedProperties
  private var loop: RecordLoop<Scanner>

  var header: [String] { loop.scanner.parser.columns.names }

  var detected: DetectedProperties {
    var detected = initiallyDetected
    detected.blankLines = loop.scanner.blankLines
    return detected
  }

  /// Creates a reader that starts with the columns `options.initialJSONColumns`, or with
  /// `options.declaredColumns` for a part of a file.
  ///
  /// New keys are added after them.
  ///
  /// - Parameter detected: What is already known about the source.
  init(
    source: consuming any ByteSource & ~Copyable, options: ReaderOptions = ReaderOptions(),
    detected: DetectedProperties = DetectedProperties()
  ) throws(ReaderError) {
    loop = RecordLoop(source, Scanner(options), options: options)
    initiallyDetected = detected
    try options.check()
    // A part begins with a record, after the byte order mark of the file.
    if options.declaredColumns != nil { return }
    initiallyDetected.hasByteOrderMark = try loop.skipByteOrderMark()
  }

  mutating func read(
    into batch: inout RecordBatch, maximumRecords: Int
  ) throws(ReaderError) -> Bool {
    try loop.read(into: &batch, maximumRecords: maximumRecords)
  }
}

/// Reads JSON Lines: one object per line.
///
/// Blank lines are not records. A line that is not an object is a record with a fault and no cells,
/// and reading continues with the next line. Lines end with LF, CRLF or a lone CR.
typealias NDJSONReader = JSONRecordReader<NDJSONScanner>

/// Reads the objects of a JSON array.
///
/// A single object is a file with one record. An element that is not an object, has a duplicate
/// key, is invalid JSON or is too long becomes a record with a fault, and reading continues after
/// it. If its end cannot be determined, because brackets do not match or a string is not closed,
/// reading ends with a `ReaderError` after the preceding records.
typealias JSONArrayReader = JSONRecordReader<JSONArrayScanner>

/// Finds JSON objects in pieces of input.
protocol JSONRecordScanner: RecordScanner {
  var parser: JSONRecordParser { get }
  /// The number of lines that are not records.
  var blankLines: Int { get }
  init(_ options: ReaderOptions)
}

extension JSONRecordScanner {
  static var isJSON: Bool { true }
  var blankLines: Int { 0 }

  func unescape(_ batch: inout RecordBatch, from input: Span<UInt8>) {
    batch.unescapeJSON(from: input)
  }
}
