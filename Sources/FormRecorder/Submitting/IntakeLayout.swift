package import FormRules
import FormStore

/// The columns that all intakes of a form have: one for each field.
package struct IntakeLayout: Sendable {
  let form: Form
  let columns: [ImportColumn]
  /// Without columns. Maps names to fields.
  let mapping: ColumnMapping
  /// The positions of the fields by their names in UTF-8.
  private let fields: [[UInt8]: Int]

  package init(_ form: Form) throws(RecorderError) {
    self.form = form
    columns = form.fields.map { .init(header: $0.name, field: $0.name) }
    mapping = try ColumnMapping(form: form)
    fields = Dictionary(
      form.fields.enumerated().map { (Array($0.element.name.utf8), $0.offset) },
      uniquingKeysWith: { first, _ in first })
  }

  /// The field that a name means, or nil.
  package func field(of name: [UInt8]) -> Int? {
    fields[name] ?? mapping.field(ofKey: String(decoding: name, as: UTF8.self))
  }

  /// The column that contains all members of a record that are not fields, as a JSON object, if
  /// they cannot have columns of their own.
  var sharedColumn: ImportColumn {
    var name = "_unknown"
    while field(of: Array(name.utf8)) != nil { name += "_" }
    return .init(header: name, field: nil)
  }
}
