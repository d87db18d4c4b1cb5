// What happens to fields, by key path: those with which the validator's properties were made.
extension FormSession {
  /// Changes a property. One that the validator does not read by this path may be part of several
  /// fields: then everything that was judged is judged again.
  @discardableResult
  public mutating func edit<Value>(
    _ path: WritableKeyPath<Root, Value>, _ value: Value
  ) -> [FormEvent] {
    if let slot = layout.paths[FieldPath(path)] {
      return edit(slot) { $0[keyPath: path] = value }
    }
    let known = slots.indices.filter { slots[$0].isChecked && slots[$0].policy != .manual }
    return change([], judging: known) { $0.model[keyPath: path] = value }
  }

  /// What is known of a field.
  public func status(of path: PartialKeyPath<Root>) -> FieldStatus { status(of: name(of: path)) }

  /// Says when a field is judged of its own accord.
  public mutating func setPolicy(_ policy: FieldPolicy, for path: PartialKeyPath<Root>) {
    setPolicy(policy, for: name(of: path))
  }

  /// Says whether changes of a field are refused that break its rules.
  public mutating func setRefusal(_ refuses: Bool, for path: PartialKeyPath<Root>) {
    setRefusal(refuses, for: name(of: path))
  }

  /// A field gets the focus.
  public mutating func focus(_ path: PartialKeyPath<Root>) { focus(name(of: path)) }

  /// A field loses the focus, and is judged if its policy says so.
  @discardableResult
  public mutating func blur(_ path: PartialKeyPath<Root>) -> [FormEvent] { blur(name(of: path)) }

  /// Says whether a field is judged at all.
  @discardableResult
  public mutating func setEnabled(
    _ isEnabled: Bool, _ path: PartialKeyPath<Root>
  ) -> [FormEvent] { setEnabled(isEnabled, name(of: path)) }

  /// Takes a field out of the form.
  @discardableResult
  public mutating func remove(_ path: PartialKeyPath<Root>) -> [FormEvent] {
    remove(name(of: path))
  }

  /// Puts a field back that was taken out.
  @discardableResult
  public mutating func add(_ path: PartialKeyPath<Root>) -> [FormEvent] { add(name(of: path)) }

  /// The name of the field that a path reads.
  private func name(of path: PartialKeyPath<Root>) -> String {
    guard let slot = layout.paths[FieldPath(path)], let name = layout.slots[slot].name else {
      preconditionFailure("the form has no field at \(path)")
    }
    return name
  }
}

extension FormSession where Root == [String: any FormValue] {
  /// Changes a value of a dictionary; its key is the field's name.
  @discardableResult
  public mutating func edit(_ field: String, _ value: (any FormValue)?) -> [FormEvent] {
    edit(field) { (model: inout [String: any FormValue]) in model[field] = value }
  }
}
