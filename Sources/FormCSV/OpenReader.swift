/// Opens a file of records, or standard input for `-`.
///
/// gzip is recognised by its first bytes, and so is what is no text, which is refused by name. The
/// encoding is the one that a byte order mark tells,
/// else that of the options, else UTF-8. The format is told by the name (`.csv`, `.tsv`, `.tab`,
/// `.ndjson`, `.jsonl`, `.json`, before a `.gz`), else by the content. A file whose last record is
/// cut short by an error in the source is read up to there.
///
/// - Throws: `ReaderError` when the file cannot be read or has no usable header. Its message does
///   not name the file.
package func openReader(
  path: String, options: ReaderOptions = ReaderOptions()
) throws(ReaderError) -> any RecordReader & ~Copyable {
  try openReader(source: FileByteSource(path: path), name: path, options: options)
}

/// The same for any source. `name` is a file name, for its extension.
package func openReader(
  source: consuming any ByteSource & ~Copyable, name: String = "",
  options: ReaderOptions = ReaderOptions()
) throws(ReaderError) -> any RecordReader & ~Copyable {
  var source = try PeekedByteSource(source)
  try options.check()
  var notes = ReaderNotes()
  if options.columns != nil {
    var options = options
    options.encoding = .utf8
    notes.format = options.format == .tsv ? .tsv : .csv
    if notes.format == .tsv { options.delimiter = options.delimiter ?? UInt8(ascii: "\t") }
    return try DelimitedReader(source: source, options: options, notes: notes)
  }
  if source.start.starts(with: [0x1F, 0x8B]) {
    notes.isCompressed = true
    source = try PeekedByteSource(GzipByteSource(source))
  }

  let mark = try source.byteOrderMark
  if let words = FileSignature.words(
    for: source.start, isEncodingKnown: (mark ?? options.encoding) != nil,
    delimiter: options.delimiter)
  {
    throw ReaderError(
      .content, byteOffset: 0, notes.isCompressed ? "is, once unpacked, \(words)" : "is \(words)")
  }
  notes.encoding = mark ?? options.encoding ?? .utf8
  if notes.encoding != .utf8 {
    source = try PeekedByteSource(TranscodingByteSource(source, from: notes.encoding))
  }

  var options = options
  notes.format =
    options.format ?? FileFormat(name: name, content: source.start.span)
  switch notes.format {
  case .csv:
    return try DelimitedReader(source: source, options: options, notes: notes)
  case .tsv:
    options.delimiter = options.delimiter ?? UInt8(ascii: "\t")
    return try DelimitedReader(source: source, options: options, notes: notes)
  case .ndjson:
    return try JSONLinesReader(source: source, options: options, notes: notes)
  case .json:
    return try JSONArrayReader(source: source, options: options, notes: notes)
  }
}

extension FileFormat {
  /// The format of a file with that name that begins like this.
  init(name: String, content: Span<UInt8>) {
    var name = name.lowercased()[...]
    if name.hasSuffix(".gz") { name = name.dropLast(3) }
    let isJSONFile = name.hasSuffix(".json")
    if name.hasSuffix(".csv") {
      self = .csv
    } else if name.hasSuffix(".tsv") || name.hasSuffix(".tab") {
      self = .tsv
    } else if name.hasSuffix(".ndjson") || name.hasSuffix(".jsonl") {
      self = .ndjson
    } else {
      self = FileFormat(content: content) ?? (isJSONFile ? .json : .csv)
    }
  }

  /// The JSON format of a file that begins like this, or nil.
  private init?(content: Span<UInt8>) {
    var scanner = JSONScanner(content, from: content.starts(with: "\u{FEFF}") ? 3 : 0)
    if scanner.skipBlanksAnd(.openBracket) {
      scanner.skipBlanks()
      guard scanner.current == .openBrace || scanner.current == .closeBracket else { return nil }
      self = .json
    } else if scanner.skipBlanksAnd(.openBrace) {
      let start = scanner.position - 1
      scanner.skipBlanks()
      guard scanner.current == .quote || scanner.current == .closeBrace else { return nil }
      let lineEnd = content.firstLineEnd(in: start..<content.count)
      let isWhole = lineEnd == content.count
      self = isWhole || content.extracting(..<lineEnd).endsJSON(from: start) ? .ndjson : .json
    } else {
      return nil
    }
  }
}

extension Span<UInt8> {
  /// Whether the line that the text ends with is a record by itself, good or bad: an object on one
  /// line is the first of many; one that goes on behind its line is all there is.
  fileprivate func endsJSON(from start: Int) -> Bool {
    var line = JSONScanner(self, from: start)
    line.checksKeys = false
    do throws(JSONError) {
      _ = try line.value()
      return true
    } catch {
      return error.position < count
    }
  }
}
