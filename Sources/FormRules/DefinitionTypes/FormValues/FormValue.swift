/// A Swift value that a field can hold: it has a field type, and a text that this type parses.
///
/// Rules evaluate that text, so a value has the same meaning whether it comes from a program or
/// from a file. Strings, numbers, dates, data, arrays, optionals and enums with raw values conform.
/// A custom type conforms like this:
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
  /// The type of its field.
  static var fieldType: FieldType { get }

  /// The value as text of its field type; nil means a missing value, and an empty text an empty
  /// value. A text that is not of the type is reported as an invalid value, not as a programming
  /// error.
  ///
  /// For a list this is a JSON array of strings, for a file a `data:` URI with the content.
  var formText: String? { get }

  /// Parses a text of its field type; nil if the text has no value of this type.
  init?(formText: String)
}

extension FormValue {
  /// The text of the value, as a constant for rules.
  public var parameterNode: DefinitionNode { .text(formText ?? "") }
}

extension String: FormValue {
  /// The field type of text.
  public static var fieldType: FieldType { .text }
  /// The text itself.
  public var formText: String? { self }
  /// The text itself.
  public init?(formText: String) { self = formText }
}

extension Substring: FormValue {
  /// The field type of text.
  public static var fieldType: FieldType { .text }
  /// The text itself.
  public var formText: String? { String(self) }
  /// The text itself.
  public init?(formText: String) { self = formText[...] }
}

extension Bool: FormValue {
  /// The field type of Booleans.
  public static var fieldType: FieldType { .boolean() }
  /// `true` or `false`.
  public var formText: String? { description }
  /// Parses the default words of a boolean field.
  public init?(formText: String) {
    guard case .boolean(let value) = Self.fieldType.literal(formText)?.value else { return nil }
    self = value
  }
}

extension Optional: FormValue, RuleOperand where Wrapped: FormValue {
  /// The field type of the wrapped type.
  public static var fieldType: FieldType { Wrapped.fieldType }
  /// The text of the wrapped value; nil is a missing value.
  public var formText: String? { self?.formText }
  /// Parses a wrapped value; the result is never `.some(nil)`.
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
  /// Returns the value with the raw value that the text has.
  public init?(formText: String) {
    guard let raw = RawValue(formText: formText) else { return nil }
    self.init(rawValue: raw)
  }
}
