import FormBytes
package import FormInput
import FormRules
import FormStore

/// What an input requires of its columns, and the notes on them.
extension ColumnMapping {
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
    try requireNone(of: requiredColumns.filter { known.indices(ofHeader: $0).isEmpty }, "column")
  }

  /// Checks the keys of all objects. Nothing is known if no object has any, or none could be read.
  ///
  /// - Throws: `RecorderError` if the caller mapped a key to a field, and no key fills the field.
  func requireMappedKeys() throws(RecorderError) {
    if columns.isEmpty { return }
    let unfilled = requiredColumns.filter { key in
      mappedField(key).flatMap { columnOfField[$0] } == nil
    }
    try requireNone(of: unfilled, "key")
  }

  /// - Parameter absent: The mapped columns or keys that do not exist.
  private func requireNone(of absent: [String], _ noun: String) throws(RecorderError) {
    guard let first = absent.first else { return }
    let known = columns.map(\.header.displayText)
    let message = String.unknown(noun, first.displayText, known: known)
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
      "no key of the objects is a field of form '\(form.name)'; they have \(firstColumns)",
      list.map { [.extractMember($0)] } ?? [.mapColumns])
  }

  /// The error for a submitted record none of whose names is a field. Submissions map no names.
  ///
  /// - Parameter list: The name of a member that is an array of objects, if there is one.
  func unknownNames(list: String?) -> RecorderError {
    RecorderError(
      .columns(missing: [], unknown: unknownColumns),
      "no name in the record is a field of form '\(form.name)': \(firstColumns); known: "
        + form.fields.map(\.name.visibleText).joined(separator: ", "),
      list.map { [.extractMember($0)] } ?? [])
  }

  private var firstColumns: String {
    columns.prefix(20).map { "'\($0.header.displayText)'" }.joined(separator: ", ")
      + (columns.count > 20 ? " …" : "")
  }
}

extension String {
  /// Whether the text looks like an address, a number or a date: it contains an @, or digits and no
  /// letters.
  fileprivate var looksLikeValue: Bool {
    contains("@") || contains { $0.isNumber } && !contains { $0.isLetter }
  }
}
