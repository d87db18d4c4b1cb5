package import FormBytes

/// A record while it is judged: the values and texts of its fields, and the run. Rules use it to
/// read other fields, the clock and run parameters.
///
/// The spans hold the records of a batch by column, and `record` selects one of them, so that a
/// judge creates one context for a whole column.
package struct RecordContext: ~Escapable {
  let bytes: Span<UInt8>
  let cells: Span<Cell>
  let values: Span<Value>
  let run: RunState
  /// The number of records in a column.
  let height: Int
  /// The record's position in its batch, from 0.
  var record = 0

  @_lifetime(copy bytes, copy cells, copy values)
  package init(
    bytes: Span<UInt8>, cells: Span<Cell>, values: Span<Value>, run: RunState, height: Int = 1
  ) {
    self.bytes = bytes
    self.cells = cells
    self.values = values
    self.run = run
    self.height = height
  }

  /// The value of the field at this position.
  func value(of field: Int) -> Value { values[cellIndex(of: field)] }

  /// The text of the field at this position, trimmed if the field requires it.
  @_lifetime(copy self)
  func text(of field: Int) -> Span<UInt8> { bytes.extracting(cells[cellIndex(of: field)].range) }

  /// The cell of the field at this position, trimmed if the field requires it.
  func cell(of field: Int) -> Cell { cells[cellIndex(of: field)] }

  /// The kind of the field's cell in the input.
  func kind(of field: Int) -> Cell.Kind { cells[cellIndex(of: field)].kind }

  private func cellIndex(of field: Int) -> Int { field &* height &+ record }
}
