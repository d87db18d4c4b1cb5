import FormBytes

/// Reads a sheet of a workbook as if it had been saved as CSV.
///
/// The line of a record is its row number, as programs show it. Rows without values are not
/// records. A row that is shorter than the header has empty cells, and a row with a value beyond
/// the header has a fault. Texts are unchanged, numbers are written in full, dates in ISO 8601 or
/// as specified by `ReaderOptions.cellFormats`, and formulas by their saved values. Error values,
/// booleans that are neither true nor false, and formulas without a saved value, are faults
/// (`CellFormat.requiresValues`).
/// The first of merged cells has the value. Hidden rows and columns are read.
struct WorkbookReader: RecordReader, ~Copyable {
  private(set) var header: [String] = []
  private var initiallyDetected = DetectedProperties()
  private let options: ReaderOptions
  private let workbook: Workbook
  private let rows: SheetRows
  private var part: XMLPart
  private var next = 0
  private var isAtEnd = false
  private var expected: Int?
  private var blankRows = 0
  private var formats: [CellFormat] = []
  /// The number of bytes of shared strings in all cells so far.
  private var sharedBytes = 0
  /// Shared strings of more bytes count as an attack, like compressed data that expands as much.
  private let maximumSharedBytes: Int

  var detected: DetectedProperties {
    var detected = initiallyDetected
    detected.blankLines = blankRows
    detected.hasMergedCells = rows.hasMergedCells
    return detected
  }

  /// Reads up to the first record.
  static func open(
    _ archive: ZipArchive, named name: String, _ options: ReaderOptions
  ) throws(ReaderError) -> WorkbookReader {
    try options.check()
    guard options.entry == nil else {
      throw ReaderError(
        .entryOfWorkbook, "the file is a workbook, which has sheets but no entries")
    }
    let workbook = try Workbook(archive, maximumBytes: options.maximumRecordBytes)
    let sheet = try workbook.sheet(options.sheet)
    guard let entry = archive.entry(sheet.path) else {
      throw XMLParser.damaged("it has no '\(sheet.path)'")
    }
    let rows = SheetRows(maximumBytes: options.maximumRecordBytes)
    var reader = WorkbookReader(
      workbook, rows, part: try XMLPart(archive.open(entry), rows), options: options)
    if RecordFormat.allCases.contains(where: { $0.properties.isText && $0.isFormat(ofFile: name) })
    {
      reader.initiallyDetected.closingRemarks.append(
        "the name of the file ends like that of a text file, but its content is a workbook (xlsx), "
          + "which was read as such")
    }
    let visible = reader.workbook.sheets.count { !$0.isHidden }
    if options.sheet == nil, visible > 1 {
      reader.initiallyDetected.firstSheet = .init(name: sheet.name, sheets: visible)
    }
    if options.headerLine == 0 {
      reader.expected = options.fieldCount
      reader.formats = options.cellFormats?([]) ?? []
    } else {
      try reader.readHeader()
    }
    return reader
  }

  private init(
    _ workbook: consuming Workbook, _ rows: SheetRows, part: consuming XMLPart,
    options: ReaderOptions
  ) {
    let size = workbook.archive.size
    maximumSharedBytes = options.maximumSharedBytes ?? max(options.sharedBytes, 1_000 * size)
    self.workbook = workbook
    self.rows = rows
    self.part = part
    self.options = options
    initiallyDetected.format = .xlsx
    initiallyDetected.isCompressed = true
  }

  private mutating func readHeader() throws(ReaderError) {
    var batch = RecordBatch()
    while try nextRow() {
      let row = rows.rows[next]
      if let line = options.headerLine, row.number < line {
        next += 1
        continue
      }
      if let line = options.headerLine, row.number > line { break }
      try append(row, to: &batch)
      next += 1
      if let record = batch.records.first {
        if let fault = batch.fault(of: record) {
          let what =
            switch fault.code {
            case .cellError: "cell \(fault.column) is an error value"
            case .noValue: "cell \(fault.column) is a formula without a saved value"
            default: "too long"
            }
          throw ReaderError(.header, line: row.number, "row \(row.number): bad header: \(what)")
        }
        header = batch.cells(of: record).map(batch.text)
        break
      }
      if options.headerLine != nil { break }
    }
    blankRows = 0
    guard !header.isEmpty else {
      throw ReaderError(
        .missingHeaderRow, line: options.headerLine ?? 1,
        "no header: \(options.headerLine.map { "row \($0) is blank" } ?? "the sheet has no values")"
      )
    }
    guard header.count <= options.maximumColumns else {
      throw ReaderError(.header, "the header has more than \(options.maximumColumns) columns")
    }
    let row = rows.rows[next - 1].number
    header = try options.columnNames(header, in: "row \(row)", line: row)
    expected = header.count
    formats = options.cellFormats?(header) ?? []
  }

