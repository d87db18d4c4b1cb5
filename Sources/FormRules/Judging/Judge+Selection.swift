import FormBytes

/// The records to which a rule applies, and the values and cells that it reads. Its memory is
/// reused for each rule and only grows.
struct RuleSelection {
  /// The records' positions in the batch, ascending.
  var records: [Int32] = []
  /// The field's values and cells as the rule reads them, if they differ from those in the record.
  private(set) var values: [Value] = []
  private(set) var cells: [Cell] = []
  /// The missing values and cells that a record rule reads.
  private(set) var noValues: [Value] = []
  private(set) var noCells: [Cell] = []

  /// Selects all records of a batch, without a field.
  mutating func selectAll(_ count: Int) {
    records.removeAll(keepingCapacity: true)
    records.append(contentsOf: 0..<Int32(count))
    guard noValues.count < count else { return }
    noValues = Array(repeating: .missing, count: count)
    noCells = Array(repeating: .missing, count: count)
  }

  /// Selects records by their positions.
  mutating func select(_ positions: ArraySlice<Int32>) {
    records.removeAll(keepingCapacity: true)
    records.append(contentsOf: positions)
  }

  /// Selects the records that a rule applies to, for a rule that trims its field or evaluates
  /// blanks.
  ///
  /// - Parameter blank: The value that the rule reads instead of a blank, or nil for the blank
  ///   itself.
  mutating func selectNormalized(
    by rule: PlanRule, _ fieldValues: Span<Value>, _ fieldCells: Span<Cell>, blank: Value?,
    bytes: Span<UInt8>
  ) {
    records.removeAll(keepingCapacity: true)
    if values.count < fieldValues.count {
      values = Array(repeating: .missing, count: fieldValues.count)
      cells = Array(repeating: .missing, count: fieldValues.count)
    }
    for record in 0..<fieldValues.count {
      guard
        let read = rule.read(fieldValues[record], fieldCells[record], blank: blank, bytes: bytes)
      else { continue }
      (values[record], cells[record]) = read
      records.append(Int32(truncatingIfNeeded: record))
    }
  }
}

extension PlanRule {
  /// Returns what a rule that trims its field or evaluates blanks reads instead of a value and its
  /// cell; nil if it does not evaluate the value.
  @inline(__always)
  func read(
    _ value: Value, _ cell: Cell, blank: Value?, bytes: Span<UInt8>
  ) -> (Value, Cell)? {
    if value.isInvalid { return nil }
    var (value, cell) = (value, cell)
    if trims, value.isPresent {
      let inner = bytes.extracting(cell.range).trimmedRange
      cell.end = cell.start + UInt32(inner.upperBound)
      cell.start += UInt32(inner.lowerBound)
      if inner.isEmpty { value = .empty }
    }
    guard value.isBlank else { return (value, cell) }
    if !evaluatesBlank || empty == .skip && value == .empty { return nil }
    return (blank ?? value, .missing)
  }
}

extension Judge {
  /// Selects the records to which a rule applies, and counts those for which it is skipped.
  mutating func select(
    _ position: Int, _ bytes: Span<UInt8>, into selection: inout RuleSelection
  ) {
    let rule = plan.rules[position]
    selectPresent(rule, bytes, into: &selection)
    if state.stopped.areUsed {
      let column = rule.subject ?? plan.fields.count
      selection.records.removeAll { state.stopped[Int($0), column] }
    }
    if !state.masked.isEmpty, cardRules.contains(position) {
      let count = selection.records.count
      selection.records.removeAll { state.masked[Int($0)] }
      skips[position][.masked] += count - selection.records.count
    }
    let count = selection.records.count
    if rule.isDeferred {
      let rejected = rejectedRecords()
      selection.records.removeAll { rejected[Int($0)] }
      skips[position][.rejected] += count - selection.records.count
    }
    if !rule.needs.isEmpty { removeUnmet(position, from: &selection.records) }
    removeInapplicable(position, bytes, from: &selection.records)
  }

  /// Selects the records for which a rule could be evaluated, regardless of other rules.
  mutating func selectCounted(
    _ position: Int, _ bytes: Span<UInt8>, into selection: inout RuleSelection
  ) {
    let rule = plan.rules[position]
    selectPresent(rule, bytes, into: &selection)
    // Different numbers may have the same mask.
    if !state.masked.isEmpty, cardRules.contains(position) {
      selection.records.removeAll { state.masked[Int($0)] }
    }
    removeInapplicable(position, bytes, from: &selection.records)
  }

  /// Selects the records whose field has a value that the rule evaluates.
  private borrowing func selectPresent(
    _ rule: PlanRule, _ bytes: Span<UInt8>, into selection: inout RuleSelection
  ) {
    guard let field = rule.subject else { return selection.selectAll(state.height) }
    let first = field * state.height
    if rule.readsUnmodifiedValue {
      selection.select(state.present[first..<first + state.presentCounts[field]])
    } else {
      let column = first..<first + state.height
      selection.selectNormalized(
        by: rule, state.values.span.extracting(column), state.cells.span.extracting(column),
        blank: plan.blank(of: rule), bytes: bytes)
    }
  }

  /// Whether the rules evaluated so far reject each record.
  private func rejectedRecords() -> [Bool] {
    var rejected = Array(repeating: false, count: state.height)
    for error in state.errors where error.severity.rejects { rejected[Int(error.record)] = true }
    return rejected
  }

  /// Removes the records for which a needed rule has not passed.
  private mutating func removeUnmet(_ position: Int, from records: inout [Int32]) {
    let (needs, count) = (plan.rules[position].needs, records.count)
    records.removeAll { record in !needs.allSatisfy { state.passed[Int(record), $0] } }
    skips[position][.needs] += count - records.count
  }

  /// Removes the records for which the rule's conditions are not true. The field of a record for
  /// which the condition of the form is unknown is hidden, so the rule does not count as skipped.
  private mutating func removeInapplicable(
    _ position: Int, _ bytes: Span<UInt8>, from records: inout [Int32]
  ) {
    let rule = plan.rules[position]
    if let condition = rule.shownWhen { _ = remove(&records, unless: condition, bytes) }
    if let when = rule.when { skips[position][.when] += remove(&records, unless: when, bytes) }
  }

  /// Removes the records for which a condition is not true, and returns the number of those for
  /// which it is unknown.
  private borrowing func remove(
    _ records: inout [Int32], unless condition: Expression, _ bytes: Span<UInt8>
  ) -> Int {
    var (unknown, kept) = (0, 0)
    var context = context(bytes)
    for index in records.indices {
      let record = records[index]
      context.record = Int(record)
      switch condition.truth(context) {
      case .unknown: unknown += 1
      case .isFalse: break
      case .isTrue:
        records[kept] = record
        kept += 1
      }
    }
    records.removeLast(records.count - kept)
    return unknown
  }
}

extension Plan {
  /// The value that a rule reads instead of a blank, or nil for the blank itself.
  func blank(of planned: PlanRule) -> Value? {
    guard planned.empty == .validate, case .rule(let rule, _) = planned.kind, !rule.evaluatesBlank,
      let field = planned.subject
    else { return nil }
    return fields[field].field.type.emptyText
  }
}
