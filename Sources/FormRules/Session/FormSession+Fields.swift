// Operations on single fields by name. FormSession+Paths.swift has the same by key path.
extension FormSession {
  /// The status of a field, a nested value (`address`), an item (`items[2]`) or a field of an item
  /// (`items[2].quantity`). The status of an unknown name is untouched and not enabled.
  ///
  /// An item has the errors at it and its fields. Whether it was edited or is stale or pending is
  /// known only for the repeated value as a whole.
  public func status(of field: String) -> FieldStatus {
    if let slot = layout.names[field] { return slots[slot].status() }
    if let slot = slot(ofItem: field) { return slots[slot].status(ofItem: field) }
    let nested = layout.slots.firstIndex { $0.isRecord && $0.name == field }
    return nested.map { slots[$0].status() } ?? .unknown
  }

  /// Sets when a field is validated automatically.
  public mutating func setPolicy(_ policy: FieldValidationPolicy, for field: String) {
    guard let slot = layout.names[field] else { return }
    slots[slot].policy = policy
  }

  /// Sets whether a field refuses changes whose text breaks a rule that the earlier text did not
  /// break.
  ///
  /// Deletions are always allowed, and an empty text may break rules: a minimum length refuses
  /// nothing. Only rules with severity `error` that concern the field alone or compare it with
  /// another field apply; its type, `required`, `unique` and services do not. A repeated value
  /// cannot refuse changes.
  ///
  /// A refused change of an object is undone by the key path of the property. The change stays if a
  /// closure reads the property or an optional value is in between.
  public mutating func setRefusesInvalidInput(_ refuses: Bool, for field: String) {
    guard let slot = layout.names[field] else { return }
    slots[slot].inputFilter = nil
    guard refuses, case .field(let plan, let index) = layout.slots[slot].kind else { return }
    slots[slot].inputFilter = engine.validator.units.plans[plan].validation.inputFilter(
      ofField: index)
  }

  /// Changes the model in a field. Errors that a server reported for the field and for the whole
  /// form are removed, and pending requests for the field become outdated.
  @discardableResult
  public mutating func edit(_ field: String, _ change: (inout Root) -> Void) -> [FormEvent] {
    slot(field).map { edit($0, change) } ?? []
  }

  mutating func edit(_ slot: Int, _ apply: (inout Root) -> Void) -> [FormEvent] {
    let name = layout.slots[slot].name ?? ""
    if let inputFilter = slots[slot].inputFilter,
      case .field(let plan, let field) = layout.slots[slot].kind
    {
      let (units, unit) = (engine.validator.units, engine.validator.units.plans[plan])
      func values(of model: Root) -> [(any FormValue)?] {
        let model = units.prepared(model)
        return unit.reads.map { $0(model) }
      }
      // Read before the change, because objects are shared by copies of a model.
      let before = values(of: model)
      var changed = model
      apply(&changed)
      let refusal = refusal(of: slot, inputFilter, field, in: unit, [before, values(of: changed)])
      if !refusal.isEmpty {
        if let value = before[field], let path = unit.sources[field].path {
          restore(value, at: path)
        }
        log?.append(.refused(field: name, by: refusal))
        return [.refused(field: name, by: refusal)]
      }
      return edited(slot, name) { $0 = changed }
    }
    // Edits in place, because the cost of a copy grows with the size of the model.
    return edited(slot, name, apply)
  }

  private mutating func edited(
    _ slot: Int, _ name: String, _ apply: (inout Root) -> Void
  ) -> [FormEvent] {
    let isValidating = slots[slot].validatesInput
    let others = layout.slots[slot].dependents.filter { other in
      if layout.slots[other].isRecord { return isValidating }
      return isConcerned(other) && (isValidating || slots[other].validatesInput)
    }
    let whole = layout.slot(at: nil)
    log?.append(.edited(field: name))
    let events = self.change([slot, whole], validating: (isValidating ? [slot] : []) + others) {
      session in
      apply(&session.model)
      session.slots[slot].isEdited = true
      session.slots[slot].isStale = true
      session.slots[slot].served = []
      session.slots[slot].inquiry = nil
      session.slots[whole].served = []
    }
    return [.edited(field: name)] + events
  }

  /// Whether a field is validated again when another one changes.
  private func isConcerned(_ slot: Int) -> Bool {
    slots[slot].isValidated && slots[slot].policy != .manual
  }

  /// The failures for which an input filter refuses a change.
  ///
  /// - Parameter records: The values of the unit's fields before and after the change.
  private func refusal(
    of slot: Int, _ inputFilter: PlanValidation, _ field: Int, in unit: ModelUnit<Root>,
    _ records: [[(any FormValue)?]]
  ) -> [ValidationError] {
    let texts = records.map { $0[field]?.formText ?? "" }
    if texts[1].isDeletion(from: texts[0]) { return [] }
    let call = ValidationCall(scenario: scenario, language: language, now: now)
    let filtered = inputFilter.plan.form.fields[field].name
    let broken = inputFilter.results(of: 2, call) { records[$0][$1] }.map { found in
      found.failures.filter { failure in
        failure.field == filtered && layout.slots[slot].isRule(failure.rule, of: unit)
      }
    }
    let before = Set(broken[0].map(\.rule))
    return broken[1].filter { !before.contains($0.rule) }
  }

