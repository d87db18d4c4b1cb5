import FormBytes

/// A record while it is judged: every field's value and text, and the run it is judged in. Rules
/// that look at other fields, the clock or run parameters get at them through this.
///
/// The spans hold the records of a batch, column by column; `record` says which is meant, so that a
/// judge makes one context for a whole column.
package struct RecordContext: ~Escapable {
  let bytes: Span<UInt8>
  let cells: Span<Cell>
  let values: Span<Value>
  let run: RunState
  /// How many records a column holds.
  let height: Int
  /// The record's place in its batch, from 0.
  var record = 0

  @_lifetime(copy bytes, copy cells, copy values)
  init(
    bytes: Span<UInt8>, cells: Span<Cell>, values: Span<Value>, run: RunState, height: Int = 1
  ) {
    self.bytes = bytes
    self.cells = cells
    self.values = values
    self.run = run
    self.height = height
  }

  /// The value of the form's field at that position.
  func value(of field: Int) -> Value { values[place(of: field)] }

  /// The text of the form's field at that position, trimmed if the field says so.
  @_lifetime(copy self)
  func text(of field: Int) -> Span<UInt8> { bytes.extracting(cells[place(of: field)].range) }

  /// What the source says the field's cell is.
  func kind(of field: Int) -> Cell.Kind { cells[place(of: field)].kind }

  private func place(of field: Int) -> Int { field &* height &+ record }
}
