import FormRules

/// The rules of a live form, shared by all copies of a session. Creating it costs as much as
/// binding the rules; using it allocates no lasting memory.
final class SessionEngine<Root>: Sendable {
  let validator: ModelValidator<Root>
  let layout: SessionLayout<Root>

  init(_ validator: ModelValidator<Root>) {
    self.validator = validator
    layout = SessionLayout(validator.bound)
  }

  /// The failures of one plan in a model, restricted to a focus.
  ///
  /// - Parameter absent: The plan's fields that count as missing.
  func failures(
    ofPlan index: Int, _ focus: JudgeFocus, in model: Root, without absent: Set<Int>,
    _ call: ValidationCall
  ) -> [ValidationError] {
    let plan = validator.bound.plans[index]
    guard plan.isPresent(model) else { return [] }
    var failures: [ValidationError] = []
    plan.validation.withWorkspace(call, focus) { workspace in
      failures =
        workspace.result(in: call.language) { field in
          focus.readFields[field] && !absent.contains(field) ? plan.reads[field](model) : nil
        }.failures
    }
    return failures
  }
}
