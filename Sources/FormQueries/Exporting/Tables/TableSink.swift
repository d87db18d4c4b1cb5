import FormInput
import FormRules
import FormStore

/// Writes submissions to an SQLite file of plain tables: one per form, and `errors`, `imports` and
/// `runs`.
struct TableSink: ExportSink {
  private let input: ExportInput
  private let segments: [VerdictSegment]
  private let layouts: ExportLayouts
  /// By plan, then by the position of the rule.
  private let severities: [Int64: [Int: Severity]]
  private(set) var maskedFields: [String] = []
  /// The tables of forms.
  private var tables: [FormTable] = []
  /// For each layout, the mapping of its cells and the table of its form; nil if the form is not
  /// stored.
  private var sources: [(cells: TableMapping, table: FormTable)?] = []
  private var errors: ErrorTable
  private let output: OutputFile
  private let writer: TableWriter
  private var others: [TableContent]
  private var batches = 0

  init(
    _ input: ExportInput, _ segments: [VerdictSegment], layouts: ExportLayouts,
    output: OutputFile
  ) throws {
    self.input = input
    self.segments = segments
    self.layouts = layouts
    self.output = output
    severities = input.descriptions.mapValues { $0.rules.mapValues(\.severity) }
    errors = ErrorTable(input.descriptions, input.request.localization)
    try ReplacedDatabase.requireNoChanges(beside: output.path)
    others = try input.store.importAndRunTables(input.filter, segments)
    let forms = try input.store.latestVersions(of: .form)
      .filter { input.filter.form == nil || input.filter.form == $0.name }
    sources = Array(repeating: nil, count: layouts.all.count)
    for form in try forms.map({ try $0.form() }) {
      let ofForm = layouts.all.indices.filter { layouts.all[$0].form == form.name }
      let cells = ofForm.map { TableMapping(layouts.all[$0].columns, form) }
      var masked: Set<Int> = []
      if input.request.isMasked {
        masked = Set(form.fields.indices.filter { form.fields[$0].sensitive })
        for cells in cells {
          masked.formUnion(cells.isMasked.indices.filter { cells.isMasked[$0] })
        }
      }
      maskedFields += masked.map { form.fields[$0].name } + cells.flatMap(\.maskedRest)
      let table = try FormTable(form, masked: masked, index: tables.count)
      for (layout, cells) in zip(ofForm, cells) { sources[layout] = (cells, table) }
      tables.append(table)
    }
    writer = TableWriter(
      output, tables.map(\.layout.shape) + [ErrorTable.shape] + others.map(\.shape))
  }

  mutating func finish() throws {
    for index in others.indices {
      try writer.append(&others[index].rows, to: tables.count + 1 + index)
    }
    try writer.finish()
  }

  mutating func append(_ batch: ExportBatch) throws {
    batches += 1
    if batches.isMultiple(of: 64) { output.beginSync() }
    guard let first = batch.submissions.segmentOfRow.first else { return }
    guard let (cells, table) = sources[layouts.layout(segments[first])] else {
      throw RecorderError.damaged("the form of import \(segments[first].importID) is not stored")
    }
    try append(batch.submissions, cells, table: table)
  }

  private mutating func append(
    _ batch: borrowing SubmissionBatch, _ cells: TableMapping, table: FormTable
  ) throws {
    let properties = try RowProperties(of: batch, segments, input)
    try table.make(batch, cells)
    errors.removeAll()
    // Every access to a property of a class is checked for exclusivity, which is too slow per cell.
    var rows = TableRows()
    swap(&rows, &table.rows)
    var texts = ImportCells()
    properties.fillCommonColumns(of: &rows, &texts)
    for row in 0..<batch.rows.count {
      let segment = segments[batch.segmentOfRow[row]]
      let id = batch.rows.ids[row]
      properties.fill(row, id: id, importID: segment.importID, of: &rows, &texts)
      rows[row, .submission] = .integer(id)
      rows[row, .record] = .integer(Int64(segment.firstRecord) + id - segment.ids.lowerBound)
      rows[row, .line] = .integer(batch.rows.lines[row])
      rows[row, .verdict] = texts.accepted
      rows[row, .errors] = .integer(0)
      rows[row, .warnings] = .integer(0)
      if !batch.hasErrors(row) { continue }
      let found = batch.errors(row)
      let severities = severities[segment.planID, default: [:]]
      let rejecting = found.count { severities[$0.rule]?.rejects == true }
      if rejecting > 0 { rows[row, .verdict] = texts.rejected }
      rows[row, .errors] = .integer(Int64(rejecting))
      rows[row, .warnings] = .integer(Int64(found.count { severities[$0.rule] == .warning }))
      for error in found { errors.append(error, segment, form: table.form.name) }
    }
    try writer.append(&rows, to: table.index)
    swap(&rows, &table.rows)
    try writer.append(&errors.rows, to: tables.count)
  }
}
