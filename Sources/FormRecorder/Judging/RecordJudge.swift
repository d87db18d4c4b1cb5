import FormBytes
import FormInput
package import FormRules
import FormStore

/// Judges records batch by batch with a `Judge`: those of an input (`InputJudge`), or stored ones
/// (`StoredRecordJudge`).
///
/// Must be used by only one thread at a time.
package class RecordJudge {
  /// The errors of the records that were judged last. Record numbers in them are positions in
  /// `judgedRecords`.
  package private(set) var errors: [JudgedError] = []
  /// The position in its batch of each judged record. Malformed records are not judged.
  package private(set) var judgedRecords: [Int32] = []

  let plan: Plan
  var judge: Judge
  /// The cells of the records that were collected last.
  private var cells: [Cell] = []
  private var laterSkips: [Int: SkipCounts] = [:]

  /// What a judge does with the records.
  package enum Purpose {
    /// Judges them.
    case judging
    /// Counts them, for rules that compare each record with all records.
    case counting
    /// Reads the keys of the form.
    case readingKeys
  }

  /// - Parameter unevaluated: The positions of rules that are not evaluated. Nil for a new run.
  init(
    _ plan: Plan, _ configuration: RunState.Configuration, without unevaluated: Set<Int>? = nil,
    recordsAreStored: Bool, for purpose: Purpose
  ) throws(RecorderError) {
    self.plan = plan
    do {
      judge = try Judge(
        plan, configuration, without: unevaluated, recordsAreStored: recordsAreStored)
    } catch {
      throw RecorderError(error)
    }
    switch purpose {
    case .judging: break
    case .counting: judge.prepareToCount()
    case .readingKeys: judge.prepareToReadKeys()
    }
  }

  /// The answers of services, or nil if none are requested.
  var services: ServiceAnswers? { judge.run.services }

  /// Collects the cells of records, which are judged or counted next.
  ///
  /// - Parameter columns: The column of each field, or nil.
  func collect(_ records: RecordBatch, columns: [Int?]) {
    // Each access to a class property checks exclusivity, so the call works on local copies.
    var cells: [Cell] = []
    var judged: [Int32] = []
    swap(&cells, &self.cells)
    swap(&judged, &judgedRecords)
    records.collectCells(columns, into: &cells, &judged)
    swap(&cells, &self.cells)
    swap(&judged, &judgedRecords)
  }

  /// Judges the collected records.
  ///
  /// - Parameters:
  ///   - bytes: The bytes of their batch.
  ///   - repeated: The records that are known in advance to be repeated.
  func judgeCells(
    in bytes: [UInt8], repeated: [(record: Int, rules: [Int])] = []
  ) throws(RecorderError) {
    judge.judge(cells.span, in: bytes.span, repeated: repeated, into: &errors)
    try requireSpillFile()
    if services?.wasStopped == true { throw .requestsStopped }
  }

  /// Counts the collected records.
  func countCells(in bytes: [UInt8]) throws(RecorderError) {
    judge.count(cells.span, in: bytes.span)
    try requireSpillFile()
  }

  /// - Throws: `RecorderError` if values could not be written to a temporary file.
  private func requireSpillFile() throws(RecorderError) {
    if let error = judge.run.spillError { throw RecorderError(.refused, error.message) }
  }

  /// Removes the results of the judged records, but not their cells.
  func removeResults() {
    errors.removeAll(keepingCapacity: true)
    judgedRecords.removeAll(keepingCapacity: true)
  }

  /// Whether each judged record contains a masked number. Empty if none does.
  var masked: [Bool] { judge.masked }

  /// The positions of the rules that cannot be evaluated for these records.
  var cardRules: Set<Int> { judge.cardRules }

  /// The positions of the fields that may contain masked numbers.
  var maskedFields: Set<Int> { judge.maskedFields }

  /// The number of skips of each rule by reason, indexed by rule position.
  package var skips: [SkipCounts] {
    judge.skips.enumerated().map { laterSkips[$0.offset] ?? $0.element }
  }

  /// Replaces the skips of rules that were evaluated again for all records.
  func replaceSkips(_ skips: [Int: SkipCounts]) { laterSkips.merge(skips) { $1 } }
}
