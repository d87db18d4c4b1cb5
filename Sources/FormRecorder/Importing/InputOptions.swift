import FormInput
import FormRules

/// A part of a file or table: records whose header stands elsewhere.
package struct InputPart: Sendable {
  /// The header of the whole.
  package var columns: [String]
  /// Which bytes of the file its records begin in; nil means all that is read.
  package var bytes: Range<Int>?
  /// Which record of the whole, and which physical line, its first one is.
  package var firstRecord = 1
  package var firstLine = 1

  /// A part of a whole with these columns.
  init(columns: [String]) { self.columns = columns }

  /// - Parameter header: the columns as a line of CSV.
  /// - Throws: when it is no such line.
  package init(header: String) throws(RecorderError) {
    do {
      let reader = try openReader(
        source: MemoryByteSource(Array(header.utf8)), name: "columns.csv",
        options: Self.headerOptions)
      columns = reader.header
    } catch {
      throw RecorderError(.usage, "--columns: \(RecorderError(error))")
    }
  }

  private static var headerOptions: ReaderOptions {
    var options = ReaderOptions()
    options.delimiter = UInt8(ascii: ",")
    options.encoding = .utf8
    return options
  }
}

/// How the records of a file are to be read: what the command line says goes before what the form
/// says, and what neither says is detected.
public struct InputOptions: Sendable {
  /// One ASCII character between cells, `\t` or `tab` for a tab.
  public var delimiter: String?
  /// The name of the encoding.
  public var encoding: String?
  /// The line of the header, from 1; 0 means that there is none.
  public var header: Int?
  /// `csv`, `tsv`, `ndjson`, `json` or `xlsx`.
  public var format: String?
  /// Which entry of a zip file.
  public var entry: String?
  /// Which sheet of a workbook: its name, or its number from 1.
  public var sheet: String?
  /// Columns with the fields that they fill.
  public var map: [(column: String, field: String)]
  /// The longest record, in bytes.
  public var maximumRecordBytes: Int?
  /// Which part of a file it is; nil means that it is a whole one.
  package var part: InputPart?

  /// All of it may be left out.
  public init(
    delimiter: String? = nil, encoding: String? = nil, header: Int? = nil, format: String? = nil,
    entry: String? = nil, sheet: String? = nil, map: [(column: String, field: String)] = [],
    maximumRecordBytes: Int? = nil
  ) {
    self.delimiter = delimiter
    self.encoding = encoding
    self.header = header
    self.format = format
    self.entry = entry
    self.sheet = sheet
    self.map = map
    self.maximumRecordBytes = maximumRecordBytes
  }

  /// The reader's options for a form.
  func readerOptions(_ form: Form) throws(RecorderError) -> ReaderOptions {
    var options = ReaderOptions()
    if let delimiter = delimiter ?? form.file.delimiter {
      options.delimiter = try Self.delimiter(delimiter)
    }
    // `utf-16` does not say the order of bytes; the byte order mark does, and is looked at anyway.
    if part != nil {
      if let encoding, TextEncoding(name: encoding) != .utf8 {
        throw RecorderError(.usage, "with --columns the text is UTF-8; leave --encoding out")
      }
    } else if let name = encoding ?? form.file.encoding, name.lowercased() != "utf-16" {
      guard let encoding = TextEncoding(name: name) else {
        let known = TextEncoding.allCases.map(\.rawValue) + ["utf-16"]
        throw RecorderError(
          .usage, DefinitionError.unknown("encoding", name, known: known, at: .none).message)
      }
      options.encoding = encoding
    }
    return try rest(options, form)
  }

  private func rest(
    _ options: ReaderOptions, _ form: Form
  ) throws(RecorderError) -> ReaderOptions {
    var options = options
    options.entry = entry
    options.sheet = sheet
    let map = map
    options.cellForms = { CellForm.forms(form, header: $0, map: map) }
    options.headerLine = header ?? form.file.header
    if let part {
      options.headerLine = nil
      options.columns = part.columns
      options.bytes = part.bytes
      options.firstLine = part.firstLine
    }
    if options.headerLine == 0 { options.fieldCount = form.fields.count }
    if let format {
      guard let known = RecordFormat(rawValue: format) else {
        throw RecorderError(
          .usage,
          DefinitionError.unknown(
            "format", format, known: RecordFormat.allCases.map(\.rawValue), at: .none
          ).message)
      }
      options.format = known
    }
    if let maximumRecordBytes { options.maximumRecordBytes = maximumRecordBytes }
    return options
  }

  /// The byte that a delimiter's name means: one ASCII character, or `tab`.
  package static func delimiter(_ text: String) throws(RecorderError) -> UInt8 {
    let bytes = Array((text == "\\t" || text == "tab" ? "\t" : text).utf8)
    guard bytes.count == 1, bytes[0] < 0x80,
      ![0, 0x0A, 0x0D, UInt8(ascii: "\"")].contains(bytes[0])
    else {
      throw RecorderError(
        .usage, "the delimiter must be one ASCII character, not a quote or line end")
    }
    return bytes[0]
  }
}
