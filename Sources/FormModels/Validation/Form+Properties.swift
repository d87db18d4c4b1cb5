import FormRules

extension Form {
  /// The form's fields with the types of a model's properties, followed by the properties that the
  /// form lacks.
  ///
  /// - Throws: `DefinitionErrors` for fields without a property and for properties with values of
  ///   another type.
  func bound<Root>(to properties: [Property<Root>]) throws(DefinitionErrors) -> [Field] {
    var errors: [DefinitionError] = []
    var bound: [Field] = []
    for field in fields {
      guard let property = properties.first(where: { $0.field.name == field.name }) else {
        errors.append(
          DefinitionError(
            "field '\(field.name)' of form '\(name)' has no property"
              + (properties.map(\.field.name).filter { fieldIndex($0) == nil }
                .nearest(to: field.name).map { "; did you mean '\($0)'?" } ?? ""),
            .missing(field.name), at: .none))
        continue
      }
      var field = field
      if let type = field.type.holding(property.field.type) {
        field.type = type
      } else {
        errors.append(
          DefinitionError(
            "property '\(field.name)' is \(property.field.type.name), but the form's field is "
              + field.type.name, .wrongType, at: .none))
      }
      field.label = property.field.label ?? field.label
      field.labelTranslations.merge(property.field.labelTranslations) { $1 }
      field.trim = field.trim || property.field.trim
      field.sensitive = field.sensitive || property.field.sensitive
      bound.append(field)
    }
    if !errors.isEmpty { throw DefinitionErrors(errors) }
    return bound + properties.map(\.field).filter { fieldIndex($0.name) == nil }
  }
}

extension FieldType {
  /// The type with which a field of this type reads the texts of a Swift type's values, or nil if
  /// it cannot read them. Text is read as the field specifies. Other values have their own
  /// notation, regardless of the decimal separator, Boolean words and date formats of the form's
  /// files.
  fileprivate func holding(_ type: FieldType) -> FieldType? {
    if type == .text { return self }
    return switch self {
    case .text: self
    case .decimal(let format):
      type.isNumeric ? .decimal(DecimalFormat(scale: format.scale)) : nil
    case .integer, .number: type.isNumeric ? self : nil
    case .list: kind == type.kind ? self : nil
    case .boolean, .date, .time, .datetime, .file: kind == type.kind ? type : nil
    }
  }
}
