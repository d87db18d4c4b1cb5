import FormBytes

/// Opens a file of records, or standard input for `-`.
///
/// What is compressed (gzip, zstd, xz, bzip2, zip) is recognised by its first bytes, and so is what is no
/// text, which is refused by name. The encoding is the one that a byte order mark tells, else that of the
/// options, else UTF-8. The format is told by the name (`.csv`, `.tsv`, `.tab`, `.ndjson`, `.jsonl`,
/// `.json`, before a `.gz`, `.zst`, `.xz` or `.bz2`; in a zip file that of the entry), else by the content.
/// A file whose last record is cut short by an error in the source is read up to there.
///
/// - Throws: `ReaderError` when the file cannot be read or has no usable header. Its message does
///   not name the file.
package func openReader(
  path: String, options: ReaderOptions = ReaderOptions()
) throws(ReaderError) -> any RecordReader & ~Copyable {
  try openReader(source: FileByteSource(path: path), name: path, options: options)
}

/// Opens a file and looks at its first bytes.
///
/// - Throws: when it cannot be read, or its signature is that of a format that holds no records or has to
///   be converted first.
package func requireRecords(inFile path: String) throws(ReaderError) {
  let source = try PeekedByteSource(FileByteSource(path: path))
  let words: String? =
    switch Packing(of: source.start) {
    case nil: FileSignature.words(for: source.start, isEncodingKnown: true)
    case .zip: try ZipArchive(source).documentWords
    default: nil
    }
  if let words { throw ReaderError(.content, byteOffset: 0, "is \(words)") }
}

/// The same as `openReader(path:options:)` for any source. `name` is a file name, for its extension.
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
    if options.format == .ndjson {
      return try JSONLinesReader(source: source, options: options, notes: notes)
    }
    notes.format = options.format == .tsv ? .tsv : .csv
    if notes.format == .tsv { options.delimiter = options.delimiter ?? UInt8(ascii: "\t") }
    return try DelimitedReader(source: source, options: options, notes: notes)
  }
  var name = name
  let packing = Packing(of: source.start)
  notes.isCompressed = packing != nil
  switch packing {
  case nil: break
  case .gzip: source = try PeekedByteSource(GzipByteSource(source))
  case .zstd: source = try PeekedByteSource(ZstdByteSource(source))
  case .xz: source = try PeekedByteSource(XzByteSource(source))
  case .bzip2: source = try PeekedByteSource(Bzip2ByteSource(source))
  case .zip:
    let archive = try ZipArchive(source)
    if archive.isWorkbook {
      guard options.entry == nil else {
        throw ReaderError(
          .options, "--entry is for zip files of records; this is a workbook: --sheet")
      }
      return try WorkbookReader.open(archive, options)
    }
    if let words = archive.documentWords {
      throw ReaderError(.content, byteOffset: 0, "is \(words)")
    }
    let entry = try archive.dataEntry(named: options.entry)
    name = entry.name
    source = try PeekedByteSource(archive.open(entry))
  }
  if options.sheet != nil {
    throw ReaderError(.options, "--sheet is for workbooks (xlsx); this is none")
  }
  if options.entry != nil, packing != .zip {
    throw ReaderError(.options, "--entry is for zip files; this is none")
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
    source = try PeekedByteSource(try TranscodingByteSource(source, from: notes.encoding))
  }

  var options = options
  notes.format =
    options.format ?? RecordFormat(name: name, content: source.start.span)
  switch notes.format {
  case .csv:
    return try DelimitedReader(source: source, options: options, notes: notes)
  case .tsv:
    options.delimiter = options.delimiter ?? UInt8(ascii: "\t")
    return try DelimitedReader(source: source, options: options, notes: notes)
  case .ndjson:
    return try JSONLinesReader(source: source, options: options, notes: notes)
  case .xlsx:
    throw ReaderError(.content, "is no workbook (xlsx)")
  case .json:
    return try JSONArrayReader(source: source, options: options, notes: notes)
  }
}

extension RecordFormat {
  /// The format of a file with that name that begins like this.
  init(name: String, content: Span<UInt8>) {
    var name = name.lowercased()[...]
    for suffix in [".gz", ".zst", ".xz", ".bz2"] where name.hasSuffix(suffix) {
      name = name.dropLast(suffix.count)
      break
    }
    let isJSONFile = name.hasSuffix(".json")
    if name.hasSuffix(".csv") {
      self = .csv
    } else if name.hasSuffix(".tsv") || name.hasSuffix(".tab") {
      self = .tsv
    } else if name.hasSuffix(".ndjson") || name.hasSuffix(".jsonl") {
      self = .ndjson
    } else {
      self = RecordFormat(content: content) ?? (isJSONFile ? .json : .csv)
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
