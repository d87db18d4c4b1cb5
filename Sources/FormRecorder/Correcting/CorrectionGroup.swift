import FormRules
import FormStore

/// Corrections that are judged together and become one import.
///
/// The corrected submissions have the same columns and conditions. If a rule compares the records
/// of an import, they belong to the same import.
struct CorrectionGroup {
  /// The common properties of a group.
  struct Key: Hashable {
    /// The import of the corrected submissions, if verdicts depend on it.
    var importID: Int64?
    /// The corrected single submission, if rules compare within an import.
    var submission: Int64?
    /// The header and field of each column.
    var columns: [[String?]]
    var parameters: String
    var scenario: String?
    var source: String?
    var batch: String?
  }

  let key: Key
  /// The records, with the submissions that they name and their lines in the file.
  var records = StoredRows()
  /// The submission that each record replaces.
  var corrects: [Int64] = []

  init(_ key: Key) { self.key = key }

  var header: [String] { key.columns.map { ($0.first ?? nil) ?? "" } }

  /// The mapping of columns to fields that the form still has.
  func map(_ form: Form) -> [ColumnAssignment] {
    var taken: Set<String> = []
    return key.columns.compactMap { column in
      guard let header = column.first ?? nil, let field = column.last ?? nil,
        form.fieldIndex(field) != nil, taken.insert(field).inserted
      else { return nil }
      return ColumnAssignment(header, to: field)
    }
  }
}
