/// One field of a form.
public struct Field: Sendable, Equatable {
  /// The stable name, unique in its form.
  public var name: String
  /// The label, `{label}` in messages; nil means the name.
  public var label: String?
  /// The label in other languages, by language code.
  public var labelTranslations: [String: String]
  /// The header of the column; nil means the name.
  public var header: String?
  /// Other headers of the column.
  public var aliases: [String]
  /// The type of its values.
  public var type: FieldType
  /// Whether a record without it is rejected.
  public var required: Bool
  /// Whether values are masked in reports and exports.
  public var sensitive: Bool
  /// Whether payment card numbers are stored in full (`store: clear`) instead of masked.
  public var storesClear: Bool
  /// Whether rules see the text without leading and trailing blanks. The stored cell is not
  /// changed.
  public var trim: Bool
  /// The texts of cells that count as missing; nil means those of the form's files.
  public var missing: [String]?
  /// A note on the purpose of the field, for authors of definitions.
  public var note: String?
  /// The condition under which the field is shown and may have a value; nil means always. It is an
  /// expression over other fields of the form.
  public var shownWhen: Located<String>?
  /// The expression over other fields from which the value is computed; nil means that it is
  /// entered.
  public var computation: Located<String>?
  /// How the field is presented to users who fill in the form.
  public var presentation: FieldPresentation

  /// Creates a field. `changed` sets the other properties.
  public init(
    name: String, label: String? = nil, type: FieldType, required: Bool = false, trim: Bool = false
  ) {
    self.name = name
    self.label = label
    self.labelTranslations = [:]
    self.aliases = []
    self.type = type
    self.required = required
    self.sensitive = false
    self.storesClear = false
    self.trim = trim
    self.presentation = FieldPresentation()
  }

  /// Returns a changed copy: `Field(name: "iban", type: .text).changed { $0.sensitive = true }`.
  public func changed(_ change: (inout Field) -> Void) -> Field {
    var field = self
    change(&field)
    return field
  }

  /// `{label}` in messages.
  public var displayName: String { label ?? name }
}

extension Field {
  /// Whether two texts of the field are equal or have the same value: `1.50` and `1.5`, or `yes`
  /// and `TRUE`.
  package func areEqual(_ a: String, _ b: String) -> Bool {
    let (a, b) = (Array(a.utf8), Array(b.utf8))
    return a == b || value(of: a)?.order(to: value(of: b) ?? .invalid) == .equal
  }

  /// The value of a text, or nil if the text is empty or does not have the field's type.
  package func value(of text: [UInt8]) -> Value? {
    let range = trim ? text.span.trimmedRange : text.indices
    return range.isEmpty ? nil : type.value(of: text.span.extracting(range))
  }
}
