public import FormModels

// What views and their controls use; see the methods of `FormSession`.
extension ObservableForm {
  /// The current model.
  public var model: Root { session.model }
  /// The state of the whole form.
  public var state: ValidationState { session.state }
  /// Whether the form can be submitted.
  public var isSubmittable: Bool { session.isSubmittable }
  /// All known errors, field by field.
  public var errors: [ValidationError] { session.errors }
  /// All known failures with severity `warning` or `info`, field by field.
  public var warnings: [ValidationError] { session.warnings }
  /// The first field that is known to be invalid, for setting the focus.
  public var firstInvalidField: String? { session.firstInvalidField }

  /// The scenario, or nil to include all rules. Fields are validated by it from now on.
  public var scenario: String? {
    get { session.scenario }
    set { update { $0.scenario = newValue } }
  }

  /// The status of a field.
  public func status(of path: PartialKeyPath<Root>) -> FieldStatus {
    session(observing: path).status(of: path)
  }

  /// The message of a field's first error, or nil if it has none.
  public func message(at path: PartialKeyPath<Root>) -> String? {
    session(observing: path).message(at: path)
  }

  /// Changes a property.
  @discardableResult
  public func edit<Value>(_ path: WritableKeyPath<Root, Value>, to value: Value) -> [FormEvent] {
    update { $0.edit(path, to: value) }
  }

  /// Tells the form that the control of a property has received the focus.
  public func focus(_ path: PartialKeyPath<Root>) { update { $0.focus(path) } }

  /// Tells the form that the control of a property has lost the focus.
  @discardableResult
  public func blur(_ path: PartialKeyPath<Root>) -> [FormEvent] { update { $0.blur(path) } }

  /// Tells the form that the focus has moved from one control to another.
  public func moveFocus(from old: PartialKeyPath<Root>?, to new: PartialKeyPath<Root>?) {
    if let old { blur(old) }
    if let new { focus(new) }
  }

  /// Validates the whole form without waiting for services.
  @discardableResult
  public func validate() -> FormOutcome { update { $0.validate() } }

  /// Shows errors that a server reported, until their fields are edited.
  @discardableResult
  public func addServerErrors(_ errors: [ValidationError]) -> [FormEvent] {
    update { $0.addServerErrors(errors) }
  }

  /// Shows the errors and warnings that a server reported, decoded from its response.
  @discardableResult
  public func addServerErrors(_ errors: ValidationErrors) -> [FormEvent] {
    update { $0.addServerErrors(errors) }
  }
}
