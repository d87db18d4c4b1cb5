extension ZipArchive {
  /// Opens the records of a byte source that is a zip file: those of a workbook, or of an entry.
  ///
  /// - Parameter name: The name of the file.
  static func openReader(
    _ source: consuming any ByteSource & ~Copyable, _ name: String, options: ReaderOptions,
    detected: DetectedProperties
  ) throws(ReaderError) -> any RecordReader & ~Copyable {
    let archive = try ZipArchive(source)
    if let description = try archive.documentDescription {
      throw ReaderError(.content, byteOffset: 0, "is \(description)")
    }
    if archive.isPackage {
      if let format = options.format, format != .xlsx {
        throw ReaderError(
          .content, byteOffset: 0,
          "is a workbook (xlsx), not a file in the format \(format.rawValue)")
      }
      return try WorkbookReader.open(archive, named: name, options)
    }
    let entry = try archive.dataEntry(named: options.entry)
    return try openTextReader(
      PeekedByteSource(archive.open(entry)), entry.name, options: options, detected: detected)
  }

  /// Whether the archive is a workbook or another document of Office (ECMA-376 part 2).
  var isPackage: Bool { entry("[Content_Types].xml") != nil }

  /// A description of the file if it is an unsupported office document, otherwise nil.
  var documentDescription: String? {
    get throws(ReaderError) {
      if isPackage {
        let path = try Workbook.mainPart(self)
        if path.hasSuffix(".bin") || entry("xl/workbook.bin") != nil {
          return "a binary Excel workbook (xlsb); convert it first: \(FileSignature.toWorkbook)"
        }
        if path.hasPrefix("word/") || path.hasPrefix("ppt/") || entry("word/document.xml") != nil
          || entry("ppt/presentation.xml") != nil
        {
          return "a document or presentation, not a workbook; save the table as xlsx or CSV first"
        }
        return nil
      }
      if entry("content.xml") != nil, let type = entry("mimetype") {
        var bytes: [UInt8] = []
        var source = try open(type)
        _ = try source.read(appendingTo: &bytes, atMost: 256)
        let words = String(decoding: bytes, as: UTF8.self)
        return words.contains("opendocument") && !words.contains("spreadsheet")
          ? "an OpenDocument document, not a spreadsheet; save the table as xlsx or CSV first"
          : "an OpenDocument file (ods); convert it first: \(FileSignature.toWorkbook)"
      }
      return nil
    }
  }

  /// The extensions of text files with records.
  private static let dataExtensions =
    ["txt"] + RecordFormat.allCases.map(\.properties).filter(\.isText).flatMap(\.fileExtensions)

  /// Returns the entry with records: the named one, the only one that is not empty, or the only one
  /// of these whose name has the extension of a file with records.
  ///
  /// - Throws: `ReaderError` of kind `entry`, with the names, if the entry is ambiguous or missing,
  ///   or of kind `content` if there are no entries.
  func dataEntry(named name: String?) throws(ReaderError) -> Entry {
    // The files that macOS adds to each archive are not data.
    let files = entries.filter {
      !$0.isFolder && !$0.name.hasPrefix("__MACOSX/") && !$0.name.hasSuffix(".DS_Store")
    }
    if let name {
      if let entry = files.first(where: { $0.name == name }) { return entry }
      let ends = files.filter { $0.name.hasSuffix("/\(name)") }
      if ends.count == 1 { return ends[0] }
      throw ReaderError(
        .entry, "the zip file has no entry with that name; it contains \(Self.names(files))")
    }
    let filled = files.filter { $0.size > 0 }
    let candidates = filled.isEmpty ? files : filled
    if candidates.count == 1 { return candidates[0] }
    let data = candidates.filter { file in
      Self.dataExtensions.contains { file.name.lowercased().hasSuffix(".\($0)") }
    }
    if data.count == 1 { return data[0] }
    guard !files.isEmpty else { throw ReaderError(.content, "the zip file is empty") }
    throw ReaderError(
      .entry, "the zip file contains \(Self.names(data.isEmpty ? candidates : data))")
  }

  private static func names(_ entries: [Entry]) -> String {
    let shown = entries.prefix(8).map(\.shownName).joined(separator: ", ")
    return entries.count > 8 ? "\(shown) and \(entries.count - 8) more" : shown
  }
}
