import FormBytes

/// One field of all records of a batch as a rule sees it, and the records for which the rule is
/// asked; of a rule of records, the records alone.
package struct Column: ~Escapable {
  /// The records' places in the batch, ascending.
  let records: Span<Int32>
  /// What the rule sees: values and cells by the records' places, trimmed if field or rule says so.
  /// What is missing has an empty cell.
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

/// What a rule found in a column; records that satisfy it are not mentioned.
package struct ColumnFindings {
  /// The values that do not satisfy the rule.
  private(set) var failures: [ColumnFailure] = []
  /// Those of which it cannot be told.
  private(set) var undecided: [(record: Int, why: Undecided)] = []

  /// Takes in what the rule answers of a record.
  @inline(never)
  mutating func add(_ record: Int, _ answer: RuleAnswer) {
    switch answer {
    case .passes: break
    case .fails(let failure): failures.append(ColumnFailure(record, failure))
    case .undecided(let why): undecided.append((record, why))
    }
  }

  mutating func removeAll() {
    failures.removeAll(keepingCapacity: true)
    undecided.removeAll(keepingCapacity: true)
  }
}

/// A value that does not satisfy a rule.
struct ColumnFailure {
  /// The record's place in its batch, from 0.
  let record: Int
  let failure: Failure

  init(_ record: Int, _ failure: Failure) {
    self.record = record
    self.failure = failure
  }
}

extension Column {
  /// The one loop over the records: what `check` answers of each is put down. Inlined, so that each
  /// rule has a loop compiled for it.
  ///
  /// - Parameter passes: what is known to pass without looking any further; the values of which most
  ///   are, of a rule that most records meet.
  @inline(__always)
  func judge(
    _ findings: inout ColumnFindings, unless passes: (Value) -> Bool = { _ in false },
    by check: (Value, Span<UInt8>, borrowing RecordContext) -> RuleAnswer
  ) {
    var context = context
    for index in 0..<records.count {
      let record = Int(truncatingIfNeeded: records[index])
      if passes(values[record]) { continue }
      context.record = record
      let answer = check(values[record], context.bytes.extracting(cells[record].range), context)
      if case .passes = answer { continue }
      findings.add(record, answer)
    }
  }
}

extension Rule {
  /// Asks `check` of value by value.
  package func judge(_ column: borrowing Column, _ findings: inout ColumnFindings) {
    column.judge(&findings) { value, text, record in check(value, text, record) }
  }
}
