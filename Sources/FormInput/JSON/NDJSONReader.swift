/// Reads JSON Lines: one object per line, parsed strictly (RFC 8259).
///
/// Blank lines are not records. A line that is not an object is a record with a fault and no cells,
/// and reading continues with the next line. Lines end with LF, CRLF or a lone CR.
package struct NDJSONReader: RecordReader, ~Copyable {
  private var initiallyDetected: DetectedProperties
  private var loop: RecordLoop<NDJSONScanner>

  package var header: [String] { loop.scanner.parser.columns.names }

  package var detected: DetectedProperties {
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
  package init(
    source: consuming any ByteSource & ~Copyable, options: ReaderOptions = ReaderOptions(),
    detected: DetectedProperties = DetectedProperties()
  ) throws(ReaderError) {
    loop = RecordLoop(source, NDJSONScanner(options), options: options)
    initiallyDetected = detected
    try options.check()
    // A part begins with a record, after the byte order mark of the file.
    if options.declaredColumns != nil { return }
    initiallyDetected.hasByteOrderMark = try loop.skipByteOrderMark()
  }

  package mutating func read(
    into batch: inout RecordBatch, maximumRecords: Int
  ) throws(ReaderError) -> Bool {
    try loop.read(into: &batch, maximumRecords: maximumRecords)
  }
}
