import FormRules
import FormStore

extension Recorder {
  /// Reads conditions such as `email=ana@example.com`.
  ///
  /// - Parameter form: The form. Optional if there is only one.
  package func conditions(
    _ texts: [String], ofForm form: String?
  ) throws(RecorderError) -> [RecordSearch.Condition] {
    let arguments = texts.map(FieldValueArgument.init)
    var (versions, headers): ([Form], Set<String>) = ([], [])
    if arguments.contains(where: { $0.readings.count > 1 }) {
      (versions, headers) = try withStore { store in
        let form = try resolve(form.flatMap { VersionReference($0) }, in: store)
        let columns = try store.layouts(formID: form.definitionID).joined()
        return (
          try store.allVersions(of: .form, named: form.name).map { try $0.form() },
          Set(columns.map { Field.headerKey($0.header) })
        )
      }
    }
    return try arguments.map { argument throws(RecorderError) in
      let (field, value) = try argument.reading { name in
        versions.contains { $0.hasField(named: name) }
      } isColumn: {
        headers.contains(Field.headerKey($0))
      }
      return RecordSearch.Condition(field: field, value: value)
    }
  }

  /// Reads the values of a record, such as `email=ana@example.com`.
  ///
  /// - Throws: `RecorderError` if the form does not exist, or if a text may mean several of its
  ///   fields.
  package func values(
    _ texts: [String], form: VersionReference?, rules: VersionReference?
  ) throws(RecorderError) -> [(name: String, text: String)] {
    let arguments = texts.map(FieldValueArgument.init)
    let form =
      arguments.contains { $0.readings.count > 1 }
      ? try plan(form: form, rules: rules).form : nil
    return try arguments.map { argument throws(RecorderError) in
      let reading = try argument.reading { form?.hasField(named: $0) == true }
      return (reading.field, reading.value)
    }
  }
}

extension Form {
  /// Whether a text is the name, the header or an alias of a field.
  fileprivate func hasField(named name: String) -> Bool {
    fieldIndex(name) != nil || HeaderIndex(self)[name] != nil
  }
}

/// A text such as `email=ana@example.com`: the name of a field and its value. Both may contain
/// equals signs, so only the form determines where the name ends.
private struct FieldValueArgument {
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
