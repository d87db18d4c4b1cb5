import FormRules
import GRDB

/// The columns of imports, and the fields that they fill.
enum ImportColumnTable {
  /// Returns the id of a list of columns of a form.
  private static func id(
    _ db: Database, _ columns: [ImportColumn], of bound: BoundVersions
  ) throws -> Int64 {
    let form = bound.form.definitionID
    let text = JSON.array(
      columns.map { .array([.string($0.header), .optional($0.field)]) }
    ).text
    if let id = try Int64.fetchOne(
      db.cachedStatement(sql: "SELECT id FROM mapping WHERE form = ? AND columns = ?"),
      arguments: [form, text])
    {
      return id
    }
    let id = try db.insertRow(into: "mapping", ["form": form, "columns": text])
    try insertFields(db, mapping: id, formID: form, columns, latest: bound.latestForm)
    return id
  }

  /// Updates the views to show an import with its present columns.
  ///
  /// - Parameter state: The state of the import when it is first shown, or nil if its submissions
  ///   have verdicts.
  static func show(
    _ db: Database, import importID: Int64, _ columns: [ImportColumn],
    of bound: BoundVersions, state: ImportState?
  ) throws {
    let mapping = try id(db, columns, of: bound)
    try db.cachedStatement(
      sql: """
        INSERT INTO shown_import (import, mapping, state) VALUES (?, ?, ?)
        ON CONFLICT (import) DO UPDATE SET mapping = excluded.mapping
        """
    ).execute(arguments: [importID, mapping, state?.rawValue])
  }

  /// Updates the views to show the state of an import, or nil if its submissions have verdicts.
  static func setState(_ db: Database, import importID: Int64, _ state: ImportState?) throws {
    try db.execute(
      sql: "UPDATE shown_import SET state = ? WHERE import = ?",
      arguments: [state?.rawValue, importID])
  }

  private static func insertFields(
    _ db: Database, mapping: Int64, formID: Int64, _ columns: [ImportColumn], latest: Form
  ) throws {
    let insert = try db.cachedStatement(
      sql: "INSERT INTO mapping_field (mapping, form, field, position) VALUES (?, ?, ?, ?)")
    for (field, column) in zip(latest.fields, latest.columnOfField(columns)) {
      guard let column else { continue }
      try insert.execute(arguments: [mapping, formID, field.name, column])
    }
  }

  /// Recomputes which columns fill the fields of a form whose latest version has changed.
  static func replaceFields(_ db: Database, formID: Int64, _ latest: Form) throws {
    try db.execute(sql: "DELETE FROM mapping_field WHERE form = ?", arguments: [formID])
    let mappings = try db.mapRows(
      sql: "SELECT id, columns FROM mapping WHERE form = ?", arguments: [formID]
    ) { try (id: $0.integer(0), columns: columns($0.bytes(1))) }
    for mapping in mappings {
      try insertFields(db, mapping: mapping.id, formID: formID, mapping.columns, latest: latest)
    }
  }

  /// Decodes the columns of a row of `mapping`.
  static func columns(_ json: [UInt8]) throws(StoreError) -> [ImportColumn] {
    guard let columns = decoded(json) else { throw .altered("the columns of an import") }
    return columns
  }

  /// Returns the columns of a row of `mapping`, or nil if they were altered.
  static func decoded(_ json: [UInt8]) -> [ImportColumn]? {
    let pairs = JSONReader.decode([[String?]].self, from: String(decoding: json, as: UTF8.self))
    guard let pairs, pairs.allSatisfy({ $0.count == 2 && $0[0] != nil }) else { return nil }
    return pairs.map { ImportColumn(header: $0[0]!, field: $0[1]) }
  }
}

extension Store {
  /// Returns an import's columns, in order.
  package func columns(ofImport id: Int64) throws(StoreError) -> [ImportColumn] {
    try readWithoutTransaction { try ImportColumn.all($0, ofImport: id) }
  }
}

extension ImportColumn {
  /// Returns the columns of an import, in order.
  static func all(_ db: Database, ofImport id: Int64) throws -> [ImportColumn] {
    try db.mapRows(
      sql: "SELECT header, field FROM import_column WHERE import = ? ORDER BY position",
      arguments: [id]
    ) { try ImportColumn(header: $0.text(0), field: $0.optionalText(1)) }
  }
}
