/// What came of validating a whole form.
public struct FormOutcome: Sendable {
  /// `valid`, `invalid`, or `pending` when services have still to answer; never `untouched`. Only what
  /// is `valid` should be sent.
  public let state: FormState
  /// All errors, field by field, those of the whole last.
  public let errors: [ValidationError]
  /// All failures of severity `warning` and `info`.
  public let warnings: [ValidationError]
  /// What is to be told; nothing when the fields are not told.
  public let events: [FormEvent]
}

extension FormSession {
  /// What is known of the whole: `invalid` when a field is, else `pending`, else `untouched` when
  /// fields were not judged, else `valid`.
  public var state: FormState { tally.state }

  /// All errors that are known, field by field.
  public var errors: [ValidationError] { slots.flatMap(\.status.errors) }

  /// All failures of severity `warning` and `info` that are known, field by field.
  public var warnings: [ValidationError] { slots.flatMap(\.status.warnings) }

  /// What is known of the model as a whole.
  public var status: FieldStatus { slots[layout.slot(at: nil)].status }

  /// The names of the fields, in order.
  public var fields: [String] {
    slots.indices.filter { !layout.slots[$0].isRecord && slots[$0].isPresent }
      .compactMap { layout.slots[$0].name }
  }

  /// The first field that is known to be invalid: the one to put the focus into.
  public var firstInvalidField: String? {
    slots.indices.first { !layout.slots[$0].isRecord && slots[$0].state == .invalid }
      .flatMap { layout.slots[$0].name }
  }

  /// Whether the form could be sent as it is. Judges all of it without telling any field, so it costs
  /// what `validate` does.
  public var isSubmittable: Bool {
    var copy = self
    return copy.validate().state == .valid
  }

  /// Judges every field, whatever the policies, and the whole.
  ///
  /// - Parameter tellsFields: whether fields know of it afterwards, and events say so.
  @discardableResult
  public mutating func validate(tellingFields tellsFields: Bool = true) -> FormOutcome {
    if !tellsFields {
      var copy = self
      let outcome = copy.validate()
      return FormOutcome(
        state: outcome.state, errors: outcome.errors, warnings: outcome.warnings, events: [])
    }
    for index in slots.indices { slots[index].hasLostFocus = true }
    let events = change([], judging: Array(slots.indices), isWhole: true)
    return FormOutcome(state: state, errors: errors, warnings: warnings, events: events)
  }

  /// Begins again with a model: nothing was edited or judged, policies and gates stay.
  public mutating func reset(to model: Root) {
    self.model = model
    for index in slots.indices {
      var state = SlotState(policy: slots[index].policy)
      (state.gate, state.isPresent) = (slots[index].gate, slots[index].isPresent)
      state.isEnabled = slots[index].isEnabled
      slots[index] = state
    }
    tally = StateTally(slots, layout)
  }

  /// Adds what a server has said of the model as it is. It holds until the field is edited, what
  /// concerns the whole until any is; judging alone does not take it away. Errors at fields that the
  /// form does not have are shown at the whole.
  @discardableResult
  public mutating func add(_ errors: [ValidationError]) -> [FormEvent] {
    let places = errors.map { layout.slot(at: $0.field) }
    return change(places, judging: []) { session in
      for (slot, error) in zip(places, errors) { session.slots[slot].served.append(error) }
    }
  }

  /// Forgets all that a server has said.
  @discardableResult
  public mutating func removeServerErrors() -> [FormEvent] {
    let places = slots.indices.filter { !slots[$0].served.isEmpty }
    return change(places, judging: []) { session in
      for slot in places { session.slots[slot].served = [] }
    }
  }
}

extension FormSession {
  /// The questions to services that are to be put, at most one inquiry a field. A field has questions
  /// only where its own rules have nothing against its value, and is `pending` until they are answered.
  public var inquiries: [FormInquiry] { slots.filter(\.isJudged).compactMap(\.inquiry) }

  /// Takes in the answers to an inquiry, in the order of its questions. Those to another inquiry than
  /// the field's last change nothing: the value has changed since. Silence makes `remote.unavailable`.
  @discardableResult
  public mutating func take(
    _ given: [RemoteAnswer], to inquiry: FormInquiry
  ) -> [FormEvent] {
    guard let slot = slots.firstIndex(where: { $0.inquiry?.sequence == inquiry.sequence }) else {
      return []
    }
    var known: [RemoteQuestion: RemoteAnswer] = [:]
    for (index, question) in inquiry.questions.enumerated() {
      known[question] = index < given.count ? given[index] : RemoteAnswer.none
    }
    if answers.count > Self.maximumAnswers { answers = [:] }
    answers.merge(known.filter { $1 != .none }) { $1 }
    return change([slot], judging: [slot], isWhole: true, given: known)
  }

  /// How many answers a session keeps before it begins again.
  private static var maximumAnswers: Int { 1_000 }
}
