import FormCSV
import FormRules
import FormStore

/// Stored submissions of one import, read and judged batch by batch, in the order of their ids.
final class StoredRecordStream {
  /// The submissions read last.
  private(set) var rows = StoredRows()
  /// What is wrong with those that can be judged; records count in `judgedRows`.
  private(set) var errors: [JudgedError] = []
  /// For each judged record its place in `rows`.
  private(set) var judgedRows: [Int32] = []

  private let store: Store
  private let faults: [Int64: (code: String, arguments: String?)]
  private let columns: [Int?]
  private var judge: Judge
  private var records = RecordBatch()
  private var batch = JudgedBatch()

  /// - Parameters:
  ///   - columns: the import's columns.
  ///   - faults: the submissions that the reader could not take apart.
  init(
    _ store: Store, _ plan: Plan, _ conditions: RunState.Conditions,
    columns: [PreparedBatch.Column], faults: [Int64: (code: String, arguments: String?)]
  ) throws(RecorderError) {
    self.store = store
    self.faults = faults
    self.columns = try Self.columns(of: plan.form, among: columns)
    do {
      judge = try Judge(plan, conditions)
    } catch {
      throw RecorderError(error)
    }
  }

  /// A column fills the field that it filled when it came in, if the form still has it, else the one
  /// that has its header as a name now.
  private static func columns(
    of form: Form, among columns: [PreparedBatch.Column]
  ) throws(RecorderError) -> [Int?] {
    var mapping = try ColumnMapping(form: form)
    let known = columns.map { column in
      column.field.flatMap { form.fieldIndex($0) == nil ? nil : $0 } ?? column.header
    }
    try mapping.add(known)
    return mapping.columnOfField
  }

  /// Reads and judges the next submissions of a range; false when there are none.
  func next(in ids: ClosedRange<Int64>, atMost limit: Int) throws(RecorderError) -> Bool {
    do {
      try store.readSubmissions(ids, limit: limit, into: &rows)
    } catch {
      throw RecorderError(error)
    }
    guard rows.count > 0 else { return false }
    try parse()
    var cells: [Cell] = []
    swap(&cells, &batch.cells)
    var ignored: [Int32] = []
    records.collectCells(columns, into: &cells, &ignored)
    swap(&cells, &batch.cells)
    judge.judge(&batch, in: records.bytes.span)
    batch.exchangeErrors(&errors)
    return true
  }

  private func parse() throws(RecorderError) {
    records.removeAll()
    judgedRows.removeAll(keepingCapacity: true)
    for row in 0..<rows.count where faults.isEmpty || faults[rows.ids[row]] == nil {
      do {
        try StoredCells.append(
          rows.text.span.extracting(rows.range(row)), line: Int(rows.lines[row]), to: &records)
      } catch {
        throw RecorderError(
          .failed, "the cells of submission \(rows.ids[row]) are damaged; run 'formrec verify'")
      }
      judgedRows.append(Int32(truncatingIfNeeded: row))
    }
  }

  /// What the reader said of a row when it came in, if it could not be taken apart.
  func fault(ofRow row: Int) -> (code: String, arguments: String?)? {
    faults.isEmpty ? nil : faults[rows.ids[row]]
  }

  /// How often each rule was left out because something was unknown, by position.
  var skipped: [Int] { judge.skipped }

  /// Makes a rule `unique: ever` refuse a value that was stored before.
  func addStoredKey(_ hash: Hash128, rule position: Int) {
    judge.addStoredKey(hash, rule: position)
  }
}
