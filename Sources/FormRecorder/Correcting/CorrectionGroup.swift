import FormRules
import FormStore

/// Corrections that are judged together and become one import: those of submissions that came with the
/// same columns and under the same conditions; of one import only, when a rule `unique` compares
/// within it.
struct CorrectionGroup {
  /// What they have in common.
  struct Key: Hashable {
    /// The import that the corrected submissions came with, if that matters.
    var importID: Int64?
    /// The single submission that is corrected, if rules `unique` compare within an import.
    var submission: Int64?
    /// Header and field of each column.
    var columns: [[String?]]
    var parameters: String
    var scenario: String?
    var source: String?
    var batch: String?
  }

  let key: Key
  /// For each record its line in the file and its cells.
  var records: [(line: Int, json: [UInt8])] = []
  /// For each record the submission whose place it takes.
  var corrects: [Int64] = []

  init(_ key: Key) { self.key = key }

  var header: [String] { key.columns.map { ($0.first ?? nil) ?? "" } }

  /// Which columns fill which fields, as far as the form still has them.
  func map(_ form: Form) -> [(column: String, field: String)] {
    var taken: Set<String> = []
    return key.columns.compactMap { column in
      guard let header = column.first ?? nil, let field = column.last ?? nil,
        form.fieldIndex(field) != nil, taken.insert(field).inserted
      else { return nil }
      return (header, field)
    }
  }
}
