import FormBytes
import FormInput
public import FormRules

/// A part of a file or table whose header is stored elsewhere.
package struct InputPart: Sendable {
  /// The columns of the whole input.
  package var columns: [String]
  /// The byte range in which the part's records begin, or nil for the whole input.
  package var bytes: Range<Int>?
  /// The numbers of the part's first record and first physical line in the whole input.
  package var firstRecord = 1
  package var firstLine = 1
  /// The names of the formats whose files have parts.
  package static let formats = RecordFormat.allCases.filter(\.properties.canBeSplit).map(\.rawValue)

  /// Creates a part of an input with these columns.
  init(columns: [String]) { self.columns = columns }

  /// - Parameter header: The columns as a line of CSV.
  /// - Throws: `RecorderError` if the text is not a line of CSV.
  package init(header: String) throws(RecorderError) {
    do {
      let reader = try openReader(
        source: MemoryByteSource(Array(header.utf8)), name: "columns.csv",
        options: Self.headerOptions)
      columns = reader.header
    } catch {
      let error = RecorderError(error)
      throw RecorderError(.usage, "the columns of the part: \(error)", error.remedies)
    }
  }

  private static var headerOptions: ReaderOptions {
    var options = ReaderOptions()
    options.delimiter = UInt8(ascii: ",")
    options.encoding = .utf8
    return options
  }
}

/// Options for reading the records of a file.
///
/// Options that are set take precedence over the form's settings. Options that neither specifies
/// are detected.
public struct InputOptions: Sendable {
  /// The delimiter between cells: one ASCII character, or `\t` or `tab` for a tab.
  public var delimiter: String?
  /// The name of the encoding, such as `utf-8`, `utf-16` or `windows-1252`.
  public var encoding: String?
  /// How delimited files differ from RFC 4180, instead of what the form specifies.
  public var dialect: FileDialect?
  /// The line number of the header, from 1. 0 means that there is no header.
  public var header: Int?
  /// The name of the format: `csv`, `tsv`, `ndjson`, `json` or `xlsx`.
  public var format: String?
  /// The name of the entry in a zip file.
  public var entry: String?
  /// The name of the sheet in a workbook, or its number from 1.
  public var sheet: String?
  /// Column names with the fields that they map to.
  public var map: [(column: String, field: String)] = []
  /// The fields of columns as the source defines them, by header. `map` takes precedence, and an
  /// input need not have the columns.
  package var sourceMap: [String: String] = [:]
  /// The notation of decimal numbers in a delimited file, or nil for the notation of the fields.
  package var decimalFormat: FieldType.DecimalFormat?
  /// The maximum length of a record in bytes, 1 byte to 256 MiB.
  public var maximumRecordBytes: Int?
  /// The bounds of `maximumRecordBytes`.
  package static let recordBytes = 1...ReaderOptions.longestRecord
  /// The maximum size of the shared texts to which the cells of a workbook refer, in bytes. If it
  /// is nil, only texts that are much larger than the file are refused.
  package var maximumSharedBytes: Int?
  /// The part of the file to read, or nil for all of it.
  package var part: InputPart?

  /// Creates options without any value.
  public init() {}

  /// The reader's options for a form.
  func readerOptions(_ form: Form) throws(RecorderError) -> ReaderOptions {
    var options = ReaderOptions()
    if let delimiter = delimiter ?? form.file.delimiter {
      options.delimiter = try UInt8(requiredDelimiter: delimiter)
    }
    let dialect = dialect(for: form)
    options.dialect = DelimitedDialect(dialect)
    options.footer = part == nil ? dialect.footer : 0
    options.encoding = try textEncoding(form)
    options.format = try recordFormat()
    options.headerLine = header ?? form.file.header
    options.numbersRepeatedNames = form.file.match == .position
    if let part {
      options.headerLine = nil
      options.declaredColumns = part.columns
      options.bytes = part.bytes
      options.firstLine = part.firstLine
    }
    if options.headerLine == 0 { options.fieldCount = form.fields.count }
    options.entry = entry
    options.sheet = sheet
    options.fieldOfKey = try ColumnMapping(form: form, mapped: mappedColumns).field(ofKey:)
    let map = mappedColumns
    options.cellFormats = { CellFormat.formats(form, header: $0, map: map) }
    try require(maximumRecordBytes, in: Self.recordBytes, "maximumRecordBytes")
    options.maximumSharedBytes = maximumSharedBytes
    if let maximumRecordBytes { options.maximumRecordBytes = maximumRecordBytes }
    return options
  }

  /// The dialect of delimited files of a form.
  func dialect(for form: Form) -> FileDialect { dialect ?? form.file.dialect }

  private func textEncoding(_ form: Form) throws(RecorderError) -> TextEncoding? {
    if part != nil {
      if let encoding, TextEncoding(name: encoding) != .utf8 {
        throw RecorderError(.usage, "the text of a part must be UTF-8", .omitEncoding)
      }
      return nil
    }
    // `utf-16` does not specify the byte order. The byte order mark does, and is always read.
    guard let name = encoding ?? form.file.encoding, name.lowercased() != "utf-16" else {
      return nil
    }
    guard let encoding = TextEncoding(name: name) else { throw .unknownEncoding(name) }
    return encoding
  }

  private func recordFormat() throws(RecorderError) -> RecordFormat? {
    guard let format else { return nil }
    guard let known = RecordFormat(rawValue: format) else {
      throw RecorderError(.usage, .unknown("format", format, known: Self.formats))
    }
    return known
  }

  /// The names of formats.
  package static let formats = RecordFormat.allCases.map(\.rawValue)
  /// The names of encodings.
  package static let encodings: [String] = {
    var names = TextEncoding.allCases.map(\.rawValue)
    names.insert("utf-16", at: 1)
    return names
  }()
}

extension DelimitedDialect {
  init(_ dialect: FileDialect) {
    self.init()
    quote = dialect.quote.utf8.first
    escape = dialect.escape?.utf8.first
    comment = Array((dialect.comment ?? "").utf8)
    skipInitialSpace = dialect.skipInitialSpace
    trailingDelimiter = dialect.trailingDelimiter
    skipBlankRows = dialect.skipBlankRows
  }
}
