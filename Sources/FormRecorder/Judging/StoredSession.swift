import FormBytes
import FormInput
import FormRules
import FormStore

/// Judges the stored submissions of one import batch by batch, in the order of their numbers.
final class StoredJudgingSession: ClaimJudge {
  /// The errors of the judgeable submissions. Record numbers in them count only these.
  private(set) var errors: [JudgedError] = []

  private let unevaluated: Set<Int>
  /// The import's columns, and the columns of the fields that rules read.
  private var importColumns: [PreparedBatch.Column]
  private var columns: [Int?]
  private var judge: Judge
  private var batch = JudgedBatch()

  /// - Parameters:
  ///   - columns: The import's columns.
  ///   - unevaluated: The positions of rules that are not evaluated.
  ///   - isCounting: Whether the submissions are only counted, with `count`.
  init(
    _ plan: Plan, _ conditions: RunState.Conditions, columns: [PreparedBatch.Column],
    without unevaluated: Set<Int> = [], isCounting: Bool = false
  ) throws(RecorderError) {
    do {
      judge = try Judge(plan, conditions, without: unevaluated, areStored: true)
      if isCounting { judge.prepareToCount() }
    } catch {
      throw RecorderError(error)
    }
    self.unevaluated = unevaluated
    importColumns = columns
    self.columns = judge.fills(columns)
  }

  /// Restarts the session for another import. Returns false if different rules are omitted for that
  /// import.
  func restart(
    _ conditions: RunState.Conditions, columns: [PreparedBatch.Column],
    without unevaluated: Set<Int>
  ) throws(RecorderError) -> Bool {
    guard unevaluated == self.unevaluated else { return false }
    do {
      try judge.restart(conditions)
    } catch {
      throw RecorderError(error)
    }
    guard columns != importColumns else { return true }
    importColumns = columns
    self.columns = judge.fills(columns)
    return true
  }

  /// Sets the clock and source of the records that are judged next.
  func set(_ clock: RunClock, source: String) { judge.run.set(clock, source: source) }

  /// Makes `unique` rules ignore earlier records of the same import, because single submissions are
  /// independent of each other.
  func ignoreEarlierRecords() { judge.run.ignoreEarlierRecords() }

  /// Judges a batch.
  func judge(_ parsed: ParsedBatch) throws(RecorderError) {
    collectCells(parsed)
    judge.judge(&batch, in: parsed.records.bytes.span)
    if let error = judge.run.spillError { throw RecorderError(.refused, error.message) }
    if judge.run.services?.wasStopped == true { throw .requestsStopped }
    batch.exchangeErrors(&errors)
  }

  /// Counts a batch, for rules that compare each record with all records.
  func count(_ parsed: ParsedBatch) throws(RecorderError) {
    collectCells(parsed)
    judge.count(&batch, in: parsed.records.bytes.span)
    if let error = judge.run.spillError { throw RecorderError(.refused, error.message) }
  }

  private func collectCells(_ parsed: ParsedBatch) {
    var cells: [Cell] = []
    swap(&cells, &batch.cells)
    var ignored: [Int32] = []
    parsed.records.collectCells(columns, into: &cells, &ignored)
    swap(&cells, &batch.cells)
  }

  /// Whether each judged record contains a masked number. Empty if none does.
  var masked: [Bool] { judge.masked }

  /// The number of skips of each rule by reason, indexed by rule position.
  var skips: [SkipCounts] { judge.skips }

  /// Calls a closure with the position and key of each judged record that has a key under a
  /// `unique` rule.
  func forEachKey(ofRule position: Int, _ parsed: ParsedBatch, _ body: (Int, Hash128) -> Void) {
    judge.forEachKey(
      ofRule: position, of: 0..<batch.count, batch, in: parsed.records.bytes.span, body)
  }

  /// Supplies the stored values for `exists` rules.
  func add(_ references: [StoredReferenceKeys]) {
    for reference in references { judge.run.add(reference.keys, of: reference.reference) }
  }

  /// Makes a `unique` rule reject a value that is already stored.
  func addStoredKey(_ key: Int64, rule position: Int) {
    judge.addStoredKey(key, rule: position)
  }

  /// Makes a `unique` rule reject the values whose keys are found by a search.
  func compare(rule position: Int, with keys: any StoredKeys) {
    judge.compare(rule: position, with: keys)
  }
}

extension Judge {
  /// The column of each field, if the field is read.
  fileprivate func fills(_ columns: [PreparedBatch.Column]) -> [Int?] {
    let readFields = readFields
    return plan.form.columnOfField(columns).enumerated().map {
      readFields[$0.offset] ? $0.element : nil
    }
  }
}
