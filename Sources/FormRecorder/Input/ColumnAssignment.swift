/// A column that is assigned to a field explicitly, rather than by its name.
package struct ColumnAssignment: Sendable {
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
  /// The columns of the map, and those of the source's map whose columns and fields the map does
  /// not contain.
  package var assignments: [ColumnAssignment] {
    map.map { ColumnAssignment($0.column, to: $0.field) }
      + sourceMap.sorted { $0.key < $1.key }
      .filter { known in !map.contains { $0.column == known.key || $0.field == known.value } }
      .map { ColumnAssignment($0.key, to: $0.value, isRequired: false) }
  }
}
