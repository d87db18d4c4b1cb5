package import FormBytes

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

  /// The batch, and what the evaluation of its records has found.
  var state: BatchState

  /// Whether the records come from the store, where payment card numbers may be masked.
  private let recordsAreStored: Bool
  /// The fields that may contain masked numbers, by position; empty if the records do not come from
  /// the store.
  package private(set) var maskedFields: Set<Int> = []
  /// The rules that cannot be evaluated for records with masked numbers: they read these fields, or
  /// need a rule that does.
  package private(set) var cardRules: Set<Int> = []
  /// The positions of rules that are not evaluated.
  private let unevaluated: Set<Int>
  private var selection = RuleSelection()
  private var results = ColumnResults()

  /// The rules that are evaluated, and the fields that are read for them.
  private var focus: JudgeFocus

  /// - Parameters:
  ///   - unevaluated: The positions of rules that are not evaluated. Nil for a new run. If set,
  ///     `configuration` may name a scenario that the plan does not have, because it comes from an
  ///     earlier run.
  ///   - recordsAreStored: Whether the records come from the store.
  /// - Throws: `RunParameterError` if a run parameter is missing, unknown or not of its type, or if
  ///   the scenario of a new run is unknown.
  package init(
    _ plan: Plan, _ configuration: RunState.Configuration, without unevaluated: Set<Int>? = nil,
    recordsAreStored: Bool = false
  ) throws(RunParameterError) {
    self.plan = plan
    self.recordsAreStored = recordsAreStored
    run = try plan.run(configuration, areNew: unevaluated == nil)
    self.unevaluated = unevaluated ?? []
    focus = JudgeFocus(of: plan, without: self.unevaluated, scenario: configuration.scenario)
    state = BatchState(plan)
    counts = Array(repeating: 0, count: plan.rules.count)
    skips = Array(repeating: SkipCounts(), count: plan.rules.count)
    setMaskedFields()
  }

  private mutating func setMaskedFields() {
    guard recordsAreStored else { return }
    maskedFields = run.configuration.maskedFields.union(plan.cardFields)
    cardRules = plan.rules.readers(of: maskedFields)
  }

  /// Starts another run with an empty state. The rules that `init` excludes from evaluation stay
  /// excluded. The allocated memory is reused.
  ///
  /// - Throws: `RunParameterError` if a run parameter is missing, unknown or not of its type.
  package mutating func restart(_ configuration: RunState.Configuration) throws(RunParameterError) {
    run = try plan.run(configuration, areNew: false)
    focus = JudgeFocus(of: plan, without: unevaluated, scenario: configuration.scenario)
    setMaskedFields()
    for position in plan.rules.indices {
      counts[position] = 0
      skips[position] = SkipCounts()
    }
  }

  /// Restricts evaluation to some rules, such as those of a live form that a change affects.
  package mutating func restrict(to focus: JudgeFocus) { self.focus = focus }

  /// Restricts the judge to `count`: no rule is evaluated.
  package mutating func prepareToCount() {
    focus = JudgeFocus(counting: run.configuration.counted?.counting ?? [], of: plan)
  }

  /// Whether each field is read, by position.
  package var readFields: [Bool] { focus.readFields }

  /// The number of records in the last batch.
  package var recordCount: Int { state.height }

  /// Returns the positions of the rules that were skipped, and sets the counts of skips to zero.
  package mutating func removeSkips() -> [Int] {
    var skipped: [Int] = []
    for position in skips.indices where !skips[position].isEmpty {
      skipped.append(position)
      skips[position] = SkipCounts()
    }
    return skipped
  }

  /// Judges a batch of records.
  ///
  /// - Parameters:
  ///   - cells: The cells of all records, record by record, one per field in the form's order.
  ///   - bytes: The bytes of the cells, which must be valid UTF-8.
  ///   - repeated: The positions of repeated records with the positions of the rules that find them
  ///     repeated. Used only with `ComparedRecords.known`.
  ///   - errors: Replaced by the errors of all records, in the order of record and rule.
  package mutating func judge(
    _ cells: Span<Cell>, in bytes: Span<UInt8>, repeated: [(record: Int, rules: [Int])] = [],
    into errors: inout [JudgedError]
  ) {
    begin(cells, bytes)
    if run.configuration.comparing == .known { setRepeated(repeated) }
    for position in plan.immediate where focus.judgedRules[position] { evaluate(position, bytes) }
    if !plan.deferred.isEmpty { evaluateDeferred(bytes) }
    state.sortErrors(into: &errors)
  }

  /// Adds a batch of records to the counts of the run, for the rules that need counts over all
  /// records, instead of judging them.
  package mutating func count(_ cells: Span<Cell>, in bytes: Span<UInt8>) {
    guard let counted = run.configuration.counted else { return }
    begin(cells, bytes)
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

  /// Reads a batch of records without evaluating rules, and calls a closure with the first one.
  package mutating func read(
    _ cells: Span<Cell>, in bytes: Span<UInt8>, _ body: (borrowing RecordContext) -> Void
  ) {
    begin(cells, bytes)
    body(context(bytes))
  }

  /// Begins a batch: discards what was found in the preceding one, and reads the fields.
  private mutating func begin(_ cells: Span<Cell>, _ bytes: Span<UInt8>) {
    state.begin(cells: cells.count, width: plan.fields.count)
    run.beginBatch()
    if !maskedFields.isEmpty { findMasked(cells, bytes) }
    for index in plan.fields.indices where focus.readFields[index] {
      readColumn(index, cells, bytes: bytes)
    }
  }

  /// The context of the batch's records while they are judged.
  @_lifetime(borrow self, copy bytes)
  borrowing func context(_ bytes: Span<UInt8>) -> RecordContext {
    RecordContext(
      bytes: bytes, cells: state.cells.span, values: state.values.span, run: run,
      height: state.height)
  }

  /// Evaluates the deferred rules, repeatedly until no request to a service is open.
  private mutating func evaluateDeferred(_ bytes: Span<UInt8>) {
    while true {
      let checkpoint = Checkpoint(
        errorCount: state.errors.count, counts: counts, skips: skips, stopped: state.stopped)
      for position in plan.deferred where focus.judgedRules[position] { evaluate(position, bytes) }
      guard let services = run.services, services.mode == .send, services.sendOpen() else { return }
      state.errors.removeLast(state.errors.count - checkpoint.errorCount)
      counts = checkpoint.counts
      skips = checkpoint.skips
      state.stopped = checkpoint.stopped
    }
  }

  /// What the evaluation of deferred rules changes and others read. No rule needs a deferred one to
  /// pass (`PlanBinder.needs`).
  private struct Checkpoint {
    let errorCount: Int
    let counts: [Int]
    let skips: [SkipCounts]
    let stopped: RecordFlags
  }

  /// Evaluates a rule of the rule set.
  private mutating func evaluate(_ position: Int, _ bytes: Span<UInt8>) {
    guard let rule = plan.rules[position].kind.rule else { return }
    // These are moved out of the judge while they are filled, so that the judge can be read.
    var (selection, results) = (RuleSelection(), ColumnResults())
    swap(&selection, &self.selection)
    swap(&results, &self.results)
    select(position, bytes, into: &selection)
    run.rule = position
    withColumn(ofRule: position, selection, bytes) { rule.evaluate($0, &results) }
    if state.passed.areUsed {
      for record in selection.records { state.passed[Int(record), position] = true }
      for failure in results.failures { state.passed[failure.record, position] = false }
      for result in results.undecided { state.passed[result.record, position] = false }
    }
    for failure in results.failures {
      fail(failure.record, rule: position, failure: failure.failure)
    }
    for result in results.undecided {
      if case .unavailable(let failure) = result.reason {
        fail(result.record, rule: position, failure: failure)
      } else if let reason = result.reason.skipReason {
        skips[position][reason] += 1
      }
    }
    results.removeAll()
    swap(&selection, &self.selection)
    swap(&results, &self.results)
  }

  /// Calls a closure with the column of a rule and the records selected for it.
  @inline(__always)
  private borrowing func withColumn(
    ofRule position: Int, _ selection: borrowing RuleSelection, _ bytes: Span<UInt8>,
    body: (borrowing RuleColumn) -> Void
  ) {
    let context = context(bytes)
    let records = selection.records.span
    if plan.rules[position].readsUnmodifiedValue, let field = plan.rules[position].subject {
      let range = field * state.height..<(field + 1) * state.height
      let values = state.values.span.extracting(range)
      let cells = state.cells.span.extracting(range)
      body(RuleColumn(records, values: values, cells: cells, context))
    } else if plan.rules[position].subject != nil {
      let (values, cells) = (selection.values.span, selection.cells.span)
      body(RuleColumn(records, values: values, cells: cells, context))
    } else {
      let (values, cells) = (selection.noValues.span, selection.noCells.span)
      body(RuleColumn(records, values: values, cells: cells, context))
    }
  }

  /// Adds an error of a rule, and stops evaluation if the rule specifies that.
  mutating func fail(_ record: Int, rule position: Int, failure: Failure) {
    guard focus.judgedRules[position] else { return }
    // A masked number need not have the field's type.
    if isMasked(record, rule: position) {
      skips[position][.masked] += 1
      return
    }
    let rule = plan.rules[position]
    counts[position] += 1
    let (code, arguments) = rule.reported(failure)
    state.errors.append(
      JudgedError(
        record: Int32(record), rule: Int32(position), code: code, arguments: arguments,
        severity: rule.severity))
    guard state.stopped.areUsed else { return }
    if rule.stop == .first {
      for index in 0...plan.fields.count { state.stopped[record, index] = true }
    } else if rule.stop == .firstPerField || rule.isPrerequisite, let field = rule.subject {
      state.stopped[record, field] = true
    }
  }
}
