/// Reads the objects of a JSON array, one after the other, in bounded memory; a lone object is a
/// file with one record. Strict (RFC 8259).
///
/// An element that is no object, has a key twice, is not valid JSON or too long is a record with a
/// fault, and reading goes on behind it. Where nobody can say what that is, because brackets do not
/// match or a string has no end, reading ends with a `ReaderError`, after the records before it.
package struct JSONArrayReader: RecordReader, ~Copyable {
  private var openingNotes: ReaderNotes
  private var loop: RecordLoop<JSONArrayScanner>

  package var header: [String] { loop.scanner.parser.columns.names }

  package var notes: ReaderNotes { openingNotes }

  /// A reader that knows the columns `options.knownColumns`; keys that it meets later come after.
  ///
  /// - Parameter notes: what is known of the source already.
  package init(
    source: consuming any ByteSource & ~Copyable, options: ReaderOptions = ReaderOptions(),
    notes: ReaderNotes = ReaderNotes()
  ) throws(ReaderError) {
    loop = RecordLoop(source, JSONArrayScanner(options), options)
    openingNotes = notes
    openingNotes.format = .json
    try options.check()
    openingNotes.hasByteOrderMark = try loop.skipByteOrderMark()
  }

  package mutating func read(
    into batch: inout RecordBatch, maximumRecords: Int
  ) throws(ReaderError) -> Bool {
    try loop.read(into: &batch, maximumRecords: maximumRecords)
  }
}
