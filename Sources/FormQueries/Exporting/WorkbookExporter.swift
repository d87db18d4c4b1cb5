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
  /// The field that each column fills in the form of the plan.
  private let fields: [String?]
  private let addedColumns: [AddedColumn]
  private let checksum: SubmissionChecksum?
  private let plan: Plan?
  private let localization: Localization
  private var row = 0
  private var comments = 0

  init(
    _ layouts: [DisplayColumns], _ style: CSVStyle, judgedUnder plan: Plan?,
    in localization: Localization, to output: ExportOutput
  ) throws(RecorderError) {
    file = try WorkbookFile(named: output.name, output.write)
    (columns, fields) = Self.columns(of: layouts, in: style, form: plan?.form)
    addedColumns = style.addedColumns
    checksum = style.checksum
    self.plan = plan
    self.localization = localization
    guard columns.headers.count + addedColumns.count <= WorkbookFile.maximumColumns else {
      throw RecorderError(
        .refused, "a sheet has at most \(WorkbookFile.maximumColumns) columns; write CSV instead")
    }
  }

  /// The columns of the imports with the fields that they fill. A workbook for corrections also has
  /// the required fields that no import has, because columns cannot be added to a protected sheet.
  private static func columns(
    of layouts: [DisplayColumns], in style: CSVStyle, form: Form?
  ) -> (ExportColumns, fields: [String?]) {
    var columns = ExportColumns(layouts, isRaw: style.isRaw)
    let filled = layouts.map { form?.remapped($0.columns) ?? $0.columns }
    var fields = columns.headers.indices.map { position in
      columns.columns.indices.lazy.compactMap { layout in
        columns.columns[layout][position].flatMap { filled[layout][$0].field }
      }.first
    }
    guard style.checksum != nil, let form else { return (columns, fields) }
    for field in form.fields where field.required && !fields.contains(field.name) {
      columns.add(header: field.header ?? field.name)
      fields.append(field.name)
    }
    return (columns, fields)
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
    let failures = submission.shownErrors.filter { $0.severity != .info }
    let errors = errorsByField(failures)
    let open =
      submission.raw == nil
      ? OpenFields.fields(of: failures.map { ($0.rule, $0.field) }, under: plan) : nil
    for (position, column) in columns.columns[submission.batch.layout].enumerated() {
      let field = fields[position]
      try write(
        submission, column.flatMap { $0 < submission.cells.count ? $0 : nil }, at: position,
        errors: field.flatMap { errors[$0] } ?? [],
        isOpen: open.map { field.map($0.contains) ?? false } ?? true)
    }
    for (index, added) in addedColumns.enumerated() {
      try write(added, of: submission, column: columns.headers.count + index)
    }
  }

  /// The failures of each field. The cells that a rule of the whole record reads have its message.
  private func errorsByField(_ failures: [ReportedError]) -> [String?: [ReportedError]] {
    var errors = Dictionary(grouping: failures) { error in
      error.field.map { plan?.form.currentName(ofField: $0) ?? $0 }
    }
    for error in errors[nil] ?? [] {
      for field in OpenFields.fields(of: [(error.rule, nil)], under: plan) ?? [] {
        errors[field, default: []].append(error)
      }
    }
    return errors
  }

  private func write(
    _ added: AddedColumn, of submission: ExportedSubmission, column: Int
  ) throws {
    let text: String
    switch added {
    case .submission: return try file.write(submission.id, row: row, column: column)
    case .line: return try file.write(submission.line, row: row, column: column)
    case .check: text = checksum.map { submission.text(of: $0, in: .utf8) } ?? ""
    case .errors, .warnings: text = submission.errorText(rejecting: added == .errors)
    case .rest:
      text = String(decoding: submission.rest(columns, mask: DisplayColumns.mask), as: UTF8.self)
    case .raw:
      text = String(decoding: submission.rawText(mask: DisplayColumns.mask), as: UTF8.self)
    }
    let isOpen = submission.raw != nil && (added == .rest || added == .raw)
    try file.write(
      text.fitsCell ? text : DisplayColumns.mask, row: row, column: column,
      isOpen ? .open : .text)
  }

  /// - Parameter column: The column of the submission's import, or nil if the submission has no
  ///   cell there. If a correction may not add one, nothing is written.
  private mutating func write(
    _ submission: ExportedSubmission, _ column: Int?, at position: Int, errors: [ReportedError],
    isOpen: Bool
  ) throws(RecorderError) {
    let cell = column.map { submission.cells[submission.cells.startIndex + $0] } ?? .missing
    let style: WorkbookFile.Style =
      switch errors.filter({ $0.field != nil }).map(\.severity.rejects) {
      case []: isOpen ? .open : .text
      case let rejects: rejects.contains(true) ? .failed : .warned
      }
    var hint: String?
    let text =
      submission.escaped(cell).map { String(decoding: $0, as: UTF8.self) }
      ?? submission.batch.records.text(of: cell)
    if column == nil, style == .text { return }
    // On import of a correction, a mask stands for the stored value.
    if let column, submission.masks(column, cell) {
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
      guard let index = fields[position].flatMap(plan.form.fieldIndex) else { return nil }
      return FieldCellValidation(index, of: plan, in: localization)
        .validation(column: position, rows: 1...row, &lists)
    }
  }
}
