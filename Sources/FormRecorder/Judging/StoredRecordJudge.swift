import FormBytes
import FormInput
import FormRules
import FormStore

/// Judges the stored submissions of one import batch by batch, in the order of their numbers.
final class StoredRecordJudge: RecordJudge {
  private let unevaluated: Set<Int>
  /// The import's columns, and the columns of the fields that rules read.
  private var importColumns: [ImportColumn]
  private var columns: [Int?] = []

  /// - Parameters:
  ///   - columns: The import's columns.
  ///   - unevaluated: The positions of rules that are not evaluated.
  init(
    _ plan: Plan, _ configuration: RunState.Configuration, columns: [ImportColumn],
    without unevaluated: Set<Int> = [], for purpose: Purpose = .judging
  ) throws(RecorderError) {
    self.unevaluated = unevaluated
    importColumns = columns
    try super.init(plan, configuration, without: unevaluated, recordsAreStored: true, for: purpose)
    self.columns = judge.fills(columns)
  }

  /// Restarts the judge for another import. Returns false if different rules are omitted for that
  /// import.
  func restart(
    _ configuration: RunState.Configuration, columns: [ImportColumn],
    without unevaluated: Set<Int>
  ) throws(RecorderError) -> Bool {
    guard unevaluated == self.unevaluated else { return false }
    try mappingErrors { try judge.restart(configuration) }
    guard columns != importColumns else { return true }
    importColumns = columns
    self.columns = judge.fills(columns)
    return true
  }

  /// Sets the clock and source of the records that are judged next.
  func set(_ clock: RunClock, source: String) { judge.run.set(clock, source: source) }

  /// Judges a batch.
  func judge(_ parsed: ParsedBatch) throws(RecorderError) {
    collect(parsed.records, columns: columns)
    try judgeCells(in: parsed.records.bytes)
  }

  /// Counts a batch, for rules that compare each record with all records.
  func count(_ parsed: ParsedBatch) throws(RecorderError) {
    collect(parsed.records, columns: columns)
    try countCells(in: parsed.records.bytes)
  }

  /// Calls a closure with the position and key of each judged record that has a key under a
  /// `unique` rule.
  func forEachKey(ofRule position: Int, _ parsed: ParsedBatch, _ body: (Int, Hash128) -> Void) {
    judge.forEachKey(
      ofRule: position, of: 0..<judge.recordCount, in: parsed.records.bytes.span, body)
  }
}

extension Judge {
  /// The column of each field, if the field is read.
  fileprivate func fills(_ columns: [ImportColumn]) -> [Int?] {
    let readFields = readFields
    return plan.form.columnOfField(columns).enumerated().map {
      readFields[$0.offset] ? $0.element : nil
    }
  }
}
