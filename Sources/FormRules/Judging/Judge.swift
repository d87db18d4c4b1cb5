import FormBytes

/// Judges batches of records with a plan. Each thread and run has its own judge. Results do not
/// depend on how records are divided into batches.
///
/// A batch is judged rule by rule: the judge selects the records to which a rule applies
/// (`RuleSelection`), and the rule evaluates its column for them.
package struct Judge: ~Copyable {
  package let plan: Plan
  package private(set) var run: RunState
  /// The number of errors of each rule so far, by position.
  package private(set) var counts: [Int]
  /// The number of skips of each rule, by reason.
  package internal(set) var skips: [SkipCounts]

  /// The batch's cells by column: for each field, the cells of all records.
  var cells: [Cell] = []
  /// The values of these cells.
  var values: [Value] = []
  /// For each field, the records that have a value of its type, and the number of these records.
  var present: [Int32] = []
  var presentCounts: [Int]
  /// The number of records in the batch, which is the number of elements per column.
  private(set) var height = 0
  /// Whether evaluation has stopped, by record and field; the last column is for record rules.
  /// Empty if the plan uses no stops.
  private(set) var stopped: [Bool] = []
  /// Whether a rule has passed, by record and rule. Empty if the plan uses no needs.
  var passed: [Bool] = []

  /// Whether the records come from the store, where payment card numbers may be masked.
  private let areStored: Bool
  /// Whether each record contains a masked number. Empty if none does.
  package private(set) var masked: [Bool] = []

  private(set) var unsorted: [JudgedError] = []
  private var offsets: [Int] = []
  private var selection = RuleSelection()
  private var answers = ColumnAnswers()

  /// Whether each rule is evaluated, by position.
  private var judgedRules: [Bool]
  /// Whether each field is read for these rules, by position.
  package private(set) var readFields: [Bool]

  /// - Parameters:
  ///   - unevaluated: The positions of rules that are not evaluated. Nil for a new run. If set,
  ///     `conditions` may name a scenario that the plan does not have, because they come from an
  ///     earlier run.
  ///   - areStored: Whether the records come from the store.
  /// - Throws: `RunParameterError` if a run parameter is missing, unknown or not of its type, or if
  ///   the scenario of a new run is unknown.
  package init(
    _ plan: Plan, _ conditions: RunState.Conditions, without unevaluated: Set<Int>? = nil,
    areStored: Bool = false
  ) throws(RunParameterError) {
    self.plan = plan
    self.areStored = areStored && !plan.cardFields.isEmpty
    run = try plan.run(conditions, areNew: unevaluated == nil)
    let unevaluated = unevaluated ?? []
    judgedRules = plan.evaluates(without: unevaluated, scenario: conditions.scenario)
    let fields = plan.fields(of: Set(plan.rules.indices.dropFirst()).subtracting(unevaluated))
    readFields = plan.fields.indices.map(fields.contains)
    presentCounts = Array(repeating: 0, count: plan.fields.count)
    counts = Array(repeating: 0, count: plan.rules.count)
    skips = Array(repeating: SkipCounts(), count: plan.rules.count)
  }

  /// Starts another run with an empty state. The allocated memory is reused.
  ///
  /// - Parameter unevaluated: The rules that were previously skipped.
  /// - Throws: `RunParameterError` if a run parameter is missing, unknown or not of its type.
  package mutating func restart(
    _ conditions: RunState.Conditions, without unevaluated: Set<Int>
  ) throws(RunParameterError) {
    run = try plan.run(conditions, areNew: false)
    judgedRules = plan.evaluates(without: unevaluated, scenario: conditions.scenario)
    for position in plan.rules.indices {
      counts[position] = 0
      skips[position] = SkipCounts()
    }
  }

  /// Restricts evaluation to some rules, such as those of a live form that a change affects.
  mutating func restrict(to focus: JudgeFocus) {
    judgedRules = focus.judgedRules
    readFields = focus.readFields
  }

  /// Returns the positions of the rules that were skipped, and sets the counts of skips to zero.
  mutating func removeSkips() -> [Int] {
    var skipped: [Int] = []
    for position in skips.indices where !skips[position].isEmpty {
      skipped.append(position)
      skips[position] = SkipCounts()
    }
    return skipped
  }

  /// Judges the batch's records and replaces its errors, in the order of record and rule.
  ///
  /// - Parameter bytes: The bytes of the batch's cells, which must be valid UTF-8.
  package mutating func judge(_ batch: inout JudgedBatch, in bytes: Span<UInt8>) {
    begin(&batch)
    if areStored { findMasked(batch, bytes) }
    if plan.usesStops { stopped.clear(count: height * (plan.fields.count + 1)) }
    if plan.usesNeeds { passed.clear(count: height * plan.rules.count) }
    for index in plan.fields.indices where readFields[index] { readColumn(index, batch, bytes) }
    for position in plan.immediate where judgedRules[position] { evaluate(position, bytes) }
    if !plan.deferred.isEmpty { evaluateDeferred(bytes) }
    sort(into: &batch)
  }

  /// Prepares the memory for the batch's records.
  private mutating func begin(_ batch: inout JudgedBatch) {
    height = plan.fields.isEmpty ? 0 : batch.cells.count / plan.fields.count
    batch.count = height
    unsorted.removeAll(keepingCapacity: true)
    run.groupHashes.removeAll(keepingCapacity: true)
    if values.count < batch.cells.count {
      values = Array(repeating: .missing, count: batch.cells.count)
      cells = Array(repeating: .missing, count: batch.cells.count)
      present = Array(repeating: 0, count: batch.cells.count)
    }
  }

  /// Adds the batch's records to the counts of the run, for the rules that need counts over all
  /// records, instead of judging them.
  package mutating func count(_ batch: inout JudgedBatch, in bytes: Span<UInt8>) {
    guard let counted = run.conditions.counted else { return }
    begin(&batch)
    for index in plan.fields.indices where readFields[index] { readColumn(index, batch, bytes) }
    var selection = RuleSelection()
    swap(&selection, &self.selection)
    for position in counted.counting {
      guard let rule = plan.rules[position].countingRule, let counts = counted.byRule[position]
      else {
        continue
      }
      selectCounted(position, bytes, into: &selection)
      withColumn(ofRule: position, selection, bytes) { rule.count($0, into: counts) }
    }
    swap(&selection, &self.selection)
  }

  /// Restricts reading to the fields that the rules with counts need. No rule is evaluated.
  package mutating func prepareToCount() {
    let positions = Set(run.conditions.counted?.counting ?? [])
    let fields = plan.fields(of: positions)
    readFields = plan.fields.indices.map(fields.contains)
    judgedRules = plan.rules.map { _ in false }
  }

  private mutating func findMasked(_ batch: borrowing JudgedBatch, _ bytes: Span<UInt8>) {
    masked.removeAll(keepingCapacity: true)
    for record in 0..<batch.count {
      let isMasked = plan.cardFields.contains { field in
        let cell = batch.cells[record * plan.fields.count + field]
        return MaskedCard.isMasked(bytes.extracting(cell.range))
      }
      guard isMasked else { continue }
      if masked.isEmpty { masked = Array(repeating: false, count: batch.count) }
      masked[record] = true
    }
  }

  /// The context of the batch's records while they are judged.
  @_lifetime(borrow self, copy bytes)
  borrowing func context(_ bytes: Span<UInt8>) -> RecordContext {
    RecordContext(bytes: bytes, cells: cells.span, values: values.span, run: run, height: height)
  }

  /// Evaluates the deferred rules, repeatedly until no request to a service is open.
  private mutating func evaluateDeferred(_ bytes: Span<UInt8>) {
    run.services?.beginBatch()
    while true {
      let checkpoint = Checkpoint(
        errorCount: unsorted.count, counts: counts, skips: skips, stopped: stopped, passed: passed)
      for position in plan.deferred where judgedRules[position] { evaluate(position, bytes) }
      guard let services = run.services, services.mode == .send, services.sendOpen() else { return }
      unsorted.removeLast(unsorted.count - checkpoint.errorCount)
      counts = checkpoint.counts
      skips = checkpoint.skips
      stopped = checkpoint.stopped
      passed = checkpoint.passed
    }
  }

  /// What the evaluation of rules changes.
  private struct Checkpoint {
    let errorCount: Int
    let counts: [Int]
    let skips: [SkipCounts]
    let stopped, passed: [Bool]
  }

  /// Evaluates a rule of the rule set.
  private mutating func evaluate(_ position: Int, _ bytes: Span<UInt8>) {
    guard case .rule(let rule) = plan.rules[position].kind else { return }
    // These are moved out of the judge while they are filled, so that the judge can be read.
    var (selection, answers) = (RuleSelection(), ColumnAnswers())
    swap(&selection, &self.selection)
    swap(&answers, &self.answers)
    select(position, bytes, into: &selection)
    run.rule = position
    withColumn(ofRule: position, selection, bytes) { rule.evaluate($0, &answers) }
    if plan.usesNeeds {
      let width = plan.rules.count
      for record in selection.records { passed[Int(record) * width + position] = true }
      for failure in answers.failures { passed[failure.record * width + position] = false }
      for answer in answers.undecided { passed[answer.record * width + position] = false }
    }
    for failure in answers.failures { fail(failure.record, position, failure.failure) }
    for answer in answers.undecided {
      if case .unanswered(let failure) = answer.reason {
        fail(answer.record, position, failure)
      } else if let reason = answer.reason.skipReason {
        skips[position][reason] += 1
      }
    }
    answers.removeAll()
    swap(&selection, &self.selection)
    swap(&answers, &self.answers)
  }

  /// Calls a closure with the column of a rule and the records selected for it.
  @inline(__always)
  private borrowing func withColumn(
    ofRule position: Int, _ selection: borrowing RuleSelection, _ bytes: Span<UInt8>,
    _ body: (borrowing Column) -> Void
  ) {
    let context = context(bytes)
    let records = selection.records.span
    if plan.rules[position].readsUnmodifiedValue, let field = plan.rules[position].subject {
      let range = field * height..<(field + 1) * height
      let (values, cells) = (values.span.extracting(range), cells.span.extracting(range))
      body(Column(records, values: values, cells: cells, context))
    } else if plan.rules[position].subject != nil {
      let (values, cells) = (selection.values.span, selection.cells.span)
      body(Column(records, values: values, cells: cells, context))
    } else {
      let (values, cells) = (selection.noValues.span, selection.noCells.span)
      body(Column(records, values: values, cells: cells, context))
    }
  }

  /// Adds an error of a rule, and stops evaluation if the rule specifies that.
  mutating func fail(_ record: Int, _ position: Int, _ failure: Failure) {
    guard judgedRules[position] else { return }
    let rule = plan.rules[position]
    counts[position] += 1
    let (code, arguments) = rule.reported(failure)
    unsorted.append(
      JudgedError(
        record: Int32(record), rule: Int32(position), code: code, arguments: arguments,
        severity: rule.severity))
    guard plan.usesStops else { return }
    let base = record * (plan.fields.count + 1)
    if rule.stop == .first {
      for index in 0...plan.fields.count { stopped[base + index] = true }
    } else if rule.stop == .firstPerField || rule.isPrerequisite, let field = rule.subject {
      stopped[base + field] = true
    }
  }

  /// Sorts the errors by record. Types are evaluated before rules, and rules one after the other,
  /// so a counting sort puts errors in the order of records, and the few out of order within a
  /// record are then moved.
  private mutating func sort(into batch: inout JudgedBatch) {
    batch.errors.removeAll(keepingCapacity: true)
    guard !unsorted.isEmpty else { return }
    offsets.removeAll(keepingCapacity: true)
    offsets.append(contentsOf: repeatElement(0, count: batch.count + 1))
    for error in unsorted { offsets[Int(error.record) + 1] += 1 }
    for index in 1...batch.count { offsets[index] += offsets[index - 1] }
    batch.errors.append(contentsOf: repeatElement(unsorted[0], count: unsorted.count))
    for error in unsorted {
      batch.errors[offsets[Int(error.record)]] = error
      offsets[Int(error.record)] += 1
    }
    for index in batch.errors.indices.dropFirst() {
      var position = index
      while position > 0, batch.errors[position - 1].record == batch.errors[position].record,
        batch.errors[position - 1].rule > batch.errors[position].rule
      {
        batch.errors.swapAt(position - 1, position)
        position -= 1
      }
    }
  }
}

extension [Bool] {
  /// Sets the number of elements, all false. The allocated memory is reused.
  fileprivate mutating func clear(count: Int) {
    removeAll(keepingCapacity: true)
    append(contentsOf: repeatElement(false, count: count))
  }
}

extension Plan {
  /// Whether a run evaluates each rule.
  fileprivate func evaluates(without unevaluated: Set<Int>, scenario: String?) -> [Bool] {
    rules.indices.map { !unevaluated.contains($0) && !rules[$0].isExcluded(from: scenario) }
  }
}
