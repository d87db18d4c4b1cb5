/// A sender of files. It specifies the format of its files, the deliveries that are expected, and
/// corrections of common errors.
public struct Source: Sendable, Equatable {
  /// The name, as given to an import.
  public var name: String
  /// The title, such as the name of an office.
  public var title: String?
  /// The addresses to which mail about deliveries is sent.
  public var contacts: [String]
  /// The language of mail, such as `de`.
  public var language: String?
  /// The forms whose records the source sends, by name.
  public var forms: [SourceForm]

  /// Creates a source.
  public init(
    name: String, title: String? = nil, contacts: [String] = [], language: String? = nil,
    forms: [SourceForm]
  ) {
    self.name = name
    self.title = title
    self.contacts = contacts
    self.language = language
    self.forms = forms
  }

  /// Returns what the source sends for a form, or nil if that is unknown.
  package func form(named name: String) -> SourceForm? { forms.first { $0.form == name } }

  /// The form whose records the source sends, if it is a single one.
  package var onlyForm: String? { forms.count == 1 ? forms[0].form : nil }
}

/// What a source sends for one form.
public struct SourceForm: Sendable, Equatable {
  /// The name of the form.
  public var form: String
  /// The format of the files. What it specifies takes precedence over the form's; `match` and
  /// `missing` have no effect.
  public var file = FileSettings()
  /// The notation of decimal numbers in the files, or nil for that of the form's fields.
  public var decimalFormat: FieldType.DecimalFormat?
  /// The fields of columns, by header.
  public var map: [String: String] = [:]
  /// The deliveries that are expected.
  public var expected: ExpectedDelivery?
  /// The repairs of rejected records, in the order in which they apply.
  public var repairs: [Repair] = []

  /// Creates the description of a source that specifies nothing else about the form.
  public init(form: String) { self.form = form }

  /// The names of fields that do not exist in a form.
  package func unknownFields(in form: Form) -> [String] {
    (map.values.sorted() + repairs.flatMap(\.fields)).filter { form.fieldIndex($0) == nil }
  }
}
