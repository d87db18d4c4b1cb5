extension ValidationResult {
  /// The value, as it was judged.
  ///
  /// - Throws: `ValidationErrors` when it is not valid.
  public func get() throws(ValidationErrors) -> Value {
    if let errors = ValidationErrors(errors + warnings) { throw errors }
    return value
  }
}

extension ModelValidator {
  /// The values of a model's properties, by name, as rules see them: what a recorder takes as a record.
  /// Those of nested and repeated values are not among them.
  public func values(of model: Root) -> [(name: String, value: (any FormValue)?)] {
    let unit = units.plans[0]
    return zip(form.fields, unit.reads).map { ($0.name, $1(model)) }
  }

  /// The model as it is to be kept, if it is valid: texts of properties with `trim` are without blanks
  /// at their ends, and what a dictionary holds as text has the type of its field (`"42"` of an integer
  /// field is the `Int` 42, a list `[String]`).
  ///
  /// A property that a closure or a key path to a constant reads stays as it is.
  ///
  /// - Throws: `ValidationErrors` with everything that is wrong.
  public func validated(
    _ model: Root, scenario: String? = nil, language: Localization = .english, now: Instant? = nil
  ) throws(ValidationErrors) -> Root {
    units.normalized(
      try validate(model, scenario: scenario, language: language, now: now).get())
  }
}

extension Validator {
  /// The value as it is to be kept, if it is valid: a text that is trimmed is without blanks at its
  /// ends.
  ///
  /// - Throws: `ValidationErrors` with everything that is wrong.
  public func validated(
    _ value: Value, scenario: String? = nil, language: Localization = .english, now: Instant? = nil
  ) throws(ValidationErrors) -> Value {
    let valid = try validate(value, scenario: scenario, language: language, now: now).get()
    return field.trim ? valid.trimmed() ?? valid : valid
  }
}

extension FormValue {
  /// The value whose text has no blanks at its ends; nil when it is this one, or there is none such.
  func trimmed() -> Self? {
    guard let text = formText else { return nil }
    let bytes = Array(text.utf8)
    let range = bytes.span.trimmedRange
    if range.count == bytes.count { return nil }
    return Self(formText: String(copying: bytes.span.extracting(range)))
  }
}

extension FieldType {
  /// The Swift value that a text of this type means; nil for texts and files, and for what is no such
  /// text.
  func swiftValue(_ text: String) -> (any FormValue)? {
    if text.isEmpty { return nil }
    if case .list(let separator) = self {
      return separator.isEmpty
        ? [text]
        : text.split(separator: separator, omittingEmptySubsequences: false).map(String.init)
    }
    return switch literal(text)?.value {
    case .integer(let value): Int(exactly: value)
    case .decimal(let value): value
    case .number(let value): value
    case .boolean(let value): value
    case .date(let value): value
    case .time(let value): value
    case .datetime(let value): value
    case nil, .missing, .empty, .invalid, .text, .list, .file: nil
    }
  }
}
