/// The value that a rule compares with: a constant, another field, the clock or a run parameter.
package enum Operand: Sendable, Equatable {
  /// A constant, parsed by the type of the rule's own field.
  case constant(Literal)
  /// The field of the form at a position.
  case field(Int)
  /// The time of the run.
  case now
  /// The day of the run.
  case today
  /// The run parameter of the rule set at a position.
  case parameter(Int)
}

extension RecordContext {
  /// Returns the value of the operand.
  func value(of operand: Operand) -> Value {
    switch operand {
    case .constant(let literal): literal.value
    case .field(let index): self.value(of: index)
    case .now: .datetime(run.configuration.clock.instant)
    case .today: .date(run.today)
    case .parameter(let index): run.parameters[index].value
    }
  }

  /// Returns whether the value of a field equals the operand: text by its bytes, lists by their
  /// items, anything else by its value. Nil if the operand has no value or the two are not
  /// comparable.
  ///
  /// - Parameters:
  ///   - items: The splitter of the field, if it is a list.
  ///   - normalizes: Whether text is compared by canonical equivalence.
  func isEqual(
    _ value: Value, _ text: Span<UInt8>, items: ListItems?, to operand: Operand,
    normalizes: Bool = false
  ) -> Bool? {
    let other = self.value(of: operand)
    guard other.isPresent else { return nil }
    if case (.list, .list) = (value, other), let items {
      let own = hash(items, of: text, isJSON: items.isJSON(self), normalizes: normalizes)
      switch operand {
      case .constant(let literal): return own == hash(items, of: literal, normalizes: normalizes)
      case .parameter(let index):
        return own == hash(items, of: run.parameters[index], normalizes: normalizes)
      case .field(let index):
        guard let others = run.items(of: index) else { return nil }
        return own
          == hash(
            others, of: self.text(of: index), isJSON: others.isJSON(self), normalizes: normalizes)
      case .now, .today: return nil
      }
    }
    switch (value, other) {
    case (.text, .text), (.file, .file):
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

  private func hash(_ items: ListItems, of literal: Literal, normalizes: Bool) -> Hash128 {
    let bytes = literal.bytes
    return hash(items, of: bytes.span, isJSON: false, normalizes: normalizes)
  }

  private func hash(
    _ items: ListItems, of text: Span<UInt8>, isJSON: Bool, normalizes: Bool
  ) -> Hash128 {
    var hasher = SipHasher128(key: run.configuration.hashKey)
    hasher.combine(items, text, isJSON: isJSON, normalizes: normalizes)
    return hasher.finalize()
  }
}

extension Span where Element == UInt8 {
  /// Returns whether both have the same bytes or, with `normalizes`, are canonically equivalent.
  fileprivate func isEqual(to other: Span<UInt8>, normalizes: Bool) -> Bool {
    if isEqual(to: other) { return true }
    // One text may be ASCII and the other not: the Kelvin sign U+212A is equivalent to K.
    return normalizes && !(isASCII && other.isASCII)
      && String(copying: self) == String(copying: other)
  }

  fileprivate func isEqual(to other: [UInt8], normalizes: Bool) -> Bool {
    isEqual(to: other.span, normalizes: normalizes)
  }
}
