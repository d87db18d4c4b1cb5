import FormRules

/// How a workbook validates the values of a field: by the rules that apply to every record, as far
/// as spreadsheet programs can evaluate them. What they cannot evaluate, the import does.
struct FieldCellValidation {
  private let field: Field
  private let rules: FieldRuleEntries
  private let form: Form
  private let messages: [String]
  private let localization: Localization

  init(_ index: Int, of plan: Plan, in localization: Localization) {
    field = plan.form.fields[index]
    rules = FieldRuleEntries(plan, field: index)
    form = plan.form
    self.localization = localization
    messages = plan.descriptions(ofField: index, in: localization)
  }

  /// The validation of the cells of a column.
  ///
  /// - Parameters:
  ///   - rows: The rows, from 0.
  ///   - lists: Receives lists that do not fit in a formula.
  func validation(
    column: Int, rows: ClosedRange<Int>, _ lists: inout WorkbookLists
  ) -> CellValidation {
    let letters = WorkbookParts.column(column)
    let cell = "\(letters)\(rows.lowerBound + 1)"
    let presentation = field.presentation
    let help = localization.text(presentation.helpTranslations) ?? presentation.help
    let (condition, isStrict) = condition(cell, &lists)
    return CellValidation(
      cells: "\(cell):\(letters)\(rows.upperBound + 1)", condition: condition,
      isStrict: isStrict && missingTexts.isEmpty, title: localization.label(of: field),
      hint: ([help, presentation.placeholder].compactMap { $0 } + messages).joined(separator: "\n"))
  }

  private var missingTexts: [String] {
    (field.missing ?? form.file.missing).filter { !$0.isEmpty }
  }

  /// The condition, and whether no accepted value violates it.
  private func condition(
    _ cell: String, _ lists: inout WorkbookLists
  ) -> (CellValidation.Condition?, isStrict: Bool) {
    if case .list = field.type { return (nil, false) }
    let choices = field.presentation.choices.map(\.value)
    if let values = rules.listedValues, let list = lists.formula(of: values) {
      return (.list(list), true)
    } else if !choices.isEmpty, let list = lists.formula(of: choices) {
      return (.list(list), false)
    }
    let formula = CellFormula(field.trim ? "TRIM(\(cell))" : cell)
    switch field.type {
    case .boolean(let words):
      let values = [words.yes.first, words.no.first].compactMap { $0 }
      return (lists.formula(of: values).map { .list($0) }, words.yes.count + words.no.count == 2)
    case .integer: return (.formula(formula.integer(bounds)), true)
    case .number: return (.formula(formula.number(bounds)), true)
    case .decimal(let format):
      guard format.strip.isEmpty, format.negative.isEmpty else { return (nil, false) }
      return (.formula(formula.number(bounds, point: format.point, group: format.group)), true)
    case .date(let formats):
      guard formats.count < 2,
        let formula = formula.date(formats.first?.pattern ?? "yyyy-MM-dd", bounds)
      else { return (nil, false) }
      return (.formula(formula), true)
    case .text:
      guard let longest = rules.maximumLength else { return (nil, false) }
      let least = rules.constant("length", "min").flatMap { Int($0) } ?? 0
      // A program counts UTF-16 units.
      return (.length(min(least, longest)...longest), false)
    case .time, .datetime, .list, .file: return (nil, false)
    }
  }

  private var bounds: [CellFormula.Bound] {
    let comparisons = ["min": ">=", "minExclusive": ">", "max": "<=", "maxExclusive": "<"]
    return comparisons.sorted { $0.key < $1.key }.compactMap { name, comparison in
      rules.constant("range", name).map { CellFormula.Bound(comparison: comparison, value: $0) }
    }
  }
}

extension Plan {
  /// The descriptions of the rules of a field, or of the whole record. Any single value is a text.
  func descriptions(ofField index: Int?, in localization: Localization) -> [String] {
    let field = index.map { form.fields[$0] }
    return rules.dropFirst()
      .filter { rule in
        if field?.type == .text, case .type = rule.kind { return false }
        return rule.field == index
      }
      .map { $0.description(field: field, in: localization) }
  }
}

/// The hidden sheet with the lists that do not fit in the formula of a validation.
struct WorkbookLists {
  static let sheet = "Lists"

  private(set) var columns: [[String]] = []

  /// The maximum length of a list in a formula.
  private static let maximumText = 255

  /// Returns the formula of a list, or nil if a workbook cannot contain it.
  mutating func formula(of values: [String]) -> String? {
    let text = values.joined(separator: ",")
    let isPlain = values.allSatisfy { value in
      !value.isEmpty && value.first != " " && value.last != " "
        && !value.contains { $0 == "," || $0 == "\"" || $0.isNewline }
    }
    if isPlain, text.utf16.count <= Self.maximumText { return "\"\(text)\"" }
    guard values.count <= WorkbookFile.maximumRows, columns.count < WorkbookFile.maximumColumns,
      values.allSatisfy(\.fitsCell)
    else { return nil }
    let column = columns.firstIndex(of: values) ?? columns.count
    if column == columns.count { columns.append(values) }
    let letters = WorkbookParts.column(column)
    return "\(Self.sheet)!$\(letters)$1:$\(letters)$\(values.count)"
  }

  /// Writes the sheet, if there are lists.
  func write(to file: WorkbookFile) throws(RecorderError) {
    guard let rows = columns.map(\.count).max() else { return }
    try file.begin(WorkbookSheet(Self.sheet, isHidden: true))
    for row in 0..<rows {
      for (column, values) in columns.enumerated() where row < values.count {
        try file.write(values[row], row: row, column: column, .text)
      }
    }
    try file.end()
  }
}
