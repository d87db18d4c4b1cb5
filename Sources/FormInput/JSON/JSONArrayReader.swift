/// Reads the objects of a JSON array one by one, in bounded memory.
///
/// A single object is a file with one record. Parsing is strict (RFC 8259).
///
/// An element that is not an object, has a duplicate key, is invalid JSON or is too long becomes a
/// record with a fault, and reading continues after it. If its end cannot be determined, because
/// brackets do not match or a string is not closed, reading ends with a `ReaderError` after the
/// preceding records.
package struct JSONArrayReader: RecordReader, ~Copyable {
  private var initiallyDetected: DetectedProperties
  private var loop: RecordLoop<JSONArrayScanner>

  package var header: [String] { loop.scanner.parser.columns.names }

  package var detected: DetectedProperties { initiallyDetected }

  /// Creates a reader that starts with the columns `options.initialJSONColumns`.
  ///
  /// New keys are added after them.
  ///
  /// - Parameter detected: What is already known about the source.
  package init(
    source: consuming any ByteSource & ~Copyable, options: ReaderOptions = ReaderOptions(),
    detected: DetectedProperties = DetectedProperties()
  ) throws(ReaderError) {
    loop = RecordLoop(source, JSONArrayScanner(options), options: options)
    initiallyDetected = detected
    try options.check()
    initiallyDetected.hasByteOrderMark = try loop.skipByteOrderMark()
  }

  package mutating func read(
    into batch: inout RecordBatch, maximumRecords: Int
  ) throws(ReaderError) -> Bool {
    try loop.read(into: &batch, maximumRecords: maximumRecords)
  }
}
