import GRDB

/// The keys of a form's submissions, under the form's own `key` or under one of its rules
/// `unique: ever`.
///
/// They are stored twice. *Pages* (`KeyPages`) contain them by submission, in the order of arrival.
/// *Sorted runs* (`KeyRuns`) contain the keys of single submissions, and of finished imports that
/// are not retracted, ordered by hash.
struct KeyList: Equatable, Sendable {
  var id: Int64
  var formID: Int64
  /// The rule's id, or empty for the form's own key.
  var rule: String

  /// Whether the list contains the form's own key. If so, each key also has a hash of all fields.
  var isFormKey: Bool { rule.isEmpty }

  /// Returns the list of a form and rule, or nil if no submission ever had a key in it.
  static func find(_ db: Database, formID: Int64, rule: String) throws -> KeyList? {
    try db.firstRow(
      sql: "SELECT id FROM key_list WHERE form = ? AND rule = ?", arguments: [formID, rule]
    ) { KeyList(id: try $0.integer(0), formID: formID, rule: rule) }
  }

  /// Returns the list of a form and rule, and creates it if it does not exist.
  static func make(_ db: Database, formID: Int64, rule: String) throws -> KeyList {
    if let known = try find(db, formID: formID, rule: rule) { return known }
    let id = try db.insertRow(into: "key_list", ["form": formID, "rule": rule])
    return KeyList(id: id, formID: formID, rule: rule)
  }

  /// Returns the lists of a form, or of all forms.
  static func all(_ db: Database, formID: Int64? = nil) throws -> [KeyList] {
    try db.mapRows(
      sql: "SELECT id, form, rule FROM key_list WHERE ?1 IS NULL OR form = ?1 ORDER BY id",
      arguments: [formID]
    ) {
      try KeyList(id: $0.integer(0), formID: $0.integer(1), rule: $0.text(2))
    }
  }

  /// Returns the lists of a form's rules `unique: ever`.
  static func claims(_ db: Database, formID: Int64) throws -> [KeyList] {
    try all(db, formID: formID).filter { !$0.isFormKey }
  }

  /// Returns the list of the form's own key for the form of a submission.
  static func ofRecord(_ db: Database, _ submission: Int64) throws -> KeyList? {
    try db.firstRow(
      sql: """
        SELECT l.id, l.form FROM import i JOIN key_list l ON l.form = i.form AND l.rule = ''
        WHERE i.id = \(SQLFragments.importID(of: "?"))
        """, arguments: [submission]
    ) {
      try KeyList(id: $0.integer(0), formID: $0.integer(1), rule: "")
    }
  }
}
