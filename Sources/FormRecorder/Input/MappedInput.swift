import FormBytes
package import FormInput
package import FormRules
import FormStore

/// The records of one input, read batch by batch, with the mapping of its columns to the fields of
/// a form.
package struct MappedInput: ~Copyable {
  /// The records that were read last.
  package private(set) var records: RecordBatch
  /// The number of records before `records`.
  package private(set) var recordsBefore: Int
  /// The mapping of columns to fields. It grows while a JSON file is read.
  package private(set) var mapping: ColumnMapping
  /// The properties that the reader has detected so far.
  package private(set) var detected: DetectedProperties
  /// The notation of numbers, if it is not the notation of the fields.
  private var notation: DecimalNotation?
  private var reader: any RecordReader & ~Copyable
  /// The first member that is an array of objects, if no key is a field.
  private var memberWithList: String?

  /// Reads the header of an input.
  ///
  /// - Parameters:
  ///   - mapping: The mapping, without columns unless the records were stored before.
  ///   - decimalFormat: The notation of decimal numbers in a delimited file, if it is not the
  ///     notation of the fields.
  ///   - recordsBefore: The number of records that precede the input in its file.
  package init(
    _ reader: consuming any RecordReader & ~Copyable, _ mapping: ColumnMapping,
    decimalFormat: FieldType.DecimalFormat? = nil, after recordsBefore: Int = 0
  ) throws(RecorderError) {
    var mapping = mapping
    let detected = reader.detected
    var header = reader.header
    if mapping.exports == .store, detected.format.hasDefusedExports,
      AddedColumn.identifyExport(header)
    {
      header = header.map { SpreadsheetText.undefused($0) ?? $0 }
    }
    if detected.format.properties.hasColumns {
      try mapping.add(header: header)
      try mapping.requireNoRefusedExport()
      try mapping.requireMappedColumns()
      try mapping.requireColumns()
      try mapping.requireKnownColumns(detected.format)
    }
    notation = DecimalNotation(decimalFormat, mapping, of: detected.format)
    records = RecordBatch()
    self.recordsBefore = recordsBefore
    self.mapping = mapping
    self.detected = detected
    self.reader = reader
  }

  /// Whether the input has columns rather than keys.
  package var hasColumns: Bool { detected.format.properties.hasColumns }

  /// Whether it is known which columns the input has: a JSON file has those of its objects.
  package var knowsColumns: Bool { hasColumns || recordsBefore + records.records.count > 0 }

  /// The notes for the user that are known once the input is open.
  package var openingNotes: [RecorderNote] {
    detected.openingNotes
      + (hasColumns ? mapping.notes(detected.format) : []).map { RecorderNote($0) }
  }

  /// The notes for the user at the end of the input. The columns of a JSON file are known only
  /// then.
  package var closingNotes: [RecorderNote] {
    ((hasColumns ? [] : mapping.notes(detected.format)) + detected.closingRemarks
      + (notation?.notes ?? []))
      .map { RecorderNote($0) } + detected.dialectNotes
  }

  /// Reads the next records, at most `limit`. Returns false at the end.
  mutating func read(atMost limit: Int = .max) throws(RecorderError) -> Bool {
    recordsBefore += records.records.count
    defer { detected = reader.detected }
    do {
      guard try reader.read(into: &records, maximumRecords: limit) else {
        if isForeign { throw mapping.unknownKeys(list: memberWithList) }
        if !hasColumns { try mapping.requireMappedKeys() }
        return false
      }
    } catch {
      throw RecorderError(error)
    }
    let known = mapping.columns.count
    if reader.header.count > known {
      try mapping.add(keys: reader.header[known...])
      try mapping.requireNoRefusedExport()
      try mapping.requireKnownColumns(reader.detected.format)
    }
    if mapping.exports == .store, mapping.isExport {
      try records.requireNoMask()
      if reader.detected.format.hasDefusedExports { records.removeApostrophes() }
    }
    notation?.rewrite(&records)
    if isForeign {
      memberWithList = memberWithList ?? records.memberWithList.map { mapping.columns[$0].header }
      if recordsBefore + records.records.count >= BatchBoundaries.firstCommit {
        throw mapping.unknownKeys(list: memberWithList)
      }
    }
    return true
  }

  /// Whether the records read so far have keys, but none that is a field. A file with columns was
  /// refused before. Others are refused at their end, or after `firstCommit` records
  /// (`BatchBoundaries`).
  private var isForeign: Bool {
    !mapping.recordsAreStored && !mapping.hasField && !mapping.columns.isEmpty
  }

  /// Removes the records that were read last, to free the memory of long ones before the results
  /// need it.
  mutating func removeRecords() {
    recordsBefore += records.records.count
    records.removeAll()
  }

  /// Masks payment card numbers in fields, by their positions.
  mutating func maskCards(inFields fields: [Int]) {
    records.maskCards(columns: fields.compactMap { mapping.columnOfField[$0] })
  }
}

extension RecordBatch {
  /// - Throws: `RecorderError` if a cell is a mask, whose value the file does not contain.
  fileprivate func requireNoMask() throws(RecorderError) {
    let masks = [DisplayColumns.mask, DisplayColumns.plainMask].map { Array($0.utf8) }
    for record in records {
      for cell in cells(of: record)
      where cell.kind == .string && masks.contains(Array(bytes[cell.range])) {
        throw RecorderError(
          .refused,
          "line \(record.line): contains a masked value (\(DisplayColumns.mask)), which would become data",
          .exportUnmasked)
      }
    }
  }

  /// Removes the apostrophes before formulas.
  fileprivate mutating func removeApostrophes() {
    for index in cells.indices where isDefused(cells[index]) { cells[index].start += 1 }
  }

  private func isDefused(_ cell: Cell) -> Bool {
    let text = content(of: cell)
    return text.count > 1 && text[0] == UInt8(ascii: "'")
      && SpreadsheetText.isFormula(text.extracting(1...))
  }

  /// The column of the first cell that is an array of objects.
  fileprivate var memberWithList: Int? {
    for record in records {
      let cells = cells(of: record)
      let list = cells.firstIndex { bytes.isObjectList($0.kind, in: $0.range) }
      if let list { return list - cells.startIndex }
    }
    return nil
  }
}

extension RecordFormat {
  /// Whether exports in the format have apostrophes before formulas.
  fileprivate var hasDefusedExports: Bool { self == .csv || self == .tsv }
}
