import FormInput
import FormRules

/// The values of another form's fields, read from a file. An `exists` rule compares with them if
/// there is no store.
package struct ReferenceValues: Sendable {
  /// The name of the reference; see `StoredReference.name`.
  package var name: String
  /// A file of records with a column for each field, such as an export.
  package var file: String

  /// - Parameter text: Text of the form `form.field=FILE` or `form.field,field=FILE`. Returns nil
  ///   for any other text.
  package init?(_ text: String) {
    guard let sign = text.firstIndex(of: "="), let dot = text[..<sign].firstIndex(of: ".") else {
      return nil
    }
    name = String(text[..<sign])
    file = String(text[text.index(after: sign)...])
    if dot == text.startIndex || text.index(after: dot) == sign || file.isEmpty { return nil }
  }

  /// Reads the values' keys. Each key takes 16 to 24 bytes.
  ///
  /// - Parameter form: The reference's fields, and how files of the form are read.
  /// - Throws: If the file cannot be read or a value does not have the type of its field.
  func keys(
    of reference: StoredReference, in form: Form, hashKey: HashKey
  ) throws(RecorderError) -> HashSet128 {
    do {
      let plan = try reference.keyPlan(of: form, ever: false)
      // Nothing here depends on the clock.
      var configuration = RunState.Configuration(now: Instant(seconds: 0), hashKey: hashKey)
      configuration.spill = SpillFile()
      configuration.comparing = .elsewhere
      let reader = try openReader(path: file, options: InputOptions().readerOptions(plan.form))
      let judge = try InputJudge(
        MappedInput(reader, ColumnMapping(form: plan.form)), plan, configuration: configuration)
      let keys = HashSet128(spillingTo: SpillFile())
      while try judge.next() {
        if let fault = judge.input.records.records.first(where: \.isFaulty) {
          throw RecorderError(.refused, "line \(fault.line): the record is malformed")
        }
        if let error = judge.errors.first {
          let line = judge.input.records.records[Int(error.record)].line
          let field = form.fields[plan.rules[Int(error.rule)].field ?? 0]
          throw RecorderError(
            .refused,
            "line \(line): the value of '\(field.name)' is not of type \(field.type.name)")
        }
        for (_, evaluated) in judge.evaluatedKeys {
          for value in evaluated { _ = keys.insert(value.key) }
        }
      }
      return keys
    } catch {
      throw RecorderError(error).inFile(file)
    }
  }
}
