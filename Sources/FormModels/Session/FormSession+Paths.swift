public import FormRules

// Operations on fields by key path, using the key paths of the validator's properties. A property
// that a closure reads has a name only.
extension FormSession {
  /// Changes a property. If no field is read by this path, it may be part of several fields, so
  /// everything that has been validated, and whose policy is not `manual`, is validated again.
  @discardableResult
  public mutating func edit<Value>(
    _ path: WritableKeyPath<Root, Value>, to value: Value
  ) -> [FormEvent] {
    if let slot = layout.paths[FieldPath(path)] {
      return edit(slot) { $0[keyPath: path] = value }
    }
    isStale = true
    return change([], validating: slots.indices.filter(isConcerned)) {
      $0.model[keyPath: path] = value
    }
  }

  /// The status of a field.
  public func status(of path: PartialKeyPath<Root>) -> FieldStatus { status(of: name(of: path)) }

  /// The message of a field's first error, or nil if it has none.
  public func message(at path: PartialKeyPath<Root>) -> String? {
    status(of: path).errors.first?.message
  }

  /// Sets when a field is validated automatically.
  public mutating func setPolicy(_ policy: FieldValidationPolicy, for path: PartialKeyPath<Root>) {
    setPolicy(policy, for: name(of: path))
  }

  /// Sets whether a field refuses changes that break its rules.
  public mutating func setRefusesInvalidInput(_ refuses: Bool, for path: PartialKeyPath<Root>) {
    setRefusesInvalidInput(refuses, for: name(of: path))
  }

  /// Replaces the rules of a field.
  ///
  /// - Throws: `DefinitionErrors` with all errors if the rules are invalid.
  @discardableResult
  public mutating func setRules(
    _ rules: ModelRule<Root>..., for path: PartialKeyPath<Root>
  ) throws(DefinitionErrors) -> [FormEvent] {
    try setRules(rules, for: name(of: path))
  }

  /// Sets the focus to a field.
  public mutating func focus(_ path: PartialKeyPath<Root>) { focus(name(of: path)) }

  /// Removes the focus from a field and validates it if its policy requires that.
  @discardableResult
  public mutating func blur(_ path: PartialKeyPath<Root>) -> [FormEvent] { blur(name(of: path)) }

  /// Sets whether a field is validated.
  @discardableResult
  public mutating func setEnabled(
    _ isEnabled: Bool, for path: PartialKeyPath<Root>
  ) -> [FormEvent] { setEnabled(isEnabled, for: name(of: path)) }

  /// Removes a field from the form.
  @discardableResult
  public mutating func remove(_ path: PartialKeyPath<Root>) -> [FormEvent] {
    remove(name(of: path))
  }

  /// Restores a removed field.
  @discardableResult
  public mutating func restore(_ path: PartialKeyPath<Root>) -> [FormEvent] {
    restore(name(of: path))
  }

  /// The name of the field that is read by a path. Empty, and so unknown, if there is none.
  private func name(of path: PartialKeyPath<Root>) -> String {
    layout.paths[FieldPath(path)].flatMap { layout.slots[$0].name } ?? ""
  }
}

extension FormSession where Root == [String: any FormValue] {
  /// Changes the dictionary value whose key is the field's name.
  @discardableResult
  public mutating func edit(_ field: String, to value: (any FormValue)?) -> [FormEvent] {
    edit(field) { (model: inout [String: any FormValue]) in model[field] = value }
  }
}
