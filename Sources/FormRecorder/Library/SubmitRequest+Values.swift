public import FormRules

extension SubmitRequest {
  /// A model, by the properties of its validator; what `Nested` and `Each` say is no part of the record.
  /// Values are written as the stored form reads them.
  ///
  /// - Parameter validator: of the form that is meant, whose rules do not count here: the recorder
  ///   judges by stored ones.
  public init<Root>(_ model: Root, as validator: ModelValidator<Root>) {
    self.init(values: validator.values(of: model))
    form = VersionReference(validator.form.name)
  }

  /// A dictionary of values, by the names of the fields; written as the stored form reads them.
  public init(values: [String: any FormValue]) {
    self.init(values: values.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
  }

  private init(values: [(name: String, value: (any FormValue)?)]) {
    self.init(json: [])
    self.values = values
  }

  /// The record as one JSON object, of values as a form reads them.
  func content(for form: Form) -> [UInt8] {
    guard let values else { return content }
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
  /// A value as a field of this type reads it from JSON, whatever decimal sign, words and dates the
  /// form's files have.
  fileprivate func json(of value: any FormValue, _ text: String) -> JSON {
    switch (self, type(of: value).fieldType) {
    case (.decimal(let format), let type) where type.isNumber && format.point != ".":
      .string(text.replacing(".", with: format.point))
    case (.boolean(let words), .boolean):
      .string((text == "true" ? words.yes : words.no).first ?? text)
    case (.date(let formats), .date):
      .string(CalendarDate(formText: text).flatMap { formats.first?.text(of: $0) } ?? text)
    case (_, .list) where text.hasPrefix("["): .number(text)
    default: .string(text)
    }
  }

  private var isNumber: Bool {
    switch self {
    case .integer, .decimal, .number: true
    default: false
    }
  }
}
