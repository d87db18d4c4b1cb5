/// What a rule compares with: a constant, another field, the clock or a run parameter.
package enum Operand: Sendable, Equatable {
  /// A constant, read by the type of the rule's own field.
  case constant(Literal)
  /// The form's field at that position.
  case field(Int)
  /// The run's moment.
  case now
  /// The run's day, in UTC.
  case today
  /// The rule set's run parameter at that position.
  case parameter(Int)
}

extension RecordContext {
  /// The operand's value.
  func value(of operand: Operand) -> Value {
    switch operand {
    case .constant(let literal): literal.value
    case .field(let index): self.value(of: index)
    case .now: .datetime(run.conditions.now)
    case .today: .date(run.today)
    case .parameter(let index): run.parameters[index].value
    }
  }

  /// Whether a value equals the operand: text by bytes, everything else by value. Nil when the
  /// operand has no value or the two cannot be compared.
  ///
  /// - Parameter normalizes: whether text is compared by canonical equivalence.
  func isEqual(
    _ value: Value, _ text: Span<UInt8>, to operand: Operand, normalizes: Bool = false
  ) -> Bool? {
    let other = self.value(of: operand)
    guard other.isPresent else { return nil }
    switch (value, other) {
    case (.text, .text), (.list, .list), (.file, .file):
      switch operand {
      case .constant(let literal):
        return text.isEqual(to: literal.bytes, normalizes: normalizes)
      case .field(let index):
        return text.isEqual(to: self.text(of: index), normalizes: normalizes)
      case .parameter(let index):
        return text.isEqual(to: run.parameters[index].bytes, normalizes: normalizes)
      case .now, .today: return nil
      }
    default:
      return value.order(to: other).map { $0 == .equal }
    }
  }
}

extension Span where Element == UInt8 {
  /// Whether both hold the same bytes or, if asked for, the same text by canonical equivalence.
  fileprivate func isEqual(to other: Span<UInt8>, normalizes: Bool) -> Bool {
    if isEqual(to: other) { return true }
    // Both may be ASCII in one form alone: the Kelvin sign U+212A is K.
    return normalizes && !(isASCII && other.isASCII)
      && String(copying: self) == String(copying: other)
  }

  fileprivate func isEqual(to other: [UInt8], normalizes: Bool) -> Bool {
    isEqual(to: other.span, normalizes: normalizes)
  }
}
