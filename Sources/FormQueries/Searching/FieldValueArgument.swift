import FormRules

/// A text such as `email=ana@example.com`: the name of a field and its value. Both may contain
/// equals signs, so only the form determines where the name ends.
struct FieldValueArgument {
  /// The ways to divide the text, shortest name first. A name has at least one character.
  let readings: [(field: String, value: String)]

  init(_ text: String) {
    readings = text.indices.dropFirst().filter { text[$0] == "=" }.map { sign in
      (String(text[..<sign]), String(text[text.index(after: sign)...]))
    }
  }

  /// The way that names a field, or else a column, or else the one with the shortest name.
  ///
  /// - Parameters:
  ///   - isField, isColumn: Whether there is a field or column with a name.
  /// - Throws: `RecorderError` if several fields have such a name.
  func reading(
    isField: (String) -> Bool, isColumn: (String) -> Bool = { _ in false }
  ) throws(RecorderError) -> (field: String, value: String) {
    let fields = readings.filter { isField($0.field) }
    guard fields.count < 2 else {
      // The message omits the value, which may be personal data.
      throw RecorderError(
        .usage,
        "'\(fields[0].field.displayText)=…' may mean the fields "
          + fields.map { "'\($0.field.displayText)'" }.joined(separator: " and "))
    }
    guard
      let reading = fields.first ?? readings.first(where: { isColumn($0.field) })
        ?? readings.first
    else { throw RecorderError(.usage, "a field must be written NAME=VALUE") }
    return reading
  }
}
