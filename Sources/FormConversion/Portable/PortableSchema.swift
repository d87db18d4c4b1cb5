import FormDefinitions
import FormRules

/// The common subset of schema languages and of forms with rules, used for conversion in both
/// directions.
///
/// Everything that a language cannot express becomes a note with its location, and is never dropped
/// silently.
struct PortableSchema {
  var name: String
  var title: String?
  var key: [String] = []
  /// Whether a record rule requires unique keys.
  var isKeyUnique = false
  /// The handling of undescribed columns.
  var columns: Form.UnknownColumns?
  var file = FileSettings()
  var fields: [PortableField] = []
  /// Record rules as definitions.
  var recordRules: [DefinitionNode] = []
  /// JSON Schema conditions on whole records.
  var conditions: [JSON] = []
  /// The name of the table in the foreign keys of other tables.
  var tableName: String?
  /// The foreign keys that are not converted yet.
  var foreignKeys: [ForeignKey] = []
  let notes: ConversionNotes
  /// Errors in parts that cannot be read.
  var errors: [DefinitionError] = []

  init(name: String, notes: ConversionNotes = ConversionNotes()) {
    self.name = name
    self.notes = notes
  }

  func fieldIndex(_ name: String) -> Int? { fields.firstIndex { $0.name == name } }

  /// Adds a constraint that no two records have the same values in these fields.
  mutating func addUnique(_ names: [String]) {
    if names.count == 1, let index = fieldIndex(names[0]) {
      fields[index].unique = true
    } else if !names.isEmpty {
      recordRules.append(.rule("unique", .list(names)))
    }
  }

  /// Adds the notes about keys.
  ///
  /// - Parameters:
  ///   - keys: The names of the fields of all keys.
  ///   - subject: The name of the list of fields in the schema language.
  func addUniqueNotes(of keys: Set<String>, in subject: String) {
    for field in fields where keys.contains(field.name) {
      guard let note = field.uniqueNote else { continue }
      notes.addDifference(note, of: subject, field: field.name, at: field.location)
    }
  }
}
