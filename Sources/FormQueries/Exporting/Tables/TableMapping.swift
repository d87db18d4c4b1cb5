import FormRules
import FormStore

/// Maps the cells of imports with the same columns to the table of their form.
struct TableMapping {
  /// For each field of the form's latest version, its column, or nil.
  let columnOfField: [Int?]
  /// For each field, whether its values are masked.
  let isMasked: [Bool]
  /// The columns that do not fill a field.
  let rest: [Int]
  /// The keys of cells in `_raw`: the name of the field or, for other columns, the header as
  /// exported.
  let names: [String]
  private let shown: DisplayColumns

  init(_ shown: DisplayColumns, _ form: Form) {
    let columns = shown.columns
    let columnOfField = form.columnOfField(columns)
    var names: [String?] = Array(repeating: nil, count: columns.count)
    for (field, column) in zip(form.fields, columnOfField) {
      if let column { names[column] = field.name }
    }
    let taken = Set(names.compactMap { $0.map { Array($0.utf8) } })
    rest = names.indices.filter { names[$0] == nil }
    self.names = names.enumerated().map { index, name in
      name
        ?? (taken.contains(Array(shown.names[index].utf8))
          ? "column \(index + 1)" : shown.names[index])
    }
    isMasked = columnOfField.map { column in column.map { shown.isMasked[$0] } == true }
    self.columnOfField = columnOfField
    self.shown = shown
  }

  /// Returns the key of a cell by its index; a malformed record may have more cells than columns.
  func name(_ index: Int) -> String { index < names.count ? names[index] : "column \(index + 1)" }

  /// The keys of the masked columns in `_raw`.
  var maskedRest: [String] { rest.filter { shown.isMasked[$0] }.map { names[$0] } }

  /// Returns whether a cell is masked in `_raw`.
  func masks(_ index: Int, ofMalformed: Bool) -> Bool {
    ofMalformed ? shown.masksMalformed : shown.isMasked[index]
  }
}
