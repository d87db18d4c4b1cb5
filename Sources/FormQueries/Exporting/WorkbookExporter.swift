import FormBytes
import FormInput
import FormRules
import FormStore

/// Writes submissions as a workbook for correction: the columns of a CSV export, all cells as text
/// (which preserves leading zeros). Only the cells that a correction may change can be edited: they
/// are coloured, those with errors red and those with only warnings yellow, with the messages as
/// comments.
struct WorkbookExporter: SubmissionExporter {
  /// The maximum number of comments, which are kept in memory. Other messages are only in
  /// `_errors`.
  private static let maximumComments = 20_000
  /// The maximum length of a comment, in UTF-16 units.
  private static let maximumComment = 2_000

  private let file: WorkbookFile
  private let columns: ExportColumns
  private let layouts: [DisplayColumns]
  private let addedColumns: [AddedColumn]
  private let check: SubmissionCheck?
  private let plan: Plan?
  private let localization: Localization
  private var row = 0
  private var comments = 0

  init(
    _ layouts: [DisplayColumns], _ style: CSVStyle, judgedUnder plan: Plan?,
    in localization: Localization, to output: ExportOutput
  ) throws(RecorderError) {
    file = try WorkbookFile(named: output.name, output.write)
    columns = ExportColumns(layouts, isRaw: style.isRaw)
    self.layouts = layouts
    addedColumns = style.addedColumns
    check = style.check
    self.plan = plan
    self.localization = localization
    guard columns.headers.count + addedColumns.count <= WorkbookFile.maximumColumns else {
      throw RecorderError(
        .refused, "a sheet has at most \(WorkbookFile.maximumColumns) columns; write CSV instead")
    }
  }

  mutating func begin(_ output: inout [UInt8]) throws {
    let headers = columns.headers + addedColumns.map(\.rawValue)
    try file.begin(
      WorkbookSheet(
        "Submissions", columns: headers.map { WorkbookSheet.Column(for: $0) }, protection: .cells))
    for (column, header) in headers.enumerated() {
      try file.write(header, row: 0, column: column, .header)
    }
  }

  mutating func append(_ submission: ExportedSubmission, to output: inout [UInt8]) throws {
    row += 1
    guard row < WorkbookFile.maximumRows else {
      throw RecorderError(
        .refused,
        "a sheet has at most \(WorkbookFile.maximumRows) rows; select fewer submissions or write CSV"
      )
    }
    // Notes require no correction.
    let failures = submission.errors.filter { $0.severity != .info }
    var errors = Dictionary(grouping: failures, by: \.field)
    let open =
      submission.raw == nil
      ? OpenFields.fields(of: failures.map { ($0.rule, $0.field) }, under: plan) : nil
    // The cells that a rule of the whole record reads have its message.
    for error in errors[nil] ?? [] {
      for field in OpenFields.fields(of: [(error.rule, nil)], under: plan) ?? [] {
        errors[field, default: []].append(error)
      }
    }
    for (position, column) in columns.columns[submission.batch.layout].enumerated() {
      guard let column, column < submission.cells.count else { continue }
      let field = layouts[submission.batch.layout].columns[column].field
      try write(
        submission, column, at: position, errors: field.flatMap { errors[$0] } ?? [],
        isOpen: open.map { field.map($0.contains) ?? false } ?? true)
    }
    for (index, added) in addedColumns.enumerated() {
      let column = columns.headers.count + index
      var style = WorkbookFile.Style.text
      let text: String
      switch added {
      case .submission:
        try file.write(submission.id, row: row, column: column)
        continue
      case .line:
        try file.write(submission.line, row: row, column: column)
        continue
      case .check: text = check.map { submission.text(of: $0, in: .utf8) } ?? ""
      case .errors, .warnings: text = submission.errorText(rejecting: added == .errors)
      case .rest:
        text = String(decoding: submission.rest(columns, mask: DisplayColumns.mask), as: UTF8.self)
        if submission.raw != nil { style = .open }
      case .raw:
        text = String(decoding: submission.rawText(mask: DisplayColumns.mask), as: UTF8.self)
        if submission.raw != nil { style = .open }
      }
      try file.write(
        text.fitsCell ? text : DisplayColumns.mask, row: row, column: column, style)
    }
  }

  private mutating func write(
    _ submission: ExportedSubmission, _ column: Int, at position: Int, errors: [ReportedError],
    isOpen: Bool
  ) throws(RecorderError) {
    let cell = submission.cells[submission.cells.startIndex + column]
    let style: WorkbookFile.Style =
      switch errors.filter({ $0.field != nil }).map(\.severity.rejects) {
      case []: isOpen ? .open : .text
      case let rejects: rejects.contains(true) ? .failed : .warned
      }
    var hint: String?
    let text =
      submission.escaped(cell).map { String(decoding: $0, as: UTF8.self) }
      ?? submission.batch.records.text(of: cell)
    // On import of a correction, a mask stands for the stored value.
    if submission.masks(column, cell) {
      try file.write(DisplayColumns.mask, row: row, column: position, style)
    } else if !text.fitsCell {
      try file.write(DisplayColumns.mask, row: row, column: position, style)
      hint = "The value does not fit into a cell. Leave the cell unchanged to keep it."
    } else {
      try file.write(text, row: row, column: position, style)
    }
    guard !errors.isEmpty || hint != nil, comments < Self.maximumComments else { return }
    comments += 1
    let reasons = ErrorText.joined(errors, separator: "\n", maximum: Self.maximumComment)
    file.comment(
      [hint, errors.isEmpty ? nil : reasons].compactMap { $0 }.joined(separator: "\n"), row: row,
      column: position)
  }

  mutating func end(_ output: inout [UInt8]) throws {
    var lists = WorkbookLists()
    try file.end(
      filter: (row, columns.headers.count + addedColumns.count - 1), validations(&lists))
    try lists.write(to: file)
    try file.close()
  }

  private func validations(_ lists: inout WorkbookLists) -> [CellValidation] {
    guard let plan, row > 0 else { return [] }
    return columns.headers.indices.compactMap { position in
      let field = columns.columns.indices.lazy.compactMap { layout in
        columns.columns[layout][position].flatMap { layouts[layout].columns[$0].field }
      }.first
      guard let index = field.flatMap(plan.form.fieldIndex) else { return nil }
      return FieldValidation(index, of: plan, in: localization)
        .validation(column: position, rows: 1...row, &lists)
    }
  }
}
