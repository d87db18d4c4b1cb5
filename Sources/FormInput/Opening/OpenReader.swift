import FormBytes

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

/// Whether the content of a file has at most a number of bytes: what a compressed file, or all
/// entries of a zip file, expand to. The content of a damaged file ends with the damage.
///
/// - Throws: `ReaderError` if the file cannot be opened, or not even its beginning can be unpacked.
package func hasContent(atMost maximum: Int, inFile path: String) throws(ReaderError) -> Bool {
  var source = try PeekedByteSource(FileByteSource(path: path))
  let packing = CompressionFormat(of: source.start)
  var rest = maximum
  if packing == .zip {
    // No entry is read beyond its size.
    for entry in try ZipArchive(source).entries {
      guard entry.size <= rest else { return false }
      rest -= entry.size
    }
    return true
  }
  source = try unpacked(source, packing)
  var (bytes, isAtEnd) = ([UInt8](), false)
  while !isAtEnd, rest >= 0 {
    bytes.removeAll(keepingCapacity: true)
    do throws(ReaderError) {
      isAtEnd = try source.read(appendingTo: &bytes, atMost: 1 << 18) == 0
    } catch {
      isAtEnd = true
    }
    rest -= bytes.count
  }
  return rest >= 0
}

/// The content of a source in a compression other than zip.
private func unpacked(
  _ source: consuming PeekedByteSource, _ packing: CompressionFormat?
) throws(ReaderError) -> PeekedByteSource {
  switch packing {
  case nil, .zip: return source
  case .gzip: return try PeekedByteSource(GzipByteSource(source))
  case .zstd: return try PeekedByteSource(ZstdByteSource(source))
  case .xz: return try PeekedByteSource(XzByteSource(source))
  case .lzma: return try PeekedByteSource(LZMAByteSource(source))
  case .bzip2: return try PeekedByteSource(Bzip2ByteSource(source))
  }
}

/// Opens the records of a byte source.
///
/// Detects compression (gzip, zstd, xz, LZMA alone, bzip2, zip) by the first bytes. Rejects files
/// that are not text, and names their format. The byte order mark determines the encoding; without
/// one, the options do; the default is UTF-8. The options determine the format; if they do not, the
/// file extension does (in a zip file, the extension of the entry), or else the content; see
/// `RecordFormat`. If an error in the byte source truncates the last record, the file is read up to
/// that point.
///
/// - Parameter name: A file name, used for its extension.
/// - Throws: `ReaderError` if the byte source cannot be read or has no usable header.
package func openReader(
  source: consuming any ByteSource & ~Copyable, name: String = "",
  options: ReaderOptions = ReaderOptions()
) throws(ReaderError) -> any RecordReader & ~Copyable {
  let reader = try openWhole(source, name, options: options)
  let hasFooter = options.footer > 0 && reader.detected.format.properties.hasColumns
  guard hasFooter else { return reader }
  return FooterReader(reader, footer: options.footer)
}

/// Opens a byte source without excluding its footer.
private func openWhole(
  _ source: consuming any ByteSource & ~Copyable, _ name: String, options: ReaderOptions
) throws(ReaderError) -> any RecordReader & ~Copyable {
  var source = try PeekedByteSource(source)
  var detected = DetectedProperties()
  if options.declaredColumns != nil {
    let format = options.format ?? .csv
    guard format.properties.canBeSplit else {
      throw ReaderError(.options, "a file in the format \(format.rawValue) cannot be read in parts")
    }
    var options = options
    options.encoding = .utf8
    return try openText(source, format, options: options, detected: detected)
  }
  let packing = CompressionFormat(of: source.start)
  detected.isCompressed = packing != nil
  if packing != .zip, name.lowercased().hasSuffix(".xlsx") || name.lowercased().hasSuffix(".xls") {
    detected.closingRemarks.append(
      "the name of the file ends like that of a workbook, but its content is text, which was read "
        + "as such")
  }
  if packing == .zip {
    return try ZipArchive.openReader(source, name, options: options, detected: detected)
  }
  source = try unpacked(source, packing)
  if options.entry != nil {
    throw ReaderError(.notAnArchive, "the file is not a zip file, so it has no entries")
  }
  return try openTextReader(source, name, options: options, detected: detected)
}

/// Opens a byte source that is not compressed.
///
/// - Parameter name: The name of the file, used for its extension.
func openTextReader(
  _ source: consuming PeekedByteSource, _ name: String, options: ReaderOptions,
  detected: DetectedProperties
) throws(ReaderError) -> any RecordReader & ~Copyable {
  var detected = detected
  if options.sheet != nil {
    throw ReaderError(
      .notAWorkbook, "the file is not a workbook (xlsx), so it has no sheets")
  }
  let mark = try source.byteOrderMark
  let isEncodingKnown = (mark ?? options.encoding) != nil
  if let description = FileSignature.description(for: source.start) {
    throw ReaderError(
      .content, byteOffset: 0,
      detected.isCompressed ? "contains \(description)" : "is \(description)")
  }
  if !isEncodingKnown,
    let error = FileSignature.error(forControlsIn: source.start, delimiter: options.delimiter)
  {
    throw error
  }
  detected.encoding = mark ?? options.encoding ?? .utf8
  if detected.encoding != .utf8 {
    source = try PeekedByteSource(TranscodingByteSource(source, from: detected.encoding))
  }

  let format = options.format ?? RecordFormat(name: name, content: source.start.span)
  var options = options
  options.encoding = mark ?? options.encoding
  return try openText(source, format, options: options, detected: detected)
}

/// Opens UTF-8 text in a known format.
private func openText(
  _ source: consuming PeekedByteSource, _ format: RecordFormat, options: ReaderOptions,
  detected: DetectedProperties
) throws(ReaderError) -> any RecordReader & ~Copyable {
  var (options, detected) = (options, detected)
  detected.format = format
  switch format {
  case .csv:
    return try DelimitedReader(source: source, options: options, detected: detected)
  case .tsv:
    if options.delimiterHint == nil { options.delimiter = options.delimiter ?? UInt8(ascii: "\t") }
    return try DelimitedReader(source: source, options: options, detected: detected)
  case .ndjson:
    return try NDJSONReader(source: source, options: options, detected: detected)
  case .json:
    return try JSONArrayReader(source: source, options: options, detected: detected)
  case .xlsx:
    throw ReaderError(.content, "is not a workbook (xlsx)")
  }
}
