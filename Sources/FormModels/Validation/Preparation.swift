import FormRules

/// The replacement of a property's value before rules are evaluated.
struct Preparation<Value: FormValue>: Sendable {
  let `default`: Value?
  let transform: (@Sendable (Value) -> Value)?

  /// Whether there is a default or a transform. Without these, trimming needs no preparation,
  /// because rules trim the text that they see.
  var changes: Bool { `default` != nil || transform != nil }

  /// - Parameter trims: Whether the transform receives the text without leading and trailing
  ///   spaces.
  func apply(to value: inout Value, trims: Bool) {
    if let `default`, value.formText == nil { value = `default` }
    guard let transform else { return }
    if trims, let trimmed = value.trimmed() { value = trimmed }
    value = transform(value)
  }
}
