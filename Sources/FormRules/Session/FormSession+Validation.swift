extension FormSession {
  /// Makes a change and returns the resulting events.
  ///
  /// - Parameters:
  ///   - touched: The slots that the change itself may alter.
  ///   - validated: The slots to validate after the change.
  ///   - isWhole: Whether to evaluate record rules even if some of their fields have not been
  ///     validated.
  ///   - unanswered: Requests that services did not answer. They apply to this call only.
  ///   - prepare: The change to the session.
  mutating func change(
    _ touched: [Int], validating validated: [Int], isWhole: Bool = false,
    unanswered: Set<Hash128> = [], _ prepare: (inout Self) -> Void = { _ in }
  ) -> [FormEvent] {
    let formBefore = state
    let concerned = (touched + validated).sortedOnce
    let before = concerned.map { (state: slots[$0].state, failures: slots[$0].shown) }
    count(concerned, -1)
    prepare(&self)
    let done = validate(slots: validated, isWhole: isWhole, unanswered)
    count(concerned, 1)
    assert(counter == StateCounter(slots, layout), "an unaffected slot was changed")
    var events: [FormEvent] = []
    for (slot, old) in zip(concerned, before) {
      let validation = validation(of: slot, since: old.state, old.failures)
      if done.contains(slot) { events.append(.validated(validation)) }
      if validation.hasChanged { events.append(.validityChanged(validation)) }
    }
    if !done.isEmpty || formBefore != state {
      events.append(.formValidated(before: formBefore, after: state))
    }
    log?.append(contentsOf: events)
    return events
  }

  /// Adds slots to the counter or removes them.
  private mutating func count(_ concerned: [Int], _ count: Int) {
    for slot in concerned {
      counter.add(slots[slot], isField: layout.slots[slot].isField, count)
    }
  }

  private func validation(
    of slot: Int, since state: FormState, _ failures: [ValidationError]
  ) -> FieldValidation {
    let shown = slots[slot].shown
    return FieldValidation(
      field: layout.slots[slot].name, before: state, after: slots[slot].state,
      errors: shown.filter(\.severity.rejects), warnings: shown.filter { !$0.severity.rejects },
      appeared: shown.added(since: failures), disappeared: failures.added(since: shown))
  }

  /// Validates slots and returns those that were validated.
  private mutating func validate(
    slots requested: [Int], isWhole: Bool, _ unanswered: Set<Hash128>
  ) -> [Int] {
    let active = requested.sortedOnce.filter { slots[$0].isActive }
    for slot in active where !layout.slots[slot].isRecord { slots[slot].isValidated = true }
    var done: [Int] = []
    var together: [(plan: Int, focus: JudgeFocus, members: [Int])] = []
    for slot in active {
      guard let focus = focus(of: slot, isWhole: isWhole) else { continue }
      done.append(slot)
      slots[slot].isValidated = true
      slots[slot].isStale = false
      switch layout.slots[slot].kind {
      case .repeated(let index): validateItems(index, slot, unanswered)
      case .field(let plan, _), .record(let plan):
        if layout.slots[slot].requestsAnswers {
          request(slot, unanswered) { $0.failures($1, plan, focus, [slot], isWhole) }
        } else {
          if together.last?.plan != plan {
            together.append((plan, focus, [slot]))
          } else {
            together[together.count - 1].members.append(slot)
            together[together.count - 1].focus.formUnion(focus)
          }
        }
      }
    }
    for (plan, focus, members) in together {
      let found = failures(call, plan, focus, members, isWhole)
      for (slot, failures) in zip(members, found) { slots[slot].failures = failures }
    }
    return done
  }

  /// The rules to evaluate for a slot, or nil if they cannot be evaluated yet or there are none.
  private func focus(of slot: Int, isWhole: Bool) -> JudgeFocus? {
    guard case .record(let plan) = layout.slots[slot].kind else {
      return layout.slots[slot].focus
        ?? JudgeFocus([], of: engine.validator.units.plans[0].validation.plan)
    }
    let rules = layout.slots[slot].rules
    if rules.isEmpty, !layout.slots[slot].hasChecks { return nil }
    if isWhole { return layout.slots[slot].focus }
    let validation = engine.validator.units.plans[plan].validation
    let evaluable = rules.filter { position in
      layout.slots[slot].decisive[position]?.allSatisfy { isKnown(plan, $0) } ?? true
    }
    if evaluable.count == rules.count { return layout.slots[slot].focus }
    if evaluable.isEmpty, !canRunChecks(plan), !slots[slot].isValidated { return nil }
    return JudgeFocus(evaluable, of: validation.plan)
  }

  /// Whether a field has been validated, or is currently not part of the form.
  private func isKnown(_ plan: Int, _ field: Int) -> Bool {
    isKnown(layout.ofPlan[plan].lowerBound + field)
  }

  private func isKnown(_ slot: Int) -> Bool {
    slots[slot].isValidated || !slots[slot].isActive || layout.slots[slot].isCondition
  }

  /// Whether checks of the whole can run. They may read any field.
  private func canRunChecks(_ plan: Int) -> Bool {
    layout.ofPlan[plan].dropLast().allSatisfy(isKnown)
  }

  /// The failures of a plan in the model, by slot.
  private func failures(
    _ call: ValidationCall, _ plan: Int, _ focus: JudgeFocus, _ members: [Int], _ isWhole: Bool
  ) -> [[ValidationError]] {
    let unit = engine.validator.units.plans[plan]
    let model = engine.validator.units.prepared(model)
    let first = layout.ofPlan[plan].lowerBound
    var absent: Set<Int> = []
    for field in 0..<unit.reads.count where !slots[first + field].isPresent {
      absent.insert(field)
    }
    let found = engine.failures(ofPlan: plan, focus, in: model, without: absent, call)
    return members.map { slot in
      let own = layout.slots[slot].own
      var failures = found.filter { $0.field == own }
      if layout.slots[slot].hasChecks, unit.isPresent(model),
        own != nil || isWhole || canRunChecks(plan)
      {
        failures += unit.checks.filter { $0.field == own }.flatMap {
          $0.errors(of: model, in: unit.validation.plan.form, call)
        }
      }
      return unit.name.map { name in failures.map { $0.inside(unit.path, of: name) } }
        ?? failures
    }
  }

  private mutating func validateItems(_ index: Int, _ slot: Int, _ unanswered: Set<Hash128>) {
    request(slot, unanswered) { session, call in
      let units = session.engine.validator.units
      return [units.repeated[index].result(units.prepared(session.model), call).failures]
    }
  }

  /// Validates a slot that may have requests to services, which become an inquiry.
  private mutating func request(
    _ slot: Int, _ unanswered: Set<Hash128>,
    _ validate: (Self, ValidationCall) -> [[ValidationError]]
  ) {
    let earlier = slots[slot].inquiry
    slots[slot].inquiry = nil
    let services = ServiceAnswers(known: answers, unanswered: unanswered)
    var call = call
    call.services = services
    slots[slot].failures = validate(self, call).first ?? []
    let open = services.open
    guard !open.isEmpty else { return }
    // Pending requests for the same value are not sent again.
    if let earlier, earlier.open == open {
      slots[slot].inquiry = earlier
      return
    }
    sequence += 1
    slots[slot].inquiry = FormInquiry(
      field: layout.slots[slot].name, sequence: sequence, open: open)
  }

  private var call: ValidationCall {
    ValidationCall(scenario: scenario, language: language, now: now, hashKey: hashKey)
  }
}

extension Sequence<Int> {
  /// The distinct numbers in ascending order.
  var sortedOnce: [Int] {
    var result = sorted()
    var kept = 0
    for index in result.indices where index == 0 || result[index] != result[kept - 1] {
      result[kept] = result[index]
      kept += 1
    }
    result.removeLast(result.count - kept)
    return result
  }
}

extension SessionSlot {
  var isRecord: Bool { if case .record = kind { true } else { false } }
  /// Whether it is a field of the form, for which a control may exist.
  var isField: Bool { !isRecord && !isCondition }
}
