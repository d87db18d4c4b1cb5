public import FormRules

/// The outcome of validating a whole form.
public struct FormOutcome: Sendable {
  /// `valid`, `invalid`, or `pending` if services have not answered yet; never `untouched`. Submit
  /// a form only if it is `valid`.
  public let state: ValidationState
  /// All errors, field by field. Those of the whole form follow the errors of its own fields and
  /// precede those of nested and repeated values.
  public let errors: [ValidationError]
  /// All failures with severity `warning` or `info`.
  public let warnings: [ValidationError]
  /// The resulting events. Empty if the fields were not updated.
  public let events: [FormEvent]
}

extension FormSession {
  /// The state of the whole form: `invalid` if any field is, otherwise `pending`, otherwise
  /// `untouched` if some fields have not been validated, otherwise `valid`.
  public var state: ValidationState { counter.state }

  /// All known errors, field by field.
  public var errors: [ValidationError] { slots.flatMap { $0.status().errors } }

  /// All known failures with severity `warning` or `info`, field by field.
  public var warnings: [ValidationError] { slots.flatMap { $0.status().warnings } }

  /// The status of the model as a whole.
  public var status: FieldStatus { slots[layout.slot(at: nil)].status() }

  /// The names of the fields, in order.
  public var fields: [String] {
    slots.indices.filter { layout.slots[$0].isField && slots[$0].isPresent }
      .compactMap { layout.slots[$0].name }
  }

  /// The fields that depend on others (`show` and `value` of the form), for the current values; nil
  /// if the form has none.
  public var derivedFields: DerivedFields? {
    bound.derivedFields(of: model, ValidationCall(localization: localization, now: now, zone: zone))
  }

  /// The first field that is known to be invalid, for setting the focus.
  public var firstInvalidField: String? {
    slots.indices.first { !layout.slots[$0].isRecord && slots[$0].state == .invalid }
      .flatMap { layout.slots[$0].name }
  }

  /// Whether the form can be submitted. Validates the whole form without changing the state of its
  /// fields, so it costs as much as `validate`.
  public var isSubmittable: Bool {
    var copy = self
    return copy.validate().state == .valid
  }

  /// Validates every field regardless of its policy, and the whole form.
  ///
  /// - Parameter notifiesFields: Whether to update the fields' states and return events.
  @discardableResult
  public mutating func validate(notifyingFields notifiesFields: Bool = true) -> FormOutcome {
    if !notifiesFields {
      var copy = self
      copy.validate()
      return copy.outcome
    }
    for index in slots.indices { slots[index].hasLostFocus = true }
    let events = change([], validating: Array(slots.indices), allRules: true)
    isStale = false
    return FormOutcome(state: state, errors: errors, warnings: warnings, events: events)
  }

  /// The outcome for the current states, without events.
  package var outcome: FormOutcome {
    FormOutcome(state: state, errors: errors, warnings: warnings, events: [])
  }

  /// Starts again with a model: nothing is edited or validated. Policies, input filters, and which
  /// fields are disabled or removed, are kept.
  @discardableResult
  public mutating func reset(to model: Root) -> [FormEvent] {
    isStale = true
    return change(Array(slots.indices), validating: []) { session in
      session.model = model
      session.slots = session.slots.map(\.initial)
    }
  }

  /// Adds errors that a server reported for the current model. They stay until the field is edited,
  /// or, for errors of the whole form or of a nested value, until any of its fields is edited.
  /// Validation does not remove them. Errors of unknown fields are shown at the whole form, or at
  /// the nested value that the name begins with.
  @discardableResult
  public mutating func addServerErrors(_ errors: [ValidationError]) -> [FormEvent] {
    let changed = errors.map { layout.slot(at: $0.field) }
    return change(changed, validating: []) { session in
      for (slot, error) in zip(changed, errors) { session.slots[slot].serverErrors.append(error) }
    }
  }

  /// Adds the errors and warnings that a server reported, decoded from its response.
  @discardableResult
  public mutating func addServerErrors(_ errors: ValidationErrors) -> [FormEvent] {
    addServerErrors(errors.errors + errors.warnings)
  }

  /// Removes all errors that a server reported.
  @discardableResult
  public mutating func removeServerErrors() -> [FormEvent] {
    let changed = slots.indices.filter { !slots[$0].serverErrors.isEmpty }
    return change(changed, validating: []) { session in
      for slot in changed { session.slots[slot].serverErrors = [] }
    }
  }
}

extension FormSession {
  /// The requests to be sent to services, at most one inquiry per field. A field has requests only
  /// if its own rules pass, and is `pending` until they are answered.
  public var inquiries: [FormInquiry] { slots.filter(\.isActive).compactMap(\.inquiry) }

  /// Applies the answers to an inquiry, in the order of its requests. Answers to an outdated
  /// inquiry are ignored, because the value has changed since. A missing answer causes
  /// `remote.unavailable`.
  @discardableResult
  public mutating func answer(
    _ inquiry: FormInquiry, with replies: [ServiceAnswer]
  ) -> [FormEvent] {
    guard let slot = slots.firstIndex(where: { $0.inquiry?.sequence == inquiry.sequence }) else {
      return []
    }
    if answers.count > Self.maximumAnswers { answers = [:] }
    var unanswered: Set<Hash128> = []
    for (index, request) in inquiry.open.enumerated() {
      if index < replies.count, let isAccepted = replies[index].isAccepted {
        answers[request.key] = isAccepted
      } else {
        unanswered.insert(request.key)
      }
    }
    return change([slot], validating: [slot], allRules: true, unanswered: unanswered)
  }

  /// The maximum number of answers that a session keeps before it discards them all.
  private static var maximumAnswers: Int { 1_000 }
}
