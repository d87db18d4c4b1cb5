/// A rule of fields that has a loop of its own over a column, compiled for it, so that the call of
/// its `check` costs nothing. For rules that most records meet; the others are called one by one.
///
/// What `judge` finds is what `check` finds for each value that is present, no more.
protocol ColumnRule: Rule {
  /// Judges the values of a column that are there and of their type.
  func judge(_ column: borrowing Column, _ failures: inout [ColumnFailure])
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

/// One field of all records of a batch.
struct Column: ~Escapable {
  /// The field's cells, trimmed if the field says so.
  let cells: Span<Cell>
  let values: Span<Value>
  let context: RecordContext

  @_lifetime(copy context)
  init(_ field: Int, of context: RecordContext) {
    let range = field &* context.height..<(field &+ 1) &* context.height
    cells = context.cells.extracting(range)
    values = context.values.extracting(range)
    self.context = context
  }

  var count: Int { values.count }

  @_lifetime(copy self)
  func text(at record: Int) -> Span<UInt8> { context.bytes.extracting(cells[record].range) }
}

extension ColumnRule {
  func judge(_ column: borrowing Column, _ failures: inout [ColumnFailure]) {
    judgeEach(column, &failures)
  }

  /// The loop that calls `check`, which the compiler puts into it.
  @inline(__always)
  func judgeEach(_ column: borrowing Column, _ failures: inout [ColumnFailure]) {
    var context = column.context
    for record in 0..<column.count {
      let value = column.values[record]
      guard value.isPresent else { continue }
      context.record = record
      if let failure = check(value, column.text(at: record), context) {
        failures.append(ColumnFailure(record, failure))
      }
    }
  }
}
