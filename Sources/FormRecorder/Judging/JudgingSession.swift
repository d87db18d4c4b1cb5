import FormBytes
import FormInput
package import FormRules
import FormStore

/// Judges the records of one input, batch by batch.
///
/// Must be used by only one thread at a time.
package final class JudgingSession: ClaimJudge {
  /// The input, with the records that were read last.
  package private(set) var input: MappedInput
  /// The errors of these records. Record numbers in them are positions in `judgedRecords`.
  package private(set) var errors: [JudgedError] = []
  /// The position in the input's records of each judged record.
  package private(set) var judgedRecords: [Int32] = []
  /// The records that are known in advance to be repeated.
  package var repeated: RepeatedRecords?

  let plan: Plan
  var judge: Judge
  let services: ServiceAnswers?
  var batch = JudgedBatch()
  private var laterSkips: [Int: SkipCounts] = [:]

  /// What a session does with the records.
  package enum Purpose {
    /// Judges them.
    case judging
    /// Counts them, with `count`.
    case counting
    /// Reads the keys of the form, with `nextKeys`.
    case readingKeys
  }

  package init(
    _ input: consuming MappedInput, _ plan: Plan, conditions: RunState.Conditions,
    for purpose: Purpose = .judging
  ) throws(RecorderError) {
    if !input.areStored, input.hasColumns { try plan.requireAllColumns(input.mapping) }
    self.plan = plan
    services = conditions.services
    do {
      judge = try Judge(plan, conditions, areStored: input.areStored)
      switch purpose {
      case .judging: break
      case .counting: judge.prepareToCount()
      case .readingKeys: judge.prepareToReadKeys()
      }
    } catch {
      throw RecorderError(error)
    }
    self.input = input
  }

  /// Reads and judges the next records, at most `limit`. Returns false at the end.
  ///
  /// - Parameter mode: The handling of requests to services for these records.
  package func next(
    atMost limit: Int = .max, services mode: ServiceAnswers.Mode = .send
  ) throws(RecorderError) -> Bool {
    guard try read(atMost: limit) else { return false }
    try judgeRecords(services: mode)
    return true
  }

  /// Reads the next records, at most `limit`. Returns false at the end.
  func read(atMost limit: Int = .max) throws(RecorderError) -> Bool {
    guard try input.read(atMost: limit) else {
      errors.removeAll(keepingCapacity: true)
      judgedRecords.removeAll(keepingCapacity: true)
      // The keys of JSON objects are known only now.
      if !input.areStored, !input.hasColumns { try plan.requireAllColumns(input.mapping) }
      return false
    }
    // Each access to a class property checks exclusivity, so the call works on local copies.
    var cells: [Cell] = []
    var judged: [Int32] = []
    swap(&cells, &batch.cells)
    swap(&judged, &judgedRecords)
    input.records.collectCells(input.mapping.columnOfField, into: &cells, &judged)
    swap(&cells, &batch.cells)
    swap(&judged, &judgedRecords)
    return true
  }

  /// Reads at most one more record, without discarding the records that were read last.
  func readRest() throws(ReaderError) -> RecordBatch { try input.readRest() }

  /// Reads and counts the next records, for rules that compare them with all records. Returns false
  /// at the end, or if no more records are needed.
  func count() throws(RecorderError) -> Bool {
    guard judge.run.conditions.counted?.needsRecords != false, try read() else { return false }
    let bytes = input.records.bytes
    judge.count(&batch, in: bytes.span)
    if let error = judge.run.spillError { throw RecorderError(.refused, error.message) }
    return true
  }

  /// Judges the records that were read last.
  ///
  /// - Parameter mode: The handling of requests to services for these records.
  func judgeRecords(services mode: ServiceAnswers.Mode = .send) throws(RecorderError) {
    services?.mode = mode
    let repeated = try repeated?.entries(in: self) ?? []
    let bytes = input.records.bytes
    judge.judge(&batch, in: bytes.span, repeated: repeated)
    if let error = judge.run.spillError { throw RecorderError(.refused, error.message) }
    if services?.wasStopped == true { throw .requestsStopped }
    batch.exchangeErrors(&errors)
  }

  /// Whether each judged record contains a masked number. Empty if none does.
  var masked: [Bool] { judge.masked }

  /// Masks payment card numbers. Call it only after everything that needs the numbers has been
  /// judged.
  func maskCards() {
    if !plan.cardFields.isEmpty { input.maskCards(inFields: plan.cardFields) }
  }

  /// Removes the records that were read last.
  func removeRecords() { input.removeRecords() }

  /// The number of skips of each rule by reason, indexed by rule position.
  package var skips: [SkipCounts] {
    judge.skips.enumerated().map { laterSkips[$0.offset] ?? $0.element }
  }

  /// Replaces the skips of rules that were evaluated again for all records.
  func replaceSkips(_ skips: [Int: SkipCounts]) { laterSkips.merge(skips) { $1 } }
}
