package import FormRules
package import FormStore

/// Determines which columns of imports are masked in reports and exports: columns of sensitive
/// fields, and unknown columns if the form masks them.
///
/// The form's latest version and the versions that judged apply: a field is masked if any of them
/// declares it sensitive. For a column that none of them names, every earlier version applies.
package struct ColumnMasks: Sendable {
  /// Whether malformed records are masked as a whole. The columns of their cells are uncertain, so
  /// a value that must be masked can be anywhere.
  package let masksMalformed: Bool

  private let forms: [Names]
  private let earlier: [Names]
  private let masksUnknown: Bool

  /// - Parameters:
  ///   - form: The form's name.
  ///   - judged: The versions that judged the submissions to show.
  package init(form: String, judgedUnder judged: [Form], of store: Store) throws {
    let all = try store.allVersions(of: .form, named: form).map { try $0.form() }
    self.init(judged + all.suffix(1), earlier: all.dropLast())
  }

  /// The masks of several forms, by name.
  ///
  /// - Parameter judged: The versions that judged the submissions to show.
  package static func byForm(
    judgedUnder judged: some Sequence<Form>, of store: Store
  ) throws -> [String: ColumnMasks] {
    try Dictionary(grouping: judged, by: \.name).mapValues { versions in
      try ColumnMasks(form: versions[0].name, judgedUnder: versions, of: store)
    }
  }

  /// Masks nothing.
  package static let none = ColumnMasks([], earlier: [])

  private init(_ forms: [Form], earlier: some Sequence<Form>) {
    self.forms = forms.map(Names.init)
    self.earlier = earlier.map(Names.init)
    masksUnknown = forms.contains { $0.resolvedUnknownColumns == .mask }
    masksMalformed = (forms + earlier).contains {
      $0.resolvedUnknownColumns == .mask || $0.fields.contains(where: \.sensitive)
    }
  }

  /// Whether each column of an import is masked.
  package func masks(_ columns: [ImportColumn]) -> [Bool] {
    columns.map { column in
      Self.isSensitive(column, forms) ?? Self.isSensitive(column, earlier) ?? masksUnknown
    }
  }

  /// Whether any of the forms declares the column's field sensitive, or nil if none names the
  /// column.
  private static func isSensitive(_ column: ImportColumn, _ forms: [Names]) -> Bool? {
    let found = forms.compactMap { $0.isSensitive(column) }
    return found.isEmpty ? nil : found.contains(true)
  }

  /// A form with the index of its headers.
  private struct Names: Sendable {
    let form: Form
    let headers: HeaderIndex

    init(_ form: Form) {
      self.form = form
      headers = HeaderIndex(form)
    }

    /// Looks up the field that the column mapped to on import, or else its header.
    func isSensitive(_ column: ImportColumn) -> Bool? {
      let field = column.field.flatMap { form.fieldIndex($0) ?? headers[$0] }
      return (field ?? headers[column.header]).map { form.fields[$0].sensitive }
    }
  }
}
