package import FormRules
package import FormStore

/// Which columns of imports reports and exports mask: those of sensitive fields, and those that the form
/// does not name where it wants these masked.
///
/// The form's latest version counts, and the versions that judged: a field is masked as soon as one of them
/// calls it sensitive. For a column that none of them names any more, every earlier version counts.
package struct ColumnMasks: Sendable {
  /// Whether all of a malformed record is masked: which cell belongs to which column is unsure in it,
  /// so a value that is to be masked may stand anywhere.
  package let masksMalformed: Bool

  private let forms: [Names]
  private let earlier: [Names]
  private let masksUnknown: Bool

  /// - Parameters:
  ///   - form: the form's name.
  ///   - judged: the versions that judged what is shown.
  package init(form: String, judgedUnder judged: [Form], of store: Store) throws {
    let all = try store.allVersions(of: .form, named: form).map { try $0.form() }
    self.init(judged + all.suffix(1), earlier: all.dropLast())
  }

  /// Nothing is masked.
  package static let none = ColumnMasks([], earlier: [])

  private init(_ forms: [Form], earlier: some Sequence<Form>) {
    self.forms = forms.map(Names.init)
    self.earlier = earlier.map(Names.init)
    masksUnknown = forms.contains { $0.resolvedUnknownColumns == .mask }
    masksMalformed = (forms + earlier).contains {
      $0.resolvedUnknownColumns == .mask || $0.fields.contains(where: \.sensitive)
    }
  }

  /// For each column of an import whether it is masked.
  package func masks(_ columns: [PreparedBatch.Column]) -> [Bool] {
    columns.map { column in
      Self.isSensitive(column, forms) ?? Self.isSensitive(column, earlier) ?? masksUnknown
    }
  }

  /// Whether some of the forms calls the field of a column sensitive; nil when none names the column.
  private static func isSensitive(_ column: PreparedBatch.Column, _ forms: [Names]) -> Bool? {
    let found = forms.compactMap { $0.isSensitive(column) }
    return found.isEmpty ? nil : found.contains(true)
  }

  /// The names of a form's fields.
  private struct Names: Sendable {
    private var sensitive: [String: Bool] = [:]
    /// By what headers are compared by.
    private var folded: [String: Bool] = [:]

    init(_ form: Form) {
      for field in form.fields {
        sensitive[field.name] = field.sensitive
        for name in [field.name, field.header].compactMap({ $0 }) + field.aliases {
          folded[Field.headerKey(name)] = field.sensitive
        }
      }
    }

    /// By the field that the column filled when it came, else by its header.
    func isSensitive(_ column: PreparedBatch.Column) -> Bool? {
      if let name = column.field {
        if let known = sensitive[name] ?? folded[Field.headerKey(name)] { return known }
      }
      return folded[Field.headerKey(column.header)]
    }
  }
}
