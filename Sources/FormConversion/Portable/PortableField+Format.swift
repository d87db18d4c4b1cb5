import FormRules

extension PortableField {
  /// Sets the format of a field with a date or time.
  ///
  /// - Parameters:
  ///   - typeName: The name of the type in the schema.
  ///   - formatted: The type whose values have the format, if there is one.
  ///   - pattern: The regular expression of the format, if there is one. It becomes a rule of a
  ///     text.
  /// - Returns: A note on a loss, or nil if there is none.
  mutating func setFormat(
    _ format: String, ofType typeName: String, as formatted: FieldType?, pattern: String?
  ) -> String? {
    if let formatted {
      type = formatted
      return nil
    }
    guard let pattern else { return "format '\(format)': not converted; ISO 8601 is used" }
    (type, self.pattern) = (.text, PortablePattern(pattern))
    return "type '\(typeName)' becomes text of the format '\(format)'; days are not validated"
  }
}
