/// The replacement of a property's value before rules are evaluated.
struct Preparation<Value: FormValue>: Sendable {
  let `default`: Value?
  let trim: Bool
  let transform: (@Sendable (Value) -> Value)?

  /// Whether there is a default or a transform. Without these, `trim` needs no preparation, because
  /// rules trim the text that they see.
  var changes: Bool { `default` != nil || transform != nil }

  func apply(to value: inout Value) {
    if let `default`, value.formText == nil { value = `default` }
    guard let transform else { return }
    if trim, let trimmed = value.trimmed() { value = trimmed }
    value = transform(value)
  }
}
