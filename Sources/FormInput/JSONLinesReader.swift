/// Reads JSON Lines: an object on each line, strictly (RFC 8259); lines without one are no
/// records. A line that is not such an object is a record with a fault and no cells, and reading
/// goes on with the next. Lines end with LF, CRLF or a lone CR.
package struct JSONLinesReader: RecordReader, ~Copyable {
  private var openingNotes: ReaderNotes
  private var loop: RecordLoop<JSONLinesScanner>

  package var header: [String] { loop.scanner.parser.columns.names }

  package var notes: ReaderNotes {
    var notes = openingNotes
    notes.blankLines = loop.scanner.blankLines
    return notes
  }

  /// A reader that knows the columns `options.knownColumns`, or `options.columns` for a part of a file;
  /// keys that it meets later come after.
  ///
  /// - Parameter notes: what is known of the source already.
  package init(
    source: consuming any ByteSource & ~Copyable, options: ReaderOptions = ReaderOptions(),
    notes: ReaderNotes = ReaderNotes()
  ) throws(ReaderError) {
    loop = RecordLoop(source, JSONLinesScanner(options), options)
    openingNotes = notes
    openingNotes.format = .ndjson
    try options.check()
    // A part begins with a record, behind the byte order mark of the whole.
    if options.columns != nil { return }
    openingNotes.hasByteOrderMark = try loop.skipByteOrderMark()
  }

  package mutating func read(
    into batch: inout RecordBatch, maximumRecords: Int
  ) throws(ReaderError) -> Bool {
    try loop.read(into: &batch, maximumRecords: maximumRecords)
  }
}
