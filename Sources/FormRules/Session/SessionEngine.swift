import Synchronization

/// What a live form judges by. It is shared by all copies of a session: making it costs as much as
/// binding the rules did, and using it takes no memory that stays.
final class SessionEngine<Root>: Sendable {
  let validator: ModelValidator<Root>
  let layout: SessionLayout<Root>
  private let judges: [KeptJudge]

  init(_ validator: ModelValidator<Root>) {
    self.validator = validator
    layout = SessionLayout(validator.units)
    judges = validator.units.plans.map { _ in KeptJudge() }
  }

  /// What one plan has against a model, as far as a focus goes.
  ///
  /// - Parameter absent: the plan's fields that count as missing.
  func failures(
    ofPlan index: Int, _ focus: JudgeFocus, in model: Root, without absent: Set<Int>,
    _ call: ValidationCall
  ) -> [ValidationError] {
    let unit = validator.units.plans[index]
    guard unit.isPresent(model) else { return [] }
    let plan = unit.validation.plan
    let focus =
      call.scenario == nil ? focus : focus.without(scenario: call.scenario, of: plan)
    var record: [(any FormValue)?] = Array(repeating: nil, count: unit.reads.count)
    for field in 0..<unit.reads.count where focus.isRead[field] && !absent.contains(field) {
      record[field] = unit.reads[field](model)
    }
    // What rules remember, and what services said, is of one call.
    if plan.memories > 0 || call.remote != nil {
      var judge = unit.validation.judge(call)
      judge.ask(only: focus)
      return unit.validation.failures(of: record, &judge, call)
    }
    return judges[index].failures(of: record, focus, unit.validation, call)
  }
}

/// A judge that is used again: making one for every key would cost more than the judging.
private final class KeptJudge: Sendable {
  private let judge = Mutex<Judge?>(nil)

  func failures(
    of record: [(any FormValue)?], _ focus: JudgeFocus, _ validation: PlanValidation,
    _ call: ValidationCall
  ) -> [ValidationError] {
    judge.withLock { kept in
      var judge = kept.take() ?? validation.judge(call)
      judge.run.receive(now: call.now ?? .now, source: "")
      judge.ask(only: focus)
      let failures = validation.failures(of: record, &judge, call)
      kept = consume judge
      return failures
    }
  }
}
