import FormBytes
import FormRulesTestSupport

@testable import FormRules

/// A run under the configuration of tests.
func testRun(
  parameters: [Literal] = [], stateCount: Int = 4, counted: CountedRecords? = nil
) -> RunState {
  var configuration = RunState.Configuration.ofTests
  configuration.counted = counted
  return RunState(configuration, parameters: parameters, stateCount: stateCount)
}

/// Calls `body` with a record of the form, as read from these texts: an unlisted field is missing,
/// one with an empty text is empty, and one whose text is not of its type is invalid. Fields trim
/// as declared.
///
/// - Parameter kinds: The kinds of the cells that are not strings.
func withRecord<Result>(
  _ form: Form, _ texts: [String: String], kinds: [String: Cell.Kind] = [:],
  in run: RunState = testRun(), _ body: (borrowing RecordContext) throws -> Result
) rethrows -> Result {
  var bytes: [UInt8] = []
  var cells: [Cell] = []
  var values: [Value] = []
  for field in form.fields {
    guard let text = texts[field.name] else {
      cells.append(.missing)
      values.append(.missing)
      continue
    }
    var cell = Array(text.utf8)
    if field.trim { cell = Array(cell[cell.span.trimmedRange]) }
    let kind = kinds[field.name] ?? .string
    cells.append(
      Cell(start: UInt32(bytes.count), end: UInt32(bytes.count + cell.count), kind: kind))
    values.append(
      cell.isEmpty ? .empty : (try? field.type.read(cell.span, kind: kind)) ?? .invalid)
    bytes += cell
  }
  return try body(
    RecordContext(bytes: bytes.span, cells: cells.span, values: values.span, run: run))
}
