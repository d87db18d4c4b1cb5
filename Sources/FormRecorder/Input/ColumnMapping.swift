import FormBytes
package import FormInput
package import FormRules
package import FormStore

/// Maps the columns of a file to the fields of a form.
package struct ColumnMapping: Sendable {
  /// The columns found so far, in order.
  package private(set) var columns: [ImportColumn] = []
  /// The treatment of columns that map to no field.
  package let unknown: Form.UnknownColumns
  /// Whether the records were stored before, in which case card numbers may be masked.
  let recordsAreStored: Bool
  /// What happens to a file that formrec exported.
  let exports: ExportHandling
  /// The column of each field of the form, or nil.
  package private(set) var columnOfField: [Int?]

  let form: Form
  private let headers: HeaderIndex
  /// The explicit assignments: field positions by folded column name.
  private let mapped: [String: Int]
  /// The columns that must exist, because the caller mapped them.
  let requiredColumns: [String]

  /// What happens to a file that formrec exported.
  package enum ExportHandling: Sendable {
    /// Nothing; a note mentions it.
    case note
    /// It is refused.
    case refuse
    /// Its records are new ones, and it must not contain masks.
    case store
  }

  /// - Parameters:
  ///   - mapped: The explicit assignments, which take precedence over names.
  ///   - exports: What happens to a file that formrec exported.
  package init(
    form: Form, mapped: [MappedColumn] = [], exports: ExportHandling = .note
  ) throws(RecorderError) {
    self.form = form
    self.exports = exports
    unknown = form.resolvedUnknownColumns
    recordsAreStored = false
    columnOfField = Array(repeating: nil, count: form.fields.count)
    headers = HeaderIndex(form)
    var map: [String: Int] = [:]
    for assignment in mapped {
      guard let index = form.fieldIndex(assignment.field) else {
        throw RecorderError(
          .usage,
          "column '\(assignment.column.displayText)' is mapped to an "
            + String.unknown("field", assignment.field, known: form.fields.map(\.name)))
      }
      map[Field.headerKey(assignment.column)] = index
    }
    self.mapped = map
    requiredColumns = mapped.filter(\.isRequired).map(\.column)
  }

  /// The columns of records that were stored before, all of which are kept. They fill the fields
  /// that they fill in a replay.
  init(form: Form, storedColumns: [ImportColumn]) {
    self.form = form
    unknown = .keep
    recordsAreStored = true
    exports = .note
    columns = storedColumns
    columnOfField = form.columnOfField(storedColumns)
    headers = HeaderIndex(form)
    (mapped, requiredColumns) = ([:], [])
  }

  /// Adds columns: each maps to the field with its name or, if the form specifies it, to the field
  /// at the same position. Other columns map to no field. The caller's mapping takes precedence,
  /// for the field as well as for the column.
  ///
  /// - Parameter header: The names of the columns. If there are none, the file has no header, and
  ///   its columns are the fields of the form.
  /// - Throws: `RecorderError` if two columns map to the same field.
  package mutating func add(header: [String]) throws(RecorderError) {
    let names = header.isEmpty ? form.fields.map { $0.header ?? $0.name } : header
    let isByPosition = header.isEmpty || form.file.match == .position
    let mappedFields = Set((requiredColumns + names).compactMap { mappedField($0) })
    for (index, name) in names.enumerated() {
      let position = form.fields.indices.contains(index) ? index : nil
      let unmapped = (isByPosition ? position : headers[name]).flatMap {
        mappedFields.contains($0) ? nil : $0
      }
      try add(name, field: mappedField(name) ?? unmapped)
    }
  }

  /// Returns the field that a JSON key means, or nil. A field to which a key is mapped is also read
  /// from the keys with its names, because which keys occur is known only at the end.
  @Sendable package func field(ofKey name: String) -> Int? { mappedField(name) ?? headers[name] }

  /// The field to which the caller mapped a column, or nil.
  func mappedField(_ name: String) -> Int? { mapped[Field.headerKey(name)] }

  /// Adds JSON keys by name.
  ///
  /// A key whose field already has another key is kept without a field. Its values are in the
  /// column of the other key; see `ReaderOptions.fieldOfKey`.
  package mutating func add(keys: some Sequence<String>) throws(RecorderError) {
    for name in keys {
      let field = field(ofKey: name)
      let isFilled = field.map { columnOfField[$0] != nil } ?? false
      try add(name, field: isFilled ? nil : field)
    }
  }

  private mutating func add(_ name: String, field: Int?) throws(RecorderError) {
    if let field {
      if let other = columnOfField[field] {
        throw RecorderError(
          .columns(missing: [], unknown: []),
          "columns '\(columns[other].header.displayText)' and '\(name.displayText)' are both mapped to field "
            + "'\(form.fields[field].name.visibleText)'; rename one of them", .mapColumns)
      }
      columnOfField[field] = columns.count
    }
    columns.append(.init(header: name, field: field.map { form.fields[$0].name }))
  }

  /// The positions of the stored columns, or nil if all columns are stored.
  package var storedPositions: [Int]? {
    guard unknown == .drop else { return nil }
    let named = columns.indices.filter { columns[$0].field != nil }
    return named.count == columns.count ? nil : named
  }

  /// The stored columns, in order.
  package var storedColumns: [ImportColumn] {
    storedPositions.map { $0.map { columns[$0] } } ?? columns
  }

  /// Whether a column maps to a field.
  var hasField: Bool { columnOfField.contains { $0 != nil } }

  /// Whether the raw bytes of records that could not be parsed are stored. They are not if they may
  /// contain values of columns that must not be stored.
  package func storesMalformed(_ format: RecordFormat) -> Bool {
    unknown != .drop || format.properties.hasColumns && unknownColumns.isEmpty
  }

  /// The names of columns that map to no field.
  package var unknownColumns: [String] { columns.filter { $0.field == nil }.map(\.header) }

  /// The fields without a column.
  package var missingFields: [Field] {
    zip(form.fields, columnOfField).filter { $0.1 == nil }.map(\.0)
  }
}

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
