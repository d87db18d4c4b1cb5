import FormBytes
package import FormInput
package import FormRules

/// The records of one input, read batch by batch, with the mapping of its columns to the fields of
/// a form.
package struct MappedInput: ~Copyable {
  /// The records that were read last.
  package private(set) var records: RecordBatch
  /// The number of records before `records`.
  package private(set) var recordsBefore: Int
  /// The mapping of columns to fields. It grows while a JSON file is read.
  package private(set) var mapping: ColumnMapping
  /// The reader's notes about the input so far.
  package private(set) var notes: DetectedProperties
  /// Whether the cells were stored before, in which case card numbers may be masked.
  let areStored: Bool
  private var reader: any RecordReader & ~Copyable

  /// Reads the header of an input.
  ///
  /// - Parameters:
  ///   - map: The columns that are mapped explicitly.
  ///   - recordsBefore: The number of records that precede the input in its file.
  package init(
    _ reader: consuming any RecordReader & ~Copyable, for form: Form,
    map: [(column: String, field: String)] = [], areStored: Bool = false,
    after recordsBefore: Int = 0
  ) throws(RecorderError) {
    // Columns that were stored before are kept.
    var mapping = try ColumnMapping(form: form, mapped: map, unknown: areStored ? .keep : nil)
    let (header, notes) = (reader.header, reader.notes)
    if notes.format.hasColumns {
      if header.isEmpty {
        try mapping.addByPosition(form.fields.map { $0.header ?? $0.name })
      } else if form.file.match == .position {
        try mapping.addByPosition(header)
      } else {
        try mapping.add(header)
      }
      try mapping.requireMappedColumns()
      try mapping.requireColumns()
      try mapping.requireKnownColumns(notes.format)
    }
    records = RecordBatch()
    self.recordsBefore = recordsBefore
    self.mapping = mapping
    self.notes = notes
    self.areStored = areStored
    self.reader = reader
  }

  /// Whether the input has columns rather than keys.
  package var hasColumns: Bool { notes.format.hasColumns }

  /// The notes for the user that are known once the input is open.
  package var openingNotes: [RecorderNote] {
    notes.openingNotes
      + (hasColumns ? mapping.notes(notes.format) : []).map { RecorderNote($0) }
  }

  /// The notes for the user at the end of the input. The columns of a file without a header are
  /// known only then.
  package var closingNotes: [RecorderNote] {
    ((hasColumns ? [] : mapping.notes(notes.format)) + notes.closingRemarks)
      .map { RecorderNote($0) }
  }

  /// Reads the next records, at most `limit`. Returns false at the end.
  mutating func read(atMost limit: Int = .max) throws(RecorderError) -> Bool {
    recordsBefore += records.records.count
    defer { notes = reader.notes }
    do {
      guard try reader.read(into: &records, maximumRecords: limit) else { return false }
    } catch {
      throw RecorderError(error)
    }
    let known = mapping.columns.count
    if reader.header.count > known {
      try mapping.add(keys: reader.header[known...])
      try mapping.requireKnownColumns(reader.notes.format)
    }
    return true
  }

  /// Reads at most one more record, without discarding the records that were read last.
  mutating func readRest() throws(ReaderError) -> RecordBatch {
    var rest = RecordBatch()
    _ = try reader.read(into: &rest, maximumRecords: 1)
    return rest
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
