public import FormModels

extension SubmissionRequest {
  /// Creates a request from a model, using the properties of its validator. Values are written in
  /// the formats of the stored form.
  ///
  /// A record is flat, and the recorder judges it with stored rules. The request therefore cannot
  /// contain the values of `Nested` and `Each`, or the warnings of `Check`. To store such a model,
  /// define a form with a field for each value, and create the request with `values:` or `json:`.
  ///
  /// - Parameters:
  ///   - validator: A validator for the form. Its rules are not used, except checks.
  ///   - scenario: The scenario of the request and of the checks.
  ///   - source: The sender of the record.
  ///   - idempotencyKey: A key that the sender chooses; see `idempotencyKey`.
  /// - Throws: `RecorderError` with the reason `notStorable` if the validator has nested or
  ///   repeated values, or `invalid` if the model fails a check with severity `error`.
  public init<Root>(
    _ model: Root, as validator: ModelValidator<Root>, scenario: String? = nil,
    source: String? = nil, idempotencyKey: String? = nil
  ) throws(RecorderError) {
    let parts = validator.nestedNames
    guard parts.isEmpty else {
      throw RecorderError(
        .notStorable(parts: parts),
        "a record has no fields for the nested or repeated values "
          + parts.map { "'\($0)'" }.joined(separator: ", "))
    }
    if let errors = ValidationErrors(validator.checkFailures(of: model, scenario: scenario)) {
      throw RecorderError(.invalid(errors), errors.description)
    }
    self.init(values: validator.values(of: model))
    form = VersionReference(validator.form.name)
    (self.scenario, self.source, self.idempotencyKey) = (scenario, source, idempotencyKey)
  }

  /// Creates a request from a dictionary of values by field name. Values are written in the formats
  /// of the stored form.
  public init(values: [String: any FormValue]) {
    self.init(values: values.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
  }

  private init(values: [(name: String, value: (any FormValue)?)]) { record = .values(values) }

  /// The record as a JSON object, with values in the form's formats.
  func content(for form: Form) -> [UInt8] {
    let values: [(name: String, value: (any FormValue)?)]
    switch record {
    case .json(let content): return content
    case .values(let all): values = all
    }
    let object = JSON.object(
      values.compactMap { name, value in
        guard let value, let text = value.formText else { return nil }
        guard let index = form.fieldIndex(name) else { return .init(name, .string(text)) }
        return .init(name, form.fields[index].type.json(of: value, text))
      })
    var bytes: [UInt8] = []
    object.write(to: &bytes)
    return bytes
  }
}

extension FieldType {
  /// A value in the format in which a field of this type reads it from JSON, regardless of the
  /// decimal separator, boolean words and date formats of the form's files.
  fileprivate func json(of value: any FormValue, _ text: String) -> JSON {
    let type = Swift.type(of: value).fieldType
    if type.kind == .list, text.hasPrefix("[") { return .number(text) }
    guard hasOwnNotation else { return .string(text) }
    let notation = type.isNumeric ? FieldType.decimal() : type
    return .string(notation.rewritten(text, as: self) ?? text)
  }
}
