/// What is known of a field, or of a form, while somebody fills it in. That something is wrong goes
/// before that an answer is awaited, and that before all is well.
public enum FormState: Sendable, Equatable {
  /// It was not judged yet; of a form, some of its fields were not.
  case untouched
  /// A service has been asked and has not answered: not valid yet.
  case pending
  /// No rule of severity `error` fails.
  case valid
  /// At least one does, or a server has said so.
  case invalid
}

/// When a field is judged of its own accord. `FormSession.validate` judges every field.
public enum FieldPolicy: Sendable, CaseIterable {
  /// At every change.
  case input
  /// When it loses the focus.
  case focusLoss
  /// When it first loses the focus or the form is validated, and from then on at every change too.
  case focusLossThenInput
  /// Never.
  case manual
}

/// What is known of one field.
public struct FieldStatus: Sendable {
  /// Whether it is good. A disabled field is always `untouched`.
  public let state: FormState
  /// The failures of severity `error`, in the order of the rules, then what a server has said.
  public let errors: [ValidationError]
  /// The failures of severity `warning` and `info`.
  public let warnings: [ValidationError]
  /// Whether it was edited.
  public let isEdited: Bool
  /// Whether it was edited since it was judged: what is known of it is that of an earlier value.
  public let isStale: Bool
  /// Whether it has the focus.
  public let hasFocus: Bool
  /// Whether it is judged at all.
  public let isEnabled: Bool
}

/// What a judgement of one field found, and what it changed.
public struct FieldJudgement: Sendable, Equatable {
  /// The field; nil for the model as a whole.
  public let field: String?
  /// What was known before.
  public let before: FormState
  /// What is known now.
  public let after: FormState
  /// All errors there are now.
  public let errors: [ValidationError]
  /// All warnings there are now.
  public let warnings: [ValidationError]
  /// Failures that were not there before, by rule and code. One that says another length than before
  /// is none.
  public let appeared: [ValidationError]
  /// Failures that are there no longer, likewise.
  public let disappeared: [ValidationError]

  /// Whether somebody who shows state and failures has to show something else.
  public var isNews: Bool { before != after || !appeared.isEmpty || !disappeared.isEmpty }
}

/// What happened in a live form, in the order in which it is to be told.
public enum FormEvent: Sendable, Equatable {
  /// The value of a field has changed.
  case edited(field: String)
  /// A change was not taken, because of these rules.
  case refused(field: String, by: [ValidationError])
  /// A field was judged, whatever came of it.
  case validated(FieldJudgement)
  /// What is known of a field has changed: its state, or its failures.
  case validityChanged(FieldJudgement)
  /// Fields were judged, and this is what the form as a whole was and is.
  case formValidated(before: FormState, after: FormState)
}

/// Questions to services about one field, which a program puts and answers.
public struct FormInquiry: Sendable, Equatable {
  /// The field.
  public let field: String?
  /// Later inquiries have higher numbers; an answer to one that is not the field's last is ignored.
  public let sequence: Int
  /// What is asked.
  public let questions: [RemoteQuestion]
}
