package import FormRules
package import FormStore

/// What the header of an exported column means for an import.
///
/// Exports choose headers that mean the same field for all of their imports, and corrections read
/// returned files by the same rules.
package struct HeaderResolution {
  package enum Meaning: Equatable {
    /// The column of the import at this position.
    case column(Int)
    /// A field that no column of the import fills.
    case field(String)
  }

  private let columns: [ImportColumn]
  private let form: Form
  private let fields: HeaderIndex
  /// The unique names of the columns, if headers are such names first.
  private let names: [String]

  /// - Parameters:
  ///   - columns: The columns of the import, with the fields that they fill in the form.
  ///   - areNames: Whether headers are names of fields, as in JSON, rather than headers of files.
  package init(_ columns: [ImportColumn], _ form: Form, areNames: Bool = false) {
    self.columns = columns
    self.form = form
    fields = HeaderIndex(form)
    names = areNames ? DisplayColumns(columns, .none).names : []
  }

  /// Returns nil if no column has the header and no field has the name.
  ///
  /// - Parameter occurrence: The number of earlier columns with the same header.
  package func meaning(of header: String, occurrence: Int = 0) -> Meaning? {
    // An export escapes the headers of columns just as it escapes cells.
    exactMeaning(of: header, occurrence)
      ?? SpreadsheetText.undefused(header).flatMap { exactMeaning(of: $0, occurrence) }
  }

  /// Headers that mean a field although its name or the headers of its columns mean others: `a
  /// (field)`, `a (field 2)` and so on.
  static func explicitHeaders(ofField field: String) -> some Sequence<String> {
    (1...).lazy.map { $0 == 1 ? "\(field) (field)" : "\(field) (field \($0))" }
  }

  private func explicitField(_ header: String) -> String? {
    guard let name = header.wholeMatch(of: /(.*) \(field( [0-9]+)?\)/)?.1 else { return nil }
    return form.fieldIndex(String(name)).map { form.fields[$0].name }
  }

  private func exactMeaning(of header: String, _ occurrence: Int) -> Meaning? {
    // Compares bytes, because texts that look alike may differ.
    func isHeader(_ text: String) -> Bool { text.utf8.elementsEqual(header.utf8) }
    if let position = names.firstIndex(where: isHeader) { return .column(position) }
    let named = columns.indices.lazy.filter { isHeader(columns[$0].header) }
    if let position = named.dropFirst(occurrence).first { return .column(position) }
    guard let field = fields[header].map({ form.fields[$0].name }) ?? explicitField(header) else {
      return nil
    }
    return columns.firstIndex { $0.field == field }.map(Meaning.column) ?? .field(field)
  }
}