  mutating func read(
    into batch: inout RecordBatch, maximumRecords: Int
  ) throws(ReaderError) -> Bool {
    batch.removeAll()
    while batch.records.count < max(1, maximumRecords), batch.bytes.count < options.bufferBytes {
      do throws(ReaderError) {
        guard try nextRow() else { break }
      } catch {
        // Returns the preceding records. The next call fails again.
        if batch.isEmpty { throw error }
        return true
      }
      try append(rows.rows[next], to: &batch)
      next += 1
    }
    return !batch.isEmpty
  }

  /// Returns whether there is another row, and parses further input if necessary.
  private mutating func nextRow() throws(ReaderError) -> Bool {
    while next >= rows.rows.count {
      if let error = rows.error { throw error }
      if isAtEnd { return false }
      rows.removeRows()
      next = 0
      isAtEnd = try !part.step()
    }
    return true
  }

  /// Appends a row as a record, unless it is blank.
  private mutating func append(
    _ row: SheetRows.Row, to batch: inout RecordBatch
  ) throws(ReaderError) {
    var builder = SheetRecord(row.number)
    var isTooLong = row.isTooLong
    let cells = rows.orderedCells(of: row)
    for cell in cells where !isTooLong {
      let start = builder.text.count
      try append(cell, to: &builder)
      builder.close(column: cell.column, from: start, isFormula: cell.isFormula)
      isTooLong = builder.text.count > options.maximumRecordBytes
    }
    if isTooLong {
      builder.appendTooLong(to: &batch)
    } else if builder.isBlank {
      blankRows += 1
    } else {
      if expected == nil { expected = builder.width }
      let isHeader = header.isEmpty && options.headerLine != 0
      builder.append(expected: isHeader ? nil : expected, to: &batch)
    }
  }

  private mutating func append(
    _ cell: SheetRows.SheetCell, to record: inout SheetRecord
  ) throws(ReaderError) {
    let format = cell.column < formats.count ? formats[cell.column] : CellFormat()
    let raw = rows.bytes[cell.start..<cell.end]
    switch cell.kind {
    case .number:
      record.text += format.text(
        number: Array(raw), workbook.styles[cell.style], is1904: workbook.is1904)
    case .boolean:
      switch String(decoding: raw, as: UTF8.self).lowercased() {
      case "1", "true": record.text += format.yes.utf8
      case "0", "false": record.text += format.no.utf8
      default:
        record.text += raw
        // Programs for spreadsheets write no other booleans, so this has no code of its own.
        if format.requiresValues { record.add(.cellError, column: cell.column) }
      }
    case .error:
      record.text += raw
      if format.requiresValues { record.add(.cellError, column: cell.column) }
    case .uncomputed:
      if format.requiresValues { record.add(.noValue, column: cell.column) }
    case .date:
      record.text += Array(
        format.text(iso: String(decoding: raw, as: UTF8.self), workbook.styles[cell.style]).utf8)
    case .text: record.text.append(unescaping: raw)
    case .shared:
      var shared: [UInt8] = []
      guard let index = Int(String(decoding: raw, as: UTF8.self)),
        try workbook.strings.append(index, to: &shared)
      else { throw XMLParser.damaged("a cell refers to a shared string that does not exist") }
      sharedBytes += shared.count
      guard sharedBytes <= maximumSharedBytes else {
        throw ReaderError(
          .compression,
          "the texts that cells of the workbook share expand to more than "
            + "\(maximumSharedBytes >> 20) MiB; save the sheet as CSV UTF-8")
      }
      record.text.append(unescaping: shared[...])
    }
  }
}
