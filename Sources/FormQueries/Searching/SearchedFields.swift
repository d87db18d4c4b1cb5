import FormRules
import FormStore

/// The fields that a search names, in all versions of a form.
struct SearchedFields {
  private let fields: [SearchedField]
  /// Whether each import has at most one column for each condition.
  let hasSingleColumns: Bool

  /// - Throws: `RecorderError` if a column to search is masked, or if a condition's field is
  ///   neither a field in a version of the form nor a column of an import.
  init(
    _ conditions: [RecordSearch.Condition], versions: [Form], layouts: [[ImportColumn]],
    masks: ColumnMasks
  ) throws(RecorderError) {
    let fields = conditions.map { SearchedField($0.field, versions) }
    // A field may have been renamed before it became sensitive.
    let named = fields.flatMap(\.names).map { ImportColumn(header: $0, field: nil) }
    let searched = layouts.joined().filter { column in
      fields.contains { $0.isFilled(by: column) }
    }
    guard !masks.masks(named + searched).contains(true) else {
      throw RecorderError(.sensitive, "a search by a sensitive field would reveal its value")
    }
    for (condition, field) in zip(conditions, fields)
    where field.types.isEmpty && !layouts.joined().contains(where: field.isFilled) {
      let known = (versions.last?.fields ?? []).map(\.name)
      throw RecorderError(
        .missing(.other),
        .unknown("field", condition.field.displayText, known: known))
    }
    self.fields = fields
    hasSingleColumns = layouts.allSatisfy { layout in
      fields.allSatisfy { layout.count(where: $0.isFilled) <= 1 }
    }
  }

  /// For each condition, the columns of an import that map to its field in any version.
  func columns(of layout: [ImportColumn]) -> [[Int]] {
    fields.map { field in layout.indices.filter { field.isFilled(by: layout[$0]) } }
  }

  /// The types by which the values of a condition are compared. Empty for a column that no version
  /// names.
  func types(ofCondition index: Int) -> [Field] { fields[index].types }
}

/// A field in all versions of a form.
private struct SearchedField {
  /// The field's names in all versions.
  let names: Set<String>
  /// The field's column names, normalized like headers.
  private let headers: Set<String>
  /// One field for each type that it has had.
  let types: [Field]

  init(_ name: String, _ versions: [Form]) {
    let key = Field.headerKey(name)
    // A field's own name takes precedence over other fields' aliases.
    var found = versions.map { form in
      (form.fieldIndex(name) ?? HeaderIndex(form)[name]).map { form.fields[$0] }
    }
    let headers = Set([key] + found.compactMap { $0?.headers.map(Field.headerKey) }.joined())
    // A field that was renamed has its old name as an alias.
    for (index, form) in versions.enumerated() where found[index] == nil {
      found[index] = form.fields.first { headers.contains(Field.headerKey($0.name)) }
    }
    self.headers = headers
    names = Set([name] + found.compactMap { $0?.name })
    types = found.reduce(into: []) { types, field in
      guard let field else { return }
      if !types.contains(where: { $0.type == field.type && $0.trim == field.trim }) {
        types.append(field)
      }
    }
  }

  /// Whether a column of an import maps to the field.
  func isFilled(by column: ImportColumn) -> Bool {
    column.field.map(names.contains) ?? headers.contains(Field.headerKey(column.header))
  }
}
