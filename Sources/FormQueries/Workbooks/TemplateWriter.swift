import FormInput
import FormRules

/// Writes an empty workbook for the records of a form.
struct TemplateWriter {
  private let plan: Plan
  private let localization: Localization

  init(_ plan: Plan, in localization: Localization) {
    self.plan = plan
    self.localization = localization
  }

  func write(
    named name: String, _ write: @escaping ([UInt8]) throws -> Void
  ) throws(RecorderError) {
    guard plan.form.fields.count <= WorkbookFile.maximumColumns else {
      throw RecorderError(.refused, "a sheet has at most \(WorkbookFile.maximumColumns) columns")
    }
    let file = try WorkbookFile(named: name, write)
    var lists = WorkbookLists()
    try writeRecords(to: file, &lists)
    try file.write(rulesTable, WorkbookSheet(localization.term("rules"), columns: ruleColumns))
    try lists.write(to: file)
    try file.close()
  }

  private var fields: [Field] { plan.form.fields }

  private func isRequired(_ index: Int) -> Bool {
    fields[index].required || FieldRuleEntries(plan, field: index).contains("required")
  }

  private func writeRecords(
    to file: WorkbookFile, _ lists: inout WorkbookLists
  ) throws(RecorderError) {
    let headers = fields.map { $0.header ?? $0.name }
    let columns = headers.enumerated().map { index, header in
      WorkbookSheet.Column(for: header, isRequired(index) ? .open : .input)
    }
    try file.begin(
      WorkbookSheet(localization.title(of: plan.form), columns: columns, protection: .rows))
    let headerLine = plan.form.file.header ?? 1
    for (column, header) in headers.enumerated() where headerLine > 0 {
      try file.write(header, row: headerLine - 1, column: column, .header)
      file.comment(comment(column), row: headerLine - 1, column: column)
    }
    var validations: [CellValidation] = []
    for index in fields.indices {
      let validation = FieldCellValidation(index, of: plan, in: localization)
      validations.append(
        validation.validation(
          column: index, rows: headerLine...WorkbookFile.maximumRows - 1, &lists))
    }
    try file.end(validations)
  }

  /// What a person must know about a field before entering values.
  private func comment(_ index: Int) -> String {
    let field = fields[index]
    let presentation = field.presentation
    let label = localization.label(of: field)
    return
      ([
        isRequired(index) ? "\(label) (\(localization.term("required")))" : label,
        localization.text(presentation.helpTranslations) ?? presentation.help,
        presentation.placeholder,
      ].compactMap { $0 } + plan.descriptions(ofField: index, in: localization)).joined(
        separator: "\n")
  }

  /// The rules in words: a row a rule, those of the whole record last.
  private var rulesTable: FileTable {
    let rows = fields.indices.flatMap { index in
      plan.descriptions(ofField: index, in: localization)
        .map { [fields[index].header ?? fields[index].name, $0] }
    }
    let recordRows = plan.descriptions(ofField: nil, in: localization)
      .map { [localization.term("whole record"), $0] }
    return FileTable(
      [[localization.term("field"), localization.term("rule")]] + rows + recordRows)
  }

  private var ruleColumns: [WorkbookSheet.Column] {
    [20, 100].map { width in
      var column = WorkbookSheet.Column(for: "")
      column.width = width
      return column
    }
  }
}
