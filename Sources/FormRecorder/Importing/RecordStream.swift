package import FormCSV
package import FormRules

/// Records of one input, read and judged batch by batch.
///
/// It belongs to one thread at a time.
package final class RecordStream: ClaimJudge {
  /// The records read last.
  package private(set) var records = RecordBatch()
  /// What is wrong with them; its records are those of `judgedRecords`.
  package private(set) var errors: [JudgedError] = []
  /// For each judged record its place in `records`.
  package private(set) var judgedRecords: [Int32] = []
  /// How many records came before those read last.
  package private(set) var recordsBefore = 0
  /// Which columns fill which fields; grows while a JSON file is read.
  package private(set) var mapping: ColumnMapping

  private var reader: any RecordReader & ~Copyable
  private var judge: Judge
  private var batch = JudgedBatch()
  private let plan: Plan

  /// Opens an input; a header is read at once.
  package init(
    _ reader: consuming any RecordReader & ~Copyable, _ plan: Plan,
    _ conditions: RunState.Conditions, map: [(column: String, field: String)] = []
  ) throws(RecorderError) {
    self.plan = plan
    mapping = try ColumnMapping(form: plan.form, said: map)
    do {
      judge = try Judge(plan, conditions)
    } catch {
      throw RecorderError(error)
    }
    let header = reader.header
    let isDelimited = reader.notes.format.hasColumns
    self.reader = reader
    guard isDelimited else { return }
    if header.isEmpty {
      try mapping.addByPosition(plan.form.fields.map { $0.header ?? $0.name })
    } else if plan.form.file.match == .position {
      try mapping.addByPosition(header)
    } else {
      try mapping.add(header)
    }
    try mapping.requireSaidColumns()
    try mapping.requireColumns()
  }

  /// Whether the input has columns, rather than keys.
  package var isDelimited: Bool { notes.format.hasColumns }

  /// What was found out about the input so far.
  package var notes: ReaderNotes { reader.notes }

  /// What the user should know of the input when it has been opened.
  package var openingNotes: [String] {
    notes.openingRemarks + (isDelimited ? mapping.notes(notes.format) : [])
  }

  /// And when it has been read: columns of a file without a header are known only then.
  package var closingNotes: [String] {
    (isDelimited ? [] : mapping.notes(notes.format)) + notes.closingRemarks
  }

  /// Reads and judges the next records, at most so many; false at the end.
  package func next(atMost limit: Int = .max) throws(RecorderError) -> Bool {
    recordsBefore += records.records.count
    do {
      guard try reader.read(into: &records, maximumRecords: limit) else {
        errors.removeAll(keepingCapacity: true)
        judgedRecords.removeAll(keepingCapacity: true)
        return false
      }
    } catch {
      throw RecorderError(error)
    }
    let known = mapping.columns.count
    if reader.header.count > known { try mapping.add(reader.header[known...]) }
    collectCells()
    judge.judge(&batch, in: records.bytes.span)
    if let error = judge.run.spillError { throw RecorderError(.failed, error.message) }
    batch.exchangeErrors(&errors)
    return true
  }

  /// Lets go of the records that were read last, when nobody needs them any more: a long one's memory
  /// is wanted for what is made of it.
  func removeRecords() {
    recordsBefore += records.records.count
    records.removeAll()
  }

  /// Lays the cells of good records out in the form's order.
  private func collectCells() {
    // Each access to a property of a class is checked for exclusivity: not one a cell.
    var cells: [Cell] = []
    var judged: [Int32] = []
    swap(&cells, &batch.cells)
    swap(&judged, &judgedRecords)
    records.collectCells(mapping.columnOfField, into: &cells, &judged)
    swap(&cells, &batch.cells)
    swap(&judged, &judgedRecords)
  }

  /// How often each rule was skipped, and why, by position.
  package var skips: [SkipCounts] { judge.skips }

  /// Supplies the stored values that rules `exists` compare with.
  func add(_ references: [StoredReferenceKeys]) {
    for one in references { judge.run.add(one.keys, of: one.reference) }
  }

  /// Makes a rule `unique: ever` refuse a value that was stored before.
  func addStoredKey(_ hash: Hash128, rule position: Int) {
    judge.addStoredKey(hash, rule: position)
  }

  /// Makes rules `unique` compare with stored keys only, not with the records before.
  func comparesStoredOnly() { judge.run.leaveOutEarlierRecords() }

  /// Forgets these.
  func removeStoredKeys() { judge.removeStoredKeys() }

  /// The key of a judged record under a rule `unique`.
  func key(ofRule position: Int, record: Int) -> Hash128? {
    let bytes = records.bytes
    return judge.uniqueKey(ofRule: position, record: record, batch, in: bytes.span)
  }
}

extension RecordBatch {
  /// The cells of good records, in the order of a form's fields, and the places of these records.
  ///
  /// - Parameter columns: for each field its column, or nil.
  func collectCells(
    _ columns: [Int?], into collected: inout [Cell], _ judged: inout [Int32]
  ) {
    collected.removeAll(keepingCapacity: true)
    judged.removeAll(keepingCapacity: true)
    for index in records.indices where !records[index].isFaulty {
      let record = records[index]
      judged.append(Int32(truncatingIfNeeded: index))
      for column in columns {
        guard let column, column < Int(record.cellCount) else {
          collected.append(.missing)
          continue
        }
        let cell = cells[Int(record.firstCell) &+ column]
        collected.append(Cell(start: cell.start, end: cell.end, kind: Cell.Kind(cell.kind)))
      }
    }
  }
}

extension Cell.Kind {
  init(_ kind: CellRange.Kind) {
    switch kind {
    case .missing: self = .missing
    case .string: self = .string
    case .number: self = .number
    case .boolean: self = .boolean
    case .array: self = .array
    case .object: self = .object
    }
  }
}
