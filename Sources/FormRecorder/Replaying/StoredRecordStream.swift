import FormCSV
import FormRules
import FormStore

/// Stored submissions of one import, judged portion by portion, in the order of their ids.
final class StoredRecordStream {
  /// What is wrong with those that can be judged; records count among these.
  private(set) var errors: [JudgedError] = []

  private let columns: [Int?]
  private var judge: Judge
  private var batch = JudgedBatch()

  /// - Parameters:
  ///   - columns: the import's columns.
  ///   - unasked: rules that are left out, by position.
  init(
    _ plan: Plan, _ conditions: RunState.Conditions, columns: [PreparedBatch.Column],
    without unasked: Set<Int> = []
  ) throws(RecorderError) {
    do {
      judge = try Judge(plan, conditions, without: unasked)
    } catch {
      throw RecorderError(error)
    }
    let isRead = judge.isRead
    self.columns = try Self.columns(of: plan.form, among: columns).enumerated().map {
      isRead[$0.offset] ? $0.element : nil
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

  /// Judges a portion.
  func judge(_ portion: StoredPortion) throws(RecorderError) {
    var cells: [Cell] = []
    swap(&cells, &batch.cells)
    var ignored: [Int32] = []
    portion.records.collectCells(columns, into: &cells, &ignored)
    swap(&cells, &batch.cells)
    judge.judge(&batch, in: portion.records.bytes.span)
    if let error = judge.run.spillError { throw RecorderError(.failed, error.message) }
    batch.exchangeErrors(&errors)
  }

  /// How often each rule was left out because something was unknown, by position.
  var skipped: [Int] { judge.skipped }

  /// Calls the body with the key of each judged record under a rule `unique`.
  func forEachKey(ofRule position: Int, _ portion: StoredPortion, _ body: (Hash128) -> Void) {
    for record in 0..<batch.count {
      let key = judge.uniqueKey(
        ofRule: position, record: record, batch, in: portion.records.bytes.span)
      if let key { body(key) }
    }
  }

  /// Supplies the stored values that rules `exists` compare with.
  func add(_ references: [StoredReferenceKeys]) {
    for one in references { judge.run.add(one.keys, of: one.reference) }
  }

  /// Makes a rule `unique: ever` refuse a value that was stored before.
  func addStoredKey(_ hash: Hash128, rule position: Int) {
    judge.addStoredKey(hash, rule: position)
  }
}
