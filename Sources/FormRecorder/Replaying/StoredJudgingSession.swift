import FormBytes
import FormInput
import FormRules
import FormStore

/// Stored submissions of one import, judged portion by portion, in the order of their ids.
final class StoredJudgingSession: ClaimJudge {
  /// What is wrong with those that can be judged; records count among these.
  private(set) var errors: [JudgedError] = []

  private let unasked: Set<Int>
  /// The import's columns, and which of them fill the fields that are read.
  private var importColumns: [PreparedBatch.Column]
  private var columns: [Int?]
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
      judge = try Judge(plan, conditions, without: unasked, areStored: true)
    } catch {
      throw RecorderError(error)
    }
    self.unasked = unasked
    importColumns = columns
    self.columns = judge.fills(columns)
  }

  /// Begins with another import, if the same rules are left out there.
  func restart(
    _ conditions: RunState.Conditions, columns: [PreparedBatch.Column], without unasked: Set<Int>
  ) throws(RecorderError) -> Bool {
    guard unasked == self.unasked else { return false }
    do {
      try judge.restart(conditions, without: unasked)
    } catch {
      throw RecorderError(error)
    }
    guard columns != importColumns else { return true }
    importColumns = columns
    self.columns = judge.fills(columns)
    return true
  }

  /// Sets the clock and source of the records that are judged next.
  func receive(now: Instant, source: String) { judge.run.receive(now: now, source: source) }

  /// Makes rules `unique` leave out what came before in the same import: single submissions have
  /// nothing to do with one another.
  func leaveOutEarlierRecords() { judge.run.leaveOutEarlierRecords() }

  /// Judges a portion.
  func judge(_ portion: StoredPortion) throws(RecorderError) {
    var cells: [Cell] = []
    swap(&cells, &batch.cells)
    var ignored: [Int32] = []
    portion.records.collectCells(columns, into: &cells, &ignored)
    swap(&cells, &batch.cells)
    judge.judge(&batch, in: portion.records.bytes.span)
    if let error = judge.run.spillError { throw RecorderError(.failed, error.message) }
    if judge.run.remote?.wasStopped == true { throw .stoppedAsking }
    batch.exchangeErrors(&errors)
  }

  /// Of each judged record whether it has a masked number; empty when none has.
  var masked: [Bool] { judge.masked }

  /// How often each rule was skipped, and why, by position.
  var skips: [SkipCounts] { judge.skips }

  /// Calls the body with the place among the judged records, and the key, of each that has one
  /// under a rule `unique`.
  func forEachKey(ofRule position: Int, _ portion: StoredPortion, _ body: (Int, Hash128) -> Void) {
    judge.forEachUniqueKey(
      ofRule: position, of: 0..<batch.count, batch, in: portion.records.bytes.span, body)
  }

  /// Supplies the stored values that rules `exists` compare with.
  func add(_ references: [StoredReferenceKeys]) {
    for one in references { judge.run.add(one.keys, of: one.reference) }
  }

  /// Makes a rule `unique` refuse a value that was stored before.
  func addStoredKey(_ key: Int64, rule position: Int) {
    judge.addStoredKey(key, rule: position)
  }

  /// Forgets these.
  func removeStoredKeys() { judge.removeStoredKeys() }

  /// Makes a rule `unique: ever` refuse the values whose keys are in a set, also those that come in
  /// later.
  func compare(rule position: Int, with keys: HashSet128) {
    judge.compare(rule: position, with: keys)
  }
}

extension Judge {
  /// Of each field the column that fills it, if it is read.
  fileprivate func fills(_ columns: [PreparedBatch.Column]) -> [Int?] {
    let isRead = isRead
    return plan.form.columnOfField(columns).enumerated().map {
      isRead[$0.offset] ? $0.element : nil
    }
  }
}
