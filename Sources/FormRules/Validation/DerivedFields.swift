/// Determines which fields of a form are shown, and the values of computed fields, from the values
/// that were entered so far.
package final class DerivedFields: Sendable {
  private let validation: PlanValidation
  private let expressions: FieldExpressions
  private let focus: JudgeFocus

  /// What the expressions of a form result in for one record, by name of the field.
  package struct Result: Sendable, Equatable {
    /// The fields whose condition is not true. They count as missing in the other expressions.
    package var hidden: Set<String> = []
    /// The texts of the computed fields that are shown; nil for a field without a value.
    package var computed: [String: String?] = [:]
  }

  /// Creates it for a form; nil if no field has an expression.
  ///
  /// - Throws: `DefinitionErrors` if the form is invalid.
  package init?(_ form: Form) throws(DefinitionErrors) {
    expressions = try FieldExpressions(form)
    if expressions.steps.isEmpty { return nil }
    validation = try PlanValidation(form, RuleSet(name: form.name, form: form.name))
    let fields =
      expressions.conditions.values.flatMap(\.fields) + expressions.values.values.flatMap(\.fields)
    focus = JudgeFocus(readingFields: fields, of: validation.plan)
  }

  /// The result for a record. Values of computed fields are ignored.
  ///
  /// - Parameter now: The time of `today()` and `now()`.
  package func result(for values: [String: any FormValue], now: Instant? = nil) -> Result {
    let fields = validation.plan.form.fields
    var result = Result()
    validation.withWorkspace(ValidationCall(language: .english, now: now), focus) { workspace in
      for step in expressions.steps {
        let known = result
        workspace.read({ position in
          let field = fields[position]
          if known.hidden.contains(field.name) { return nil }
          if field.computation != nil { return known.computed[field.name] ?? nil }
          return values[field.name]
        }) { record in
          for position in step {
            let name = fields[position].name
            if let condition = expressions.conditions[position],
              condition.truth(record) != .isTrue
            {
              result.hidden.insert(name)
            } else if let value = expressions.values[position] {
              result.computed[name] = .some(value.text(record))
            }
          }
        }
      }
    }
    return result
  }
}
