/// Judges batches of records by a plan. One a thread and run; results do not depend on how records
/// are cut into batches.
package struct Judge: ~Copyable {
  package let plan: Plan
  package let run: RunState
  /// How many errors each rule of the plan has made so far, by position.
  package private(set) var counts: [Int]
  /// How often each rule was left out because its condition, or a rule it needs, was unknown.
  package private(set) var skipped: [Int]

  /// What the cells of the batch hold, column by column: of each field the cells of all records.
  var cells: [Cell] = []
  /// Their values, likewise.
  var values: [Value] = []
  private var failures: [ColumnFailure] = []
  private var unsorted: [JudgedError] = []
  private var offsets: [Int] = []
  /// For plans that use them: what may no longer be judged, by record and field (and one more for
  /// the record's own rules), and which rules have passed, by record and rule.
  private var stopped: [Bool] = []
  /// Which records stand rejected before a rule is judged that asks a service.
  private var rejected: [Bool] = []
  var passed: [Bool] = []

  /// Which rules are judged, by position, and which of the form's fields are read for them.
  private let isJudged: [Bool]
  package let isRead: [Bool]

  /// - Parameter unasked: rules that are left out, by position; nil for conditions that somebody
  ///   has just given. Others are those of an earlier run, whose scenario the plan may not have.
  /// - Throws: when a given parameter is missing, unknown or not of its type, or the scenario is
  ///   unknown.
  package init(
    _ plan: Plan, _ conditions: RunState.Conditions, without unasked: Set<Int>? = nil
  ) throws(GivenError) {
    self.plan = plan
    let areNew = unasked == nil
    let unasked = unasked ?? []
    isJudged = plan.rules.indices.map { !unasked.contains($0) }
    let fields = plan.fields(of: Set(plan.rules.indices.dropFirst()).subtracting(unasked))
    isRead = plan.fields.indices.map(fields.contains)
    run = try plan.run(conditions, areNew: areNew)
    counts = Array(repeating: 0, count: plan.rules.count)
    skipped = counts
  }

  /// Judges the batch's records; its errors are replaced, in order of record and rule.
  ///
  /// - Parameter bytes: what the batch's cells lie in; valid UTF-8.
  package mutating func judge(_ batch: inout JudgedBatch, in bytes: Span<UInt8>) {
    let fieldCount = plan.fields.count
    let count = fieldCount == 0 ? 0 : batch.cells.count / fieldCount
    batch.count = count
    unsorted.removeAll(keepingCapacity: true)
    if values.count < batch.cells.count {
      values = Array(repeating: .missing, count: batch.cells.count)
      cells = Array(repeating: .missing, count: batch.cells.count)
    }
    if plan.usesStops { stopped = Array(repeating: false, count: count * (fieldCount + 1)) }
    if plan.usesNeeds { passed = Array(repeating: false, count: count * plan.rules.count) }
    for index in 0..<fieldCount where isRead[index] { readColumn(index, batch, bytes) }
    for position in plan.rules.indices where isJudged[position] {
      guard case .rule(let rule) = plan.rules[position].kind else { continue }
      if plan.rules[position].demands.contains(.remote) { continue }
      if let columnRule = plan.rules[position].columnRule, !plan.usesNeeds, !plan.usesStops {
        judge(columnRule, at: position, count, bytes)
      } else {
        judge(rule, at: position, count, bytes)
      }
    }
    for position in plan.remotePositions where isJudged[position] {
      guard case .rule(let rule) = plan.rules[position].kind else { continue }
      rejected = Array(repeating: false, count: count)
      for error in unsorted where error.severity.rejects { rejected[Int(error.record)] = true }
      judge(rule, at: position, count, bytes)
    }
    sort(into: &batch)
  }

  /// The batch's records, while they are judged.
  @_lifetime(borrow self, copy bytes)
  private borrowing func context(_ bytes: Span<UInt8>, height: Int) -> RecordContext {
    RecordContext(bytes: bytes, cells: cells.span, values: values.span, run: run, height: height)
  }

  /// Whether the rule is for other scenarios than the run's.
  private func isLeftOut(_ rule: PlanRule) -> Bool {
    guard let scenario = run.conditions.scenario, !rule.scenarios.isEmpty else { return false }
    return !rule.scenarios.contains(scenario)
  }

  /// Judges a rule over its column.
  private mutating func judge(
    _ rule: any ColumnRule, at position: Int, _ count: Int, _ bytes: Span<UInt8>
  ) {
    let planned = plan.rules[position]
    guard let field = planned.subject, !isLeftOut(planned) else { return }
    var found = failures
    failures = []
    rule.judge(Column(field, of: context(bytes, height: count)), &found)
    for failed in found { fail(failed.record, position, failed.failure) }
    found.removeAll(keepingCapacity: true)
    failures = found
  }

  /// Judges one rule over all records.
  private mutating func judge<R: Rule>(
    _ rule: R, at position: Int, _ count: Int, _ bytes: Span<UInt8>
  ) {
    let planned = plan.rules[position]
    if isLeftOut(planned) { return }
    let fieldCount = plan.fields.count
    let field = planned.subject
    let looksAtBlank = planned.looksAtBlank
    var context = context(bytes, height: count)
    var failures: [ColumnFailure] = []
    var skips = 0
    var passes: [Int] = []
    let (usesNeeds, usesStops) = (plan.usesNeeds, plan.usesStops)
    let needs = planned.needs
    let hasCondition = planned.when != nil
    var truths: [Truth] = []
    if let when = planned.when {
      truths.reserveCapacity(count)
      for record in 0..<count {
        context.record = record
        truths.append(when.truth(context))
      }
    }
    let trims = planned.trims
    let skipsEmpty = planned.empty == .skip
    // A rule that looks at blanks by itself sees them as such.
    let blank: Value? =
      planned.empty == .validate && !rule.looksAtBlank
      ? field.map { plan.fields[$0].field.type.emptyText } : nil
    let mayBeUndecided = field == nil || !planned.demands.isEmpty
    let isRemote = planned.demands.contains(.remote)
    for record in 0..<count {
      context.record = record
      var value = Value.missing
      // What is missing has no text, also when a word of the form's says that it is.
      var text = bytes.extracting(0..<0)
      if let field {
        value = context.value(of: field)
        if value.isInvalid { continue }
        if !value.isBlank {
          text = context.text(of: field)
          if trims {
            text = text.extracting(text.trimmedRange)
            if text.isEmpty { value = .empty }
          }
        }
        if value.isBlank, !looksAtBlank || skipsEmpty && value == .empty { continue }
        if let blank, value.isBlank { value = blank }
      }
      if usesStops, stopped[record * (fieldCount + 1) + (field ?? fieldCount)] { continue }
      if isRemote, rejected[record] {
        skips += 1
        continue
      }
      if usesNeeds, !needs.allSatisfy({ passed[record * plan.rules.count + $0] }) {
        skips += 1
        continue
      }
      if hasCondition {
        let truth = truths[record]
        if truth == .unknown { skips += 1 }
        if truth != .isTrue { continue }
      }
      let failure = rule.check(value, text, context)
      if mayBeUndecided, run.isUndecided {
        run.isUndecided = false
        skips += 1
        continue
      }
      if let failure {
        failures.append(ColumnFailure(record, failure))
      } else if usesNeeds {
        passes.append(record)
      }
    }
    skipped[position] += skips
    for record in passes { passed[record * plan.rules.count + position] = true }
    for failed in failures { fail(failed.record, position, failed.failure) }
  }

  mutating func fail(_ record: Int, _ position: Int, _ failure: Failure) {
    guard isJudged[position] else { return }
    let rule = plan.rules[position]
    counts[position] += 1
    let (code, arguments) = rule.reported(failure)
    unsorted.append(
      JudgedError(
        record: Int32(record), rule: Int32(position), code: code, arguments: arguments,
        severity: rule.severity))
    guard plan.usesStops else { return }
    let base = record * (plan.fields.count + 1)
    let isRequired = rule.ruleName == RequiredRule.name
    if rule.stop == .first {
      for index in 0...plan.fields.count { stopped[base + index] = true }
    } else if rule.stop == .firstPerField || isRequired, let field = rule.subject {
      stopped[base + field] = true
    }
  }

  /// Types are read before rules are judged, one after the other; a counting sort puts their errors
  /// in the order of records, and what little is out of order within a record is moved.
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
      var place = index
      while place > 0, batch.errors[place - 1].record == batch.errors[place].record,
        batch.errors[place - 1].rule > batch.errors[place].rule
      {
        batch.errors.swapAt(place - 1, place)
        place -= 1
      }
    }
  }
}

