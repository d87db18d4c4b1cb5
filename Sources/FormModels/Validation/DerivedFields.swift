public import FormRules

/// The fields of a form that depend on others (`show` and `value`), for the values that were
/// entered so far.
public struct DerivedFields: Sendable, Equatable {
  /// The names of the fields that are hidden, because their condition is not true. They count as
  /// missing in the expressions of other fields.
  public internal(set) var hidden: Set<String> = []
  /// The texts of the computed fields that are shown, by name; nil for a field without a value.
  public internal(set) var computed: [String: String?] = [:]
}

extension ModelValidator {
  /// Returns the fields of a model that depend on others, or nil if the form has none. Values of
  /// computed fields in the model are ignored.
  ///
  /// - Parameter now: The time of `today()` and `now()`; nil means the current time.
  public func derivedFields(of model: Root, now: Instant? = nil) -> DerivedFields? {
    bound.derivedFields(of: model, call(now: now))
  }
}

extension BoundModel {
  func derivedFields(of model: Root, _ call: ValidationCall) -> DerivedFields? {
    // Nested values have no form of their own.
    guard let own = plans.first, !own.plan.expressions.steps.isEmpty else { return nil }
    let model = prepared(model)
    return own.validation.derivedFields(call) { own.reads[$0](model) }
  }
}

extension PlanValidation {
  /// Evaluates the expressions of the form for a record, step by step.
  fileprivate func derivedFields(
    _ call: ValidationCall, _ value: (Int) -> (any FormValue)?
  ) -> DerivedFields {
    let (expressions, fields) = (plan.expressions, plan.form.fields)
    let focus = JudgeFocus(readingFields: expressions.reads, of: plan)
    var derived = DerivedFields()
    withWorkspace(call, focus) { workspace in
      for step in expressions.steps {
        let known = derived
        workspace.read({ position in
          let name = fields[position].name
          if known.hidden.contains(name) { return nil }
          return expressions.values[position] == nil ? value(position) : known.computed[name] ?? nil
        }) { record in
          for position in step {
            if let condition = expressions.conditions[position],
              condition.truth(record) != .isTrue
            {
              derived.hidden.insert(fields[position].name)
            } else if let value = expressions.values[position] {
              derived.computed[fields[position].name] = .some(value.text(record))
            }
          }
        }
      }
    }
    return derived
  }
}
