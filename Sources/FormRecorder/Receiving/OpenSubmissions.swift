import FormBytes
import FormInput
import FormRules
import FormStore

/// Reads submissions with their failures that are not waived, to repair them. Columns and failures
/// have the names of the fields in the latest version of the form.
struct OpenSubmissions {
  let input: ExportInput
  private let layouts: ExportLayouts
  private let store: Store

  /// A submission with its failures.
  struct Row {
    let submission: ExportedSubmission
    let columns: DisplayColumns
    /// The failures, warnings and notes that are not waived.
    let errors: [ReportedError]
    /// The fields that a correction may change, or nil for all.
    let openFields: Set<String>?

    /// Calls a closure with the name of each cell and its text; nil if the text is masked.
    func forEachCell(_ body: (String, String?) -> Void) {
      for (column, cell) in submission.cells.enumerated() where cell.kind != .missing {
        body(
          columns.name(column),
          submission.masks(column, cell) ? nil : submission.batch.records.text(of: cell))
      }
    }

    /// The text of a field, empty if the submission lacks it; nil if it is masked.
    func text(of field: String) -> String? {
      // Compares bytes, because texts that look alike may differ.
      guard let column = columns.names.firstIndex(where: { $0.utf8.elementsEqual(field.utf8) }),
        column < submission.cells.count
      else { return "" }
      let cell = submission.cells[submission.cells.startIndex + column]
      if submission.masks(column, cell) { return nil }
      return cell.kind == .missing ? "" : submission.batch.records.text(of: cell)
    }
  }

  init(_ store: Store, _ request: ExportRequest) throws {
    self.store = store
    input = try ExportInput(store, request)
    layouts = try ExportLayouts(input, input.segments)
  }

  /// The names of all columns, and whether each is masked.
  var columns: [(name: String, isMasked: Bool)] {
    var known: Set<[UInt8]> = []
    return layouts.all.flatMap { zip($0.columns.names, $0.columns.isMasked) }
      .filter { known.insert(Array($0.0.utf8)).inserted }.map { ($0.0, $0.1) }
  }

  /// Calls a closure with each submission, in the order of numbers.
  ///
  /// - Parameter limit: The maximum number of submissions.
  func forEach(
    atMost limit: Int = .max, shouldStop: () -> Bool, _ body: (Row) throws -> Void
  ) throws {
    var count = 0
    var reader = input.reader(input.segments, layouts: layouts.ofImport)
    var batch = ExportBatch()
    while count < limit, try batch.read(&reader, from: store) {
      if shouldStop() { throw RecorderError(.stopped, "stopped before the end of the selection") }
      let waived = batch.waived
      try batch.forEachSubmission(of: input, input.segments, layouts: layouts) { submission in
        count += 1
        guard count <= limit else { return }
        try body(
          row(
            submission,
            errors: submission.errors.filter {
              waived.isEmpty
                || !waived.contains(DecidedFailure(submission: submission.id, rule: $0.rule))
            }))
      }
    }
  }

  private func row(_ submission: ExportedSubmission, errors: [ReportedError]) -> Row {
    let current = submission.batch.columns.currentName
    let open =
      submission.raw == nil
      ? OpenFields.fields(
        of: errors.filter { $0.severity != .info }.map { ($0.rule, $0.field) },
        under: submission.plan)
      : []
    return Row(
      submission: submission, columns: submission.batch.columns,
      errors: errors.map { error in
        var error = error
        error.field = error.field.map(current)
        return error
      }, openFields: open.map { Set($0.map(current)) })
  }
}
