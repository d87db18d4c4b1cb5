import FormInput
import FormRules

/// The values of another form's field, read from a file. An `exists` rule compares with them if
/// there is no store.
package struct ReferenceValues: Sendable {
  package var form: String
  package var field: String
  /// A file of records with a column for the field, such as an export.
  package var file: String

  /// - Parameter text: text of the form `form.field=FILE`. Returns nil for any other text.
  package init?(_ text: String) {
    guard let sign = text.firstIndex(of: "="), let dot = text[..<sign].firstIndex(of: ".") else {
      return nil
    }
    form = String(text[..<dot])
    field = String(text[text.index(after: dot)..<sign])
    file = String(text[text.index(after: sign)...])
    if form.isEmpty || field.isEmpty || file.isEmpty { return nil }
  }

  /// Reads the values' keys. Each key takes 16 to 24 bytes.
  ///
  /// - Parameter type: the type of the field that is compared with the values.
  /// - Throws: If the file cannot be read or a value does not have the type.
  func keys(
    _ type: FieldType, ignoringCase: Bool, hashKey: (UInt64, UInt64)
  ) throws(RecorderError) -> HashSet128 {
    do {
      let unique = RuleEntry(UniqueRule.name, ["ignoreCase": ignoringCase ? "true" : "false"])
      let plan = try Plan(
        form: Form(name: form, fields: [Field(name: field, type: type)]),
        ruleSet: RuleSet(
          name: "reference", form: form, fields: [FieldRules(field: field, rules: [unique])]))
      // Nothing here depends on the clock.
      var conditions = RunState.Conditions(
        now: Instant(seconds: 0), hashKey: hashKey, spill: SpillFile())
      conditions.comparing = .elsewhere
      let session = try JudgingSession(
        RecordInput.open(file, options: InputOptions().readerOptions(plan.form)), plan, conditions)
      let keys = HashSet128(spillingTo: SpillFile())
      while try session.next() {
        if let fault = session.records.records.first(where: \.isFaulty) {
          throw RecorderError(.refused, "line \(fault.line): the record is malformed")
        }
        if let error = session.errors.first {
          let line = session.records.records[Int(error.record)].line
          throw RecorderError(
            .refused, "line \(line): the value of '\(field)' is not of type \(type.name)")
        }
        for (_, evaluated) in session.evaluatedKeys {
          for one in evaluated { _ = keys.insert(one.key) }
        }
      }
      return keys
    } catch {
      throw RecorderError(error).inFile(file)
    }
  }
}