extension PlanField {
  /// Whether the text is one of the form's words for missing.
  func isMissing(_ text: Span<UInt8>) -> Bool {
    for word in missing where text.isEqual(to: word) { return true }
    return false
  }
}

extension Judge {
  /// The key of a judged record under a rule that remembers, or nil when there is none.
  ///
  /// - Parameters:
  ///   - record: its place in the batch that was judged last, from 0.
  package func uniqueKey(
    ofRule position: Int, record: Int, _ batch: borrowing JudgedBatch, in bytes: Span<UInt8>
  ) -> Hash128? {
    guard let rule = plan.rules[position].remembering else { return nil }
    var context = context(bytes, height: batch.count)
    context.record = record
    guard let field = plan.rules[position].subject else {
      return rule.key(.missing, bytes.extracting(0..<0), context)
    }
    return rule.key(context.value(of: field), context.text(of: field), context)
  }
}

extension Judge {
  /// Makes a rule that remembers refuse a record that was stored before.
  package func addStoredKey(_ hash: Hash128, rule position: Int) {
    guard let rule = plan.rules[position].remembering else { return }
    _ = run[rule.memory].stored.insert(hash)
  }

  /// Makes a rule that remembers refuse the records whose keys are in a set.
  package func compare(rule position: Int, with keys: HashSet128) {
    guard let rule = plan.rules[position].remembering else { return }
    run[rule.memory].compare(with: keys)
  }

  /// Forgets the values that were stored before.
  package func removeStoredKeys() { run.removeStored() }
}
