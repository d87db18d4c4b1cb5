import FormBytes

/// Opens a file of records, or standard input for `-`.
///
/// Detects compression (gzip, zstd, xz, bzip2, zip) by the first bytes. Rejects files that are not
/// text, and names their format. The encoding is that of the byte order mark, else that of the
/// options, else UTF-8. The name determines the format (`.csv`, `.tsv`, `.tab`, `.ndjson`,
/// `.jsonl`, `.json`, optionally followed by `.gz`, `.zst`, `.xz` or `.bz2`; for a zip file, the
/// name of the entry), else the content does. If an error in the source truncates the last record,
/// the file is read up to that point.
///
/// - Throws: `ReaderError` if the file cannot be read or has no usable header. The message does not
///   name the file.
package func openReader(
  path: String, options: ReaderOptions = ReaderOptions()
) throws(ReaderError) -> any RecordReader & ~Copyable {
  try openReader(source: FileByteSource(path: path), name: path, options: options)
}

/// Opens a file and examines its first bytes.
///
/// - Throws: An error if the file cannot be read, or if its signature is that of a format without
///   records or one that must be converted first.
package func requireRecords(inFile path: String) throws(ReaderError) {
  let source = try PeekedByteSource(FileByteSource(path: path))
  let description: String? =
    switch CompressionFormat(of: source.start) {
    case nil: FileSignature.description(for: source.start)
    case .zip: try ZipArchive(source).documentDescription
    default: nil
    }
  if let description { throw ReaderError(.content, byteOffset: 0, "is \(description)") }
}

/// Opens a source like `openReader(path:options:)`.
///
/// `name` is a file name, used for its extension.
package func openReader(
  source: consuming any ByteSource & ~Copyable, name: String = "",
  options: ReaderOptions = ReaderOptions()
) throws(ReaderError) -> any RecordReader & ~Copyable {
  var source = try PeekedByteSource(source)
  try options.check()
  var notes = DetectedProperties()
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
  let packing = CompressionFormat(of: source.start)
  notes.isCompressed = packing != nil
  switch packing {
  case nil: break
  case .gzip: source = try PeekedByteSource(GzipByteSource(source))
  case .zstd: source = try PeekedByteSource(ZstdByteSource(source))
  case .xz: source = try PeekedByteSource(XzByteSource(source))
  case .bzip2: source = try PeekedByteSource(Bzip2ByteSource(source))
  case .zip: return try ZipArchive.openReader(source, options, notes)
  }
  if options.entry != nil {
    throw ReaderError(.notAnArchive, "the file is not a zip file, so it has no entries")
  }
  return try openTextReader(source, name, options, notes)
}

/// Opens a source that is not compressed.
///
/// - Parameter name: The name of the file, used for its extension.
func openTextReader(
  _ source: consuming PeekedByteSource, _ name: String, _ options: ReaderOptions,
  _ notes: DetectedProperties
) throws(ReaderError) -> any RecordReader & ~Copyable {
  var notes = notes
  if options.sheet != nil {
    throw ReaderError(
      .notAWorkbook, "the file is not a workbook (xlsx), so it has no sheets")
  }
  let mark = try source.byteOrderMark
  let isEncodingKnown = (mark ?? options.encoding) != nil
  if let description = FileSignature.description(for: source.start) {
    throw ReaderError(
      .content, byteOffset: 0, notes.isCompressed ? "contains \(description)" : "is \(description)")
  }
  if !isEncodingKnown,
    let error = FileSignature.error(forControlsIn: source.start, delimiter: options.delimiter)
  {
    throw error
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
    throw ReaderError(.content, "is not a workbook (xlsx)")
  case .json:
    return try JSONArrayReader(source: source, options: options, notes: notes)
  }
}

extension RecordFormat {
  /// Returns the format of a file with a name and initial content.
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

  /// Returns the JSON format of a file with initial content, or nil.
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
  /// Returns whether the last line of the text is a record by itself, valid or not.
  ///
  /// An object on one line is the first of many; an object that continues after its line is the
  /// only one.
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
