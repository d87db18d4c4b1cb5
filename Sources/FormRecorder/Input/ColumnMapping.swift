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
  let areStored: Bool
  /// What happens to a file that formrec exported.
  let exports: ExportHandling
  /// The column of each field of the form, or nil.
  package private(set) var columnOfField: [Int?]

  let form: Form
  private let headers: HeaderIndex
  /// The explicit assignments: field positions by folded column name.
  private let mapped: [String: Int]
  private let requiredColumns: [String]
  /// The fields that no column fills by its name.
  private var mappedFields: Set<Int>

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
    form: Form, mapped: [ColumnAssignment] = [], exports: ExportHandling = .note
  ) throws(RecorderError) {
    self.form = form
    self.exports = exports
    unknown = form.resolvedUnknownColumns
    areStored = false
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
    mappedFields = Set(requiredColumns.compactMap { map[Field.headerKey($0)] })
  }

  /// The columns of records that were stored before, all of which are kept. They fill the fields
  /// that they fill in a replay.
  init(form: Form, storedColumns: [ImportColumn]) {
    self.form = form
    unknown = .keep
    areStored = true
    exports = .note
    columns = storedColumns
    columnOfField = form.columnOfField(storedColumns)
    headers = HeaderIndex(form)
    (mapped, requiredColumns, mappedFields) = ([:], [], [])
  }

  /// Adds columns: each maps to the field with its name or, if the form specifies it, to the field
  /// at the same position. Other columns map to no field.
  ///
  /// - Parameter header: The names of the columns. If there are none, the file has no header, and
  ///   its columns are the fields of the form.
  /// - Throws: `RecorderError` if two columns map to the same field.
  package mutating func add(header: [String]) throws(RecorderError) {
    let names = header.isEmpty ? form.fields.map { $0.header ?? $0.name } : header
    let isByPosition = header.isEmpty || form.file.match == .position
    mappedFields.formUnion(names.compactMap { mapped[Field.headerKey($0)] })
    for (index, name) in names.enumerated() {
      let position = form.fields.indices.contains(index) ? index : nil
      try add(name, field: field(of: name, else: isByPosition ? position : headers[name]))
    }
  }

  /// Returns the field that a JSON key means, or nil.
  @Sendable package func field(ofKey name: String) -> Int? { field(of: name, else: headers[name]) }

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

  /// The caller's mapping takes precedence, for the field as well as for the column.
  private func field(of name: String, else fallback: Int?) -> Int? {
    if let field = mapped[Field.headerKey(name)] { return field }
    return fallback.flatMap { mappedFields.contains($0) ? nil : $0 }
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

  /// Notes for the user: columns that map to no field and, for files with columns, fields without a
  /// column.
  package func notes(_ format: RecordFormat) -> [String] {
    var notes: [String] = []
    let unknown = unknownColumns.map { "'\($0.displayText)'" }
    if !unknown.isEmpty {
      let fate =
        switch self.unknown {
        case .keep, .refuse: ""
        case .mask: "; masked in reports and exports"
        case .drop: "; not stored"
        }
      notes.append(
        "no field for the \("column".inflected(for: unknown.count)) "
          + unknown.joined(separator: ", ") + fate)
    }
    let missing = missingFields.map { "'\($0.name.visibleText)'" }
    if !missing.isEmpty, format.properties.hasColumns {
      notes.append(
        "no column for the \("field".inflected(for: missing.count)) "
          + missing.joined(separator: ", ")
      )
    }
    if isExport {
      notes.append(
        "this is an export of formrec, whose records are already stored; "
          + "a returned file contains corrections")
    }
    return notes
  }

  /// The columns that exports add.
  private var addedColumns: [AddedColumn] { unknownColumns.compactMap(AddedColumn.init) }

  /// Whether the input is an export.
  var isExport: Bool { AddedColumn.identifyExport(unknownColumns) }

  /// - Throws: `RecorderError` if the input is an export, and exports are refused.
  func requireNoRefusedExport() throws(RecorderError) {
    guard exports == .refuse, isExport else { return }
    throw RecorderError(
      .returnedFile,
      "is an export of formrec (\(addedColumns.map(\.rawValue).joined(separator: ", "))), whose records are already stored; "
        + "a returned file contains corrections", .importCorrections, .importAsRecords)
  }

  /// - Throws: `RecorderError` if a column that the caller mapped does not exist.
  package func requireMappedColumns() throws(RecorderError) {
    let known = columns.map(\.header)
    guard let absent = requiredColumns.first(where: { known.indices(ofHeader: $0).isEmpty }) else {
      return
    }
    let message = String.unknown("column", absent.displayText, known: known.map(\.displayText))
    throw RecorderError(.usage, "the mapping of columns: \(message)")
  }

  /// - Throws: `RecorderError` if the form refuses unknown columns and there are any, or a field
  ///   has no column.
  package func requireKnownColumns(_ format: RecordFormat) throws(RecorderError) {
    guard unknown == .refuse else { return }
    let wanted = missingFields.map { $0.header ?? $0.name }
    // A key that is missing in one record may occur in another.
    let names = format.properties.hasColumns ? wanted : form.fields.map(\.name)
    let surplus = unknownColumns.map { name in
      "'\(name.displayText)'"
        + (names.nearest(to: name).map { " (did you mean '\($0.visibleText)'?)" } ?? "")
    }
    let missing = format.properties.hasColumns ? wanted.map { "'\($0.visibleText)'" } : []
    guard !surplus.isEmpty || !missing.isEmpty else { return }
    let problems = [
      surplus.isEmpty ? nil : "no field for \(surplus.joined(separator: ", "))",
      missing.isEmpty ? nil : "no column for \(missing.joined(separator: ", "))",
    ].compactMap { $0 }
    throw RecorderError(
      .columns(missing: missing.isEmpty ? [] : wanted, unknown: unknownColumns),
      "form '\(form.name)' does not allow columns that are not fields: "
        + problems.joined(separator: "; "))
  }

  /// - Throws: `RecorderError` if a field that every record requires has no column, with the
  ///   names of all such fields, or if no column maps to any field, which means that the file
  ///   belongs to another form or has another delimiter.
  package func requireColumns() throws(RecorderError) {
    let missing = missingFields.filter { $0.required && $0.shownWhen == nil }
    // The line may be a record instead of a header, so its values must not appear in the message.
    let isRecord =
      columnOfField.allSatisfy { $0 == nil } && columns.contains { $0.header.looksLikeValue }
    let found =
      isRecord
      ? "\(columns.count) whose names look like values"
      : columns.map { "'\($0.header.displayText)'" }.joined(separator: ", ")
    guard missing.isEmpty else {
      let names = missing.map { "'\(($0.header ?? $0.name).visibleText)'" }.joined(separator: ", ")
      throw RecorderError(
        .columns(missing: missing.map { $0.header ?? $0.name }, unknown: unknownColumns),
        "the file lacks the required \("column".inflected(for: missing.count)) \(names); it has "
          + (found.isEmpty ? "none" : found), .mapColumns, .declareNoHeader)
    }
    guard hasField else {
      throw RecorderError(
        .columns(missing: [], unknown: unknownColumns),
        "no column of the file matches a field of form '\(form.name)'; it has \(found)",
        commentRemedies + [.mapColumns, .chooseDelimiter, .declareNoHeader])
    }
  }

  /// The remedy for a first line that may be a comment.
  private var commentRemedies: [Remedy] {
    guard let first = columns.first?.header, first.hasPrefix("#") else { return [] }
    return [.chooseDialect(FileDialect(comment: "#"))]
  }

  /// The error for objects none of whose keys is a field.
  ///
  /// - Parameter list: The name of a member that is an array of objects, if there is one.
  func unknownKeys(list: String?) -> RecorderError {
    RecorderError(
      .columns(missing: [], unknown: unknownColumns),
      "no key of the objects is a field of form '\(form.name)'; they have "
        + columns.prefix(20).map { "'\($0.header.displayText)'" }.joined(separator: ", ")
        + (columns.count > 20 ? " …" : ""),
      list.map { [.extractMember($0)] } ?? [.mapColumns])
  }
}

extension String {
  /// Whether the text looks like an address, a number or a date: it contains an @, or digits and no
  /// letters.
  fileprivate var looksLikeValue: Bool {
    contains("@") || contains { $0.isNumber } && !contains { $0.isLetter }
  }
}
