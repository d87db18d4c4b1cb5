public import FormRules

extension ValidationResult {
  /// Returns the validated value.
  ///
  /// - Throws: `ValidationErrors` if it is invalid.
  public func get() throws(ValidationErrors) -> Value {
    if let errors = ValidationErrors(errors + warnings) { throw errors }
    return value
  }
}

extension ModelValidator {
  /// The values of a model's properties by name, as rules see them, for submission to a recorder.
  /// Nested and repeated values are not included. Defaults and transforms are applied.
  public func values(of model: Root) -> [(name: String, value: (any FormValue)?)] {
    let model = bound.prepared(model)
    return zip(form.fields, bound.plans[0].reads).map { ($0.name, $1(model)) }
  }

  /// The names of nested and repeated values, which are not part of the form.
  package var nestedNames: [String] {
    bound.plans.compactMap(\.name) + bound.repeated.map(\.name)
  }

  /// The failures of a model's own checks, which are not part of the rule set.
  package func checkFailures(of model: Root, scenario: String?) -> [ValidationError] {
    let call = call(scenario: scenario)
    let model = bound.prepared(model)
    return bound.plans[0].checks.flatMap { $0.errors(of: model, in: form, call) }
  }

  /// Validates a model and returns it normalized:
  ///
  /// - Defaults and transforms are applied.
  /// - Texts of properties with `trim` have no leading or trailing blanks.
  /// - Texts in a dictionary have the type of their field: `"42"` in an integer field becomes the
  ///   `Int` 42, and a list becomes `[String]`.
  ///
  /// Properties that are read by a closure or by a read-only key path stay unchanged.
  ///
  /// - Throws: `ValidationErrors` with all failures.
  public func validated(
    _ model: Root, scenario: String? = nil, in localization: Localization = .english,
    now: Instant? = nil
  ) throws(ValidationErrors) -> Root {
    bound.validated(try validate(model, scenario: scenario, in: localization, now: now).get())
  }
}

extension Validator {
  /// Validates a value and returns it normalized: with its default and transform, and if the
  /// validator trims, without leading and trailing blanks.
  ///
  /// - Throws: `ValidationErrors` with all failures.
  public func validated(
    _ value: Value, scenario: String? = nil, in localization: Localization = .english,
    now: Instant? = nil
  ) throws(ValidationErrors) -> Value {
    _ = try validate(value, scenario: scenario, in: localization, now: now).get()
    let valid = prepared(value)
    return field.trim ? valid.trimmed() ?? valid : valid
  }
}

extension FormValue {
  /// The value for the text without leading and trailing blanks, or nil if it is the same value or
  /// does not exist.
  func trimmed() -> Self? {
    guard let text = formText else { return nil }
    let bytes = Array(text.utf8)
    let range = bytes.span.trimmedRange
    if range.count == bytes.count { return nil }
    return Self(formText: String(copying: bytes.span.extracting(range)))
  }
}

extension FieldType {
  /// The Swift value of a text of this type, or nil for texts, files and texts that do not have the
  /// type.
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
