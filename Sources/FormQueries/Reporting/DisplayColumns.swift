package import FormBytes
import FormInput
package import FormRules
package import FormStore

/// The columns of an import as shown in reports and exports.
package struct DisplayColumns: Sendable {
  /// The replacement for a masked value.
  package static let mask = "•••"
  /// The replacement for a masked value in files whose encoding may lack the bullet character.
  package static let plainMask = "···"

  /// The columns, in order.
  package let columns: [ImportColumn]
  /// The version of the form that names the columns. Nil means the version of the import.
  package let form: Form?
  /// The field of each column in that version.
  package let fields: [String?]
  /// The unique name of each column: its field, or else its header.
  package let names: [String]
  /// Whether each column is masked.
  package let isMasked: [Bool]
  /// Whether malformed records are masked as a whole.
  package let masksMalformed: Bool
  /// Each name as a JSON object key with its colon.
  private let keys: [[UInt8]]
  private let headers: HeaderIndex?

  /// - Parameter form: The version of the form whose fields name the columns. Nil means the version
  ///   of the import.
  package init(
    _ columns: [ImportColumn], _ masks: ColumnMasks, namedBy form: Form? = nil
  ) {
    self.columns = columns
    self.form = form
    headers = form.map(HeaderIndex.init)
    let named = form?.remapped(columns) ?? columns
    fields = named.map(\.field)
    var seen: Set<[UInt8]> = []
    names = named.enumerated().map { index, column in
      let name = column.field ?? column.header
      // Compares bytes, because texts that look alike may differ.
      if !name.isEmpty, seen.insert(Array(name.utf8)).inserted { return name }
      return "column \(index + 1)"
    }
    isMasked = masks.masks(columns)
    masksMalformed = masks.masksMalformed
    keys = names.map { Array(JSON.string($0).text.utf8) + [UInt8(ascii: ":")] }
  }

  /// Appends the name of a cell as a JSON object key with its colon.
  func appendKey(_ index: Int, to output: inout [UInt8]) {
    if index < keys.count { return output.append(contentsOf: keys[index]) }
    output.appendJSONString(name(index).utf8.span)
    output.append(UInt8(ascii: ":"))
  }

  /// The name that a field of another version has in the form that names the columns.
  package func currentName(ofField name: String) -> String {
    form?.currentName(ofField: name, in: headers) ?? name
  }

  /// The name of a cell by its position. A malformed record may have more cells than columns.
  package func name(_ index: Int) -> String {
    index < names.count ? names[index] : "column \(index + 1)"
  }

  /// Whether a cell is masked. Empty and missing cells are not.
  package func masks(_ index: Int, _ cell: Cell, ofMalformed isMalformed: Bool) -> Bool {
    if cell.kind == .missing || cell.count == 0 { return false }
    return isMalformed ? masksMalformed : index < isMasked.count && isMasked[index]
  }
}
