import FormBytes

/// A field of a batch, with the records for which a rule is evaluated. For a record rule, only the
/// records are set.
package struct RuleColumn: ~Escapable {
  /// The positions of the records in the batch, ascending.
  let records: Span<Int32>
  /// The values and cells that the rule evaluates, indexed by the records' positions; trimmed if
  /// the field or the rule trims. A missing value has an empty cell.
  let values: Span<Value>
  let cells: Span<Cell>
  let context: RecordContext

  @_lifetime(copy records, copy values, copy cells, copy context)
  init(
    _ records: Span<Int32>, values: Span<Value>, cells: Span<Cell>, _ context: RecordContext
  ) {
    self.records = records
    self.values = values
    self.cells = cells
    self.context = context
  }
}

/// The results of a rule for a column. Records that satisfy the rule are not listed.
package struct ColumnResults {
  /// The records that fail.
  private(set) var failures: [ColumnFailure] = []
  /// The records for which the rule has no verdict.
  private(set) var undecided: [(record: Int, reason: UndecidedReason)] = []

  /// Adds the rule's result for a record.
  @inline(never)
  mutating func add(_ record: Int, _ result: RuleResult) {
    switch result {
    case .passes: break
    case .fails(let failure): failures.append(ColumnFailure(record, failure))
    case .undecided(let reason): undecided.append((record, reason))
    }
  }

  mutating func removeAll() {
    failures.removeAll(keepingCapacity: true)
    undecided.removeAll(keepingCapacity: true)
  }
}

/// A record that fails a rule.
struct ColumnFailure {
  /// The record's position in its batch, from 0.
  let record: Int
  let failure: Failure

  init(_ record: Int, _ failure: Failure) {
    self.record = record
    self.failure = failure
  }
}

extension RuleColumn {
  /// Evaluates a rule for each record and collects the results. Inlined, so that the compiler
  /// specializes the loop for each rule.
  ///
  /// - Parameter passes: A fast test that is true only for values that pass. Useful for rules that
  ///   most records satisfy.
  @inline(__always)
  func evaluate(
    _ results: inout ColumnResults, unless passes: (Value) -> Bool = { _ in false },
    by evaluate: (Value, Span<UInt8>, borrowing RecordContext) -> RuleResult
  ) {
    var context = context
    for index in 0..<records.count {
      let record = Int(truncatingIfNeeded: records[index])
      if passes(values[record]) { continue }
      context.record = record
      let result = evaluate(
        values[record], context.bytes.extracting(cells[record].range), context)
      if case .passes = result { continue }
      results.add(record, result)
    }
  }
}

extension RuleColumn {
  /// Calls a closure with the value and text of each record.
  @inline(__always)
  func forEach(_ body: (Value, Span<UInt8>, borrowing RecordContext) -> Void) {
    var context = context
    for index in 0..<records.count {
      let record = Int(truncatingIfNeeded: records[index])
      context.record = record
      body(values[record], context.bytes.extracting(cells[record].range), context)
    }
  }
}

extension Rule {
  /// Evaluates each value.
  package func evaluate(_ column: borrowing RuleColumn, _ results: inout ColumnResults) {
    column.evaluate(&results) { value, text, record in evaluate(value, text, in: record) }
  }
}
