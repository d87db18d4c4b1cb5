import FormRules

/// The replacement of a property's value before rules are evaluated.
struct Preparation<Value: FormValue>: Sendable {
  let `default`: Value?
  let transform: (@Sendable (Value) -> Value)?

  /// Whether there is a default or a transform. Without these, trimming needs no preparation,
  /// because rules trim the text that they see.
  var hasChanges: Bool { `default` != nil || transform != nil }

  /// - Parameter trims: Whether the transform receives the text without leading and trailing
  ///   blanks.
  func apply(to value: inout Value, trims: Bool) {
    if let `default`, value.formText == nil { value = `default` }
    guard let transform else { return }
    if trims, let trimmed = value.trimmed() { value = trimmed }
    value = transform(value)
  }
}

extension BoundModel {
  /// - Throws: `DefinitionErrors` if a property has a default or a transform. As part of an object,
  ///   the original would be changed instead of a copy.
  func requireNoPreparation(of name: String) throws(DefinitionErrors) {
    guard shape.hasChanges else { return }
    throw DefinitionErrors([
      DefinitionError(
        "'default' and 'transform' in '\(name)' require a writable property of a structure",
        .misplaced(name), at: .none)
    ])
  }
}

extension RepeatedValue {
  /// The value without defaults and transforms.
  var withoutPreparation: RepeatedValue {
    var value = self
    value.prepare = { _, _, _ in }
    return value
  }
}
