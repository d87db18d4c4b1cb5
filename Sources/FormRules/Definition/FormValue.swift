/// A Swift value that can stand in a field: it has a field type, and a text that this type reads.
///
/// Rules judge that text, so a value means the same whether it comes from a program or from a file.
/// Strings, numbers, dates, data, arrays, optionals and enums with raw values conform. For a type of
/// one's own:
///
/// ```swift
/// struct Price: FormValue {
///   var cents: Int64
///   static let fieldType = FieldType.decimal()
///   var formText: String? { ExactDecimal(mantissa: Int128(cents), scale: 2).description }
///   init?(formText: String) { … }
/// }
/// ```
public protocol FormValue: RuleOperand {
  /// The type of field that it stands in.
  static var fieldType: FieldType { get }

  /// The value as text of its field type; nil means that it is missing, and an empty text that it is
  /// empty. A text that is not of the type is reported as such, not as a fault of the program.
  ///
  /// Where the field type is a list this is the source text of a JSON array of strings, where it is
  /// a file a `data:` URI with the content.
  var formText: String? { get }

  /// The value that a text of its field type means; nil when there is none such.
  init?(formText: String)
}

extension FormValue {
  /// Rules compare with the value's text.
  public var parameterNode: DefinitionNode { .text(formText ?? "") }
}

extension String: FormValue {
  /// Text.
  public static var fieldType: FieldType { .text }
  /// The text itself.
  public var formText: String? { self }
  /// The text itself.
  public init?(formText: String) { self = formText }
}

extension Substring: FormValue {
  /// Text.
  public static var fieldType: FieldType { .text }
  /// The text itself.
  public var formText: String? { String(self) }
  /// The text itself.
  public init?(formText: String) { self = formText[...] }
}

extension Bool: FormValue {
  /// True or false.
  public static var fieldType: FieldType { .boolean() }
  /// `true` or `false`.
  public var formText: String? { description }
  /// What the words of a boolean field mean.
  public init?(formText: String) {
    guard case .boolean(let value) = Self.fieldType.literal(formText)?.value else { return nil }
    self = value
  }
}

extension Optional: FormValue, RuleOperand where Wrapped: FormValue {
  /// The field type of what it wraps.
  public static var fieldType: FieldType { Wrapped.fieldType }
  /// Nil is a missing value.
  public var formText: String? { self?.formText }
  /// What it wraps; never nil.
  public init?(formText: String) {
    guard let value = Wrapped(formText: formText) else { return nil }
    self = value
  }
}

extension FormValue where Self: RawRepresentable, RawValue: FormValue {
  /// The field type of the raw value.
  public static var fieldType: FieldType { RawValue.fieldType }
  /// The text of the raw value.
  public var formText: String? { rawValue.formText }
  /// The case of that raw value.
  public init?(formText: String) {
    guard let raw = RawValue(formText: formText) else { return nil }
    self.init(rawValue: raw)
  }
}