  /// Restores a value that a refused change wrote to an object. A model without objects is
  /// unchanged.
  private mutating func restore<Value: FormValue>(_ value: Value, at path: FieldPath) {
    guard let path = path.path as? ReferenceWritableKeyPath<Root, Value> else { return }
    model[keyPath: path] = value
  }

  /// Sets the focus to a field or an item and removes it from any other one without the effects of
  /// `blur`.
  public mutating func focus(_ field: String) {
    guard let slot = slot(field) else { return }
    for index in slots.indices { slots[index].focus = index == slot ? field : nil }
  }

  /// Removes the focus from a field or an item and validates the field if its policy requires that.
  @discardableResult
  public mutating func blur(_ field: String) -> [FormEvent] {
    guard let slot = slot(field) else { return [] }
    slots[slot].focus = nil
    slots[slot].hasLostFocus = true
    guard slots[slot].validatesFocusLoss else { return [] }
    let others = layout.slots[slot].dependents.filter {
      layout.slots[$0].isRecord || isConcerned($0)
    }
    return change([slot], validating: [slot] + others)
  }

  /// Sets whether a field is validated. Rules of other fields still read its value. A field that was
  /// validated before is validated again when it is enabled.
  @discardableResult
  public mutating func setEnabled(_ isEnabled: Bool, _ field: String) -> [FormEvent] {
    guard let slot = layout.names[field] else { return [] }
    let isAgain = isEnabled && slots[slot].isValidated
    return change([slot], validating: isAgain ? [slot] : []) { session in
      session.slots[slot].isEnabled = isEnabled
      if !isEnabled { session.slots[slot].inquiry = nil }
    }
  }

  /// Removes a field from the form: it is not validated, rules of other fields read it as missing, and
  /// its state is discarded. The model keeps its value.
  @discardableResult
  public mutating func remove(_ field: String) -> [FormEvent] { setPresent(false, field) }

  /// Restores a removed field, in the state of a field that has not been validated.
  @discardableResult
  public mutating func restore(_ field: String) -> [FormEvent] { setPresent(true, field) }

  private mutating func setPresent(_ isPresent: Bool, _ field: String) -> [FormEvent] {
    guard let slot = layout.names[field] else { return [] }
    let others = layout.slots[slot].dependents.filter { isConcerned($0) }
    return change([slot], validating: others) { session in
      var state = SlotState(policy: session.slots[slot].policy)
      state.inputFilter = session.slots[slot].inputFilter
      state.isPresent = isPresent
      session.slots[slot] = state
    }
  }

  /// Adds a property that the validator lacks, with its rules. The states of other fields are kept.
  /// The rules are bound again, which is too slow to do on every keystroke.
  ///
  /// - Throws: `DefinitionErrors` with all errors in the rules. The session is then unchanged.
  public mutating func add(
    _ property: Property<Root>, policy: FieldValidationPolicy = .focusLoss
  ) throws(DefinitionErrors) {
    setValidator(
      try engine.validator.changing { $0.properties.append(property) }, policy: policy)
  }

  /// Replaces the rules of a field. A field that was validated before is validated again; the states of
  /// other fields are kept. All rules are bound again, which is too slow to do on every keystroke.
  ///
  /// - Throws: `DefinitionErrors` with all errors in the rules, also for an unknown field. The
  ///   session is then unchanged.
  @discardableResult
  public mutating func setRules(
    _ rules: ModelRule<Root>..., for field: String
  ) throws(DefinitionErrors) -> [FormEvent] {
    try setRules(rules, for: field)
  }

  mutating func setRules(
    _ rules: [ModelRule<Root>], for field: String
  ) throws(DefinitionErrors) -> [FormEvent] {
    setValidator(try engine.validator.replacingRules(of: field, with: rules))
    guard let slot = layout.names[field] else { return [] }
    let refuses = slots[slot].inputFilter != nil
    setRefusesInvalidInput(refuses, for: field)
    return change([slot], validating: isConcerned(slot) ? [slot] : [])
  }

  /// Replaces the validator and keeps the states of the fields that both have.
  private mutating func setValidator(
    _ validator: ModelValidator<Root>, policy: FieldValidationPolicy = .focusLoss
  ) {
    let old = layout
    engine = SessionEngine(validator)
    answers = [:]
    slots = layout.slots.map { slot in
      let before = old.slots.firstIndex { $0.name == slot.name && $0.isRecord == slot.isRecord }
      return before.map { slots[$0] } ?? SlotState(policy: policy)
    }
    counter = StateCounter(slots, layout)
  }

  /// The slot that validates a field or an item, or nil for an unknown name.
  private func slot(_ field: String) -> Int? { layout.names[field] ?? slot(ofItem: field) }

  /// The slot of the repeated value that has an item or a field of an item with this name.
  private func slot(ofItem name: String) -> Int? {
    engine.validator.units.repeated.first { $0.contains(name, in: model) }
      .flatMap { layout.names[$0.name] }
  }
}

extension SessionSlot {
  /// Whether the identifier is that of a rule of the rule set for this field, rather than of its
  /// type.
  fileprivate func isRule<Root>(_ id: String, of unit: ModelUnit<Root>) -> Bool {
    rules.contains { position in
      let rule = unit.validation.plan.rules[position]
      return rule.id == id && rule.entry != nil
    }
  }
}
