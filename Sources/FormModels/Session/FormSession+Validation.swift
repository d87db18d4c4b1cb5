import FormBytes
import FormRules

extension FormSession {
  /// Makes a change and returns the resulting events.
  ///
  /// - Parameters:
  ///   - touched: The slots that the change itself may alter.
  ///   - validated: The slots to validate after the change.
  ///   - allRules: Whether to evaluate record rules even if some of their fields have not been
  ///     validated.
  ///   - unanswered: Requests that services did not answer. They apply to this call only.
  ///   - prepare: The change to the session.
  mutating func change(
    _ touched: [Int], validating validated: [Int], allRules: Bool = false,
    unanswered: Set<Hash128> = [], _ prepare: (inout Self) -> Void = { _ in }
  ) -> [FormEvent] {
    let formBefore = state
    let concerned = (touched + validated).sortedWithoutDuplicates
    let before = concerned.map { (state: slots[$0].state, errors: slots[$0].visibleErrors) }
    count(concerned, -1)
    prepare(&self)
    let done = validate(slots: validated, allRules: allRules, unanswered: unanswered)
    count(concerned, 1)
    assert(counter == StateCounter(slots, layout), "an unaffected slot was changed")
    var events: [FormEvent] = []
    for (slot, before) in zip(concerned, before) {
      let validation = FieldValidation(
        field: layout.slots[slot].name, before: before.state, after: slots[slot].state,
        slots[slot].visibleErrors, since: before.errors)
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

  /// Validates slots and returns those that were validated.
  private mutating func validate(
    slots requested: [Int], allRules: Bool, unanswered: Set<Hash128>
  ) -> [Int] {
    let active = requested.sortedWithoutDuplicates.filter { slots[$0].isActive }
    for slot in active where !layout.slots[slot].isRecord { slots[slot].isValidated = true }
    var done: [Int] = []
    var groups: [SlotGroup] = []
    for slot in active {
      guard let focus = evaluableRules(of: slot, allRules: allRules) else { continue }
      done.append(slot)
      slots[slot].isValidated = true
      slots[slot].isStale = false
      switch layout.slots[slot].kind {
      case .repeated(let index):
        request(slot, unanswered) { session, call in
          let bound = session.bound
          var call = call
          call.visits = ModelVisits()
          return bound.repeated[index].result(bound.prepared(session.model), call).failures
        }
      case .field(let plan, _), .record(let plan):
        let group = SlotGroup(plan: plan, focus: focus, slots: [slot], allRules: allRules)
        if layout.slots[slot].requestsAnswers {
          request(slot, unanswered) { $0.failures(of: group, $1)[0] }
        } else if groups.last?.plan == plan {
          groups[groups.count - 1].slots.append(slot)
          groups[groups.count - 1].focus.formUnion(focus)
        } else {
          groups.append(group)
        }
      }
    }
    for group in groups {
      for (slot, failures) in zip(group.slots, failures(of: group, call)) {
        slots[slot].failures = failures
      }
    }
    return done
  }

  /// The rules to evaluate for a slot, or nil if they cannot be evaluated yet or there are none.
  private func evaluableRules(of slot: Int, allRules: Bool) -> JudgeFocus? {
    guard case .record(let plan) = layout.slots[slot].kind else {
      return layout.slots[slot].focus ?? JudgeFocus([], of: bound.plans[0].plan)
    }
    let rules = layout.slots[slot].rules
    if rules.isEmpty, !layout.slots[slot].hasChecks { return nil }
    if allRules { return layout.slots[slot].focus }
    let first = layout.ofPlan[plan].lowerBound
    let evaluable = rules.filter { position in
      layout.slots[slot].decisive[position]?.allSatisfy { isKnown(first + $0) } ?? true
    }
    if evaluable.count == rules.count { return layout.slots[slot].focus }
    if evaluable.isEmpty, !canRunChecks(plan), !slots[slot].isValidated { return nil }
    return JudgeFocus(evaluable, of: bound.plans[plan].plan)
  }

  /// Whether the field of a slot has been validated, or is currently not part of the form.
  private func isKnown(_ slot: Int) -> Bool {
    slots[slot].isValidated || !slots[slot].isActive || layout.slots[slot].isCondition
  }

  /// Whether the checks of a plan's record can run. They may read any field.
  private func canRunChecks(_ plan: Int) -> Bool {
    layout.ofPlan[plan].dropLast().allSatisfy(isKnown)
  }

  /// The failures in the model of each slot of a group.
  private func failures(of group: SlotGroup, _ call: ValidationCall) -> [[ValidationError]] {
    let plan = bound.plans[group.plan]
    let model = bound.prepared(model)
    let first = layout.ofPlan[group.plan].lowerBound
    let absent = Set(plan.reads.indices.filter { !slots[first + $0].isPresent })
    let all = plan.failures(group.focus, in: model, without: absent, call)
    return group.slots.map { slot in
      let name = layout.slots[slot].nameInPlan
      var failures = all.filter { $0.field == name }
      if layout.slots[slot].hasChecks, plan.isPresent(model),
        name != nil || group.allRules || canRunChecks(group.plan)
      {
        failures += plan.checks.filter { $0.field == name }.flatMap {
          $0.errors(of: model, in: plan.plan.form, call)
        }
      }
      return plan.name.map { name in failures.map { $0.inside(plan.path, named: name) } }
        ?? failures
    }
  }

  /// Validates a slot that may have requests to services, which become an inquiry.
  private mutating func request(
    _ slot: Int, _ unanswered: Set<Hash128>, validate: (Self, ValidationCall) -> [ValidationError]
  ) {
    let earlier = slots[slot].inquiry
    slots[slot].inquiry = nil
    let services = ServiceAnswers(known: answers, unanswered: unanswered)
    var call = call
    call.services = services
    slots[slot].failures = validate(self, call)
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
    ValidationCall(
      scenario: scenario, localization: localization, now: now, zone: zone, hashKey: hashKey)
  }
}

/// Slots of one plan that are validated together.
private struct SlotGroup {
  let plan: Int
  /// The rules to evaluate.
  var focus: JudgeFocus
  var slots: [Int]
  /// Whether checks of the record run even if some fields have not been validated.
  let allRules: Bool
}
