extension FormSession {
  /// Makes a change and tells what came of it.
  ///
  /// - Parameters:
  ///   - touched: slots that the change itself may alter.
  ///   - judged: slots that are judged after it.
  ///   - isWhole: whether rules of records are judged although some of their fields were not.
  ///   - given: answers of services that hold for this time only.
  mutating func change(
    _ touched: [Int], judging judged: [Int], isWhole: Bool = false,
    given: [RemoteQuestion: RemoteAnswer] = [:], _ prepare: (inout Self) -> Void = { _ in }
  ) -> [FormEvent] {
    let formBefore = state
    let concerned = Set(touched + judged).sorted()
    let before = concerned.map { (state: slots[$0].state, failures: slots[$0].shown) }
    prepare(&self)
    let done = judge(judged, isWhole: isWhole, given)
    var events: [FormEvent] = []
    for (slot, old) in zip(concerned, before) {
      let judgement = judgement(of: slot, since: old.state, old.failures)
      if done.contains(slot) { events.append(.validated(judgement)) }
      if judgement.isNews { events.append(.validityChanged(judgement)) }
    }
    if !done.isEmpty || formBefore != state {
      events.append(.formValidated(before: formBefore, after: state))
    }
    return events
  }

  private func judgement(
    of slot: Int, since state: FormState, _ failures: [ValidationError]
  ) -> FieldJudgement {
    let shown = slots[slot].shown
    return FieldJudgement(
      field: layout.slots[slot].name, before: state, after: slots[slot].state,
      errors: shown.filter(\.severity.rejects), warnings: shown.filter { !$0.severity.rejects },
      appeared: shown.news(since: failures), disappeared: failures.news(since: shown))
  }

  /// Judges slots, and answers those that were.
  private mutating func judge(
    _ asked: [Int], isWhole: Bool, _ given: [RemoteQuestion: RemoteAnswer]
  ) -> Set<Int> {
    let asked = Set(asked).sorted().filter { slots[$0].isJudged }
    for slot in asked where !layout.slots[slot].isRecord { slots[slot].isChecked = true }
    var done: Set<Int> = []
    var together: [Int: [Int]] = [:]
    for slot in asked {
      guard let focus = focus(of: slot, isWhole: isWhole) else { continue }
      done.insert(slot)
      slots[slot].isChecked = true
      slots[slot].isStale = false
      switch layout.slots[slot].kind {
      case .repeated(let index): judgeItems(index, slot, given)
      case .field(let plan, _), .record(let plan):
        if layout.slots[slot].asksServices {
          ask(slot, given) { $0.failures($1, plan, focus, [slot], isWhole) }
        } else {
          together[plan, default: []].append(slot)
        }
      }
    }
    for (plan, members) in together {
      let focuses = members.compactMap { focus(of: $0, isWhole: isWhole) }
      guard var focus = focuses.first else { continue }
      for other in focuses.dropFirst() { focus = focus.union(other) }
      var call = call
      call.remote = nil
      let found = failures(call, plan, focus, members, isWhole)
      for (slot, failures) in zip(members, found) { slots[slot].failures = failures }
    }
    return done
  }

  /// What must be asked for a slot; nil when nothing can be said yet, or ever.
  private func focus(of slot: Int, isWhole: Bool) -> JudgeFocus? {
    let place = layout.slots[slot]
    guard case .record(let plan) = place.kind else {
      return place.focus ?? JudgeFocus([], of: engine.validator.units.plans[0].validation.plan)
    }
    if place.rules.isEmpty, !place.hasChecks { return nil }
    if isWhole { return place.focus }
    let bound = engine.validator.units.plans[plan].validation.plan
    let ripe = place.rules.filter { position in
      bound.decisiveFields(of: position).allSatisfy { isKnown(plan, $0) }
    }
    if ripe.isEmpty, !areChecksRipe(plan), !slots[slot].isChecked { return nil }
    return JudgeFocus(ripe, of: bound)
  }

  /// Whether a field was judged, or is none of the form's at present.
  private func isKnown(_ plan: Int, _ field: Int) -> Bool {
    let state = slots[layout.ofPlan[plan].lowerBound + field]
    return state.isChecked || !state.isJudged
  }

  /// Whether checks of the whole are asked: they may read anything.
  private func areChecksRipe(_ plan: Int) -> Bool {
    layout.ofPlan[plan].dropLast().allSatisfy { slots[$0].isChecked || !slots[$0].isJudged }
  }

  /// What a plan has against the model, slot by slot.
  private func failures(
    _ call: ValidationCall, _ plan: Int, _ focus: JudgeFocus, _ members: [Int], _ isWhole: Bool
  ) -> [[ValidationError]] {
    let unit = engine.validator.units.plans[plan]
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
        own != nil || isWhole || areChecksRipe(plan)
      {
        failures += unit.checks.filter { $0.place == own }.compactMap {
          $0.failure(of: model, in: unit.validation.plan.form, call)
        }
      }
      return unit.place.map { place in failures.map { $0.inside(place, of: place) } } ?? failures
    }
  }

  private mutating func judgeItems(
    _ index: Int, _ slot: Int, _ given: [RemoteQuestion: RemoteAnswer]
  ) {
    ask(slot, given) { session, call in
      [session.engine.validator.units.repeated[index].findings(session.model, call).failures]
    }
  }

  /// Judges a slot that may have questions to services, which become an inquiry.
  private mutating func ask(
    _ slot: Int, _ given: [RemoteQuestion: RemoteAnswer],
    _ judge: (Self, ValidationCall) -> [[ValidationError]]
  ) {
    let earlier = slots[slot].inquiry
    slots[slot].inquiry = nil
    let book = AnswerBook(answers.merging(given) { $1 })
    var call = call
    (call.remote, call.hasAnswers) = (book.check, true)
    slots[slot].failures = judge(self, call).first ?? []
    let open = book.open
    guard !open.isEmpty else { return }
    // What is under way about the same value is not asked a second time.
    if let earlier, earlier.questions == open {
      slots[slot].inquiry = earlier
      return
    }
    sequence += 1
    slots[slot].inquiry = FormInquiry(
      field: layout.slots[slot].name, sequence: sequence, questions: open)
  }

  private var call: ValidationCall {
    ValidationCall(scenario: scenario, language: language, now: now)
  }
}

extension SessionSlot {
  var isRecord: Bool { if case .record = kind { true } else { false } }
}
