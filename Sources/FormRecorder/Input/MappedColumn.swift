import FormRules

/// A column that is assigned to a field explicitly, rather than by its name.
package struct MappedColumn: Sendable {
  let column: String
  let field: String
  /// Whether an input without the column is refused.
  let isRequired: Bool

  init(_ column: String, to field: String, isRequired: Bool = true) {
    self.column = column
    self.field = field
    self.isRequired = isRequired
  }
}

extension InputOptions {
  /// The columns of the map, and those of the source's map that it does not replace.
  package var mappedColumns: [MappedColumn] {
    map.map { MappedColumn($0.column, to: $0.field) }
      + withoutReplaced(sourceMap).sorted { $0.key < $1.key }
      .map { MappedColumn($0.key, to: $0.value, isRequired: false) }
  }

  /// The entries of a source's map whose columns and fields the map does not contain. Columns are
  /// compared like headers.
  func withoutReplaced(_ known: [String: String]) -> [String: String] {
    let columns = Set(map.map { Field.headerKey($0.column) })
    let fields = Set(map.map(\.field))
    return known.filter { !columns.contains(Field.headerKey($0.key)) && !fields.contains($0.value) }
  }
}
