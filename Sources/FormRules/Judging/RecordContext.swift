/// A record while it is judged: every field's value and text, and the run it is judged in. Rules
/// that look at other fields, the clock or given parameters get at them through this.
///
/// The spans hold one record or several, one behind the other; `base` says which is meant, so that
/// a judge makes one context for a whole column.
public struct RecordContext: ~Escapable {
  let bytes: Span<UInt8>
  let cells: Span<Cell>
  let values: Span<Value>
  let run: RunState
  /// Where the record's first field stands in `cells` and `values`.
  var base = 0

  @_lifetime(copy bytes, copy cells, copy values)
  init(bytes: Span<UInt8>, cells: Span<Cell>, values: Span<Value>, run: RunState) {
    self.bytes = bytes
    self.cells = cells
    self.values = values
    self.run = run
  }

  /// The value of the form's field at that position.
  func value(of field: Int) -> Value { values[base &+ field] }

  /// The text of the form's field at that position, trimmed if the field says so.
  @_lifetime(copy self)
  func text(of field: Int) -> Span<UInt8> { bytes.extracting(cells[base &+ field].range) }

  /// What the source says the field's cell is.
  func kind(of field: Int) -> Cell.Kind { cells[base &+ field].kind }
}
