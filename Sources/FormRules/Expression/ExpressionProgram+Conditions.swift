import FormBytes

extension ExpressionProgram {
  /// The result of the condition at an index for a record.
  func truth(at index: Int, _ record: borrowing RecordContext) -> Truth {
    switch nodes[index].test {
    case .integer(let field, let comparison, let constant):
      guard case .integer(let value) = record.value(of: field) else { return .unknown }
      return Truth(comparison.holds(Ordering(value, constant)))
    case .constant(let field, let comparison, let constant):
      return Truth(record.value(of: field).quickOrder(to: constant).map(comparison.holds))
    case .values(let left, let comparison, let right):
      let order =
        value(at: left, record).quickOrder(to: value(at: right, record))
        ?? fractionOrder(left, right, in: record)
      return Truth(order.map(comparison.holds))
    case .texts(let left, let comparison, let right):
      return Truth(order(left, right, in: record).map(comparison.holds))
    case .all: return truth(ofParts: index, until: .isFalse, record)
    case .any: return truth(ofParts: index, until: .isTrue, record)
    case .not:
      switch truth(at: index + 1, record) {
      case .isTrue: return .isFalse
      case .isFalse: return .isTrue
      case .unknown: return .unknown
      }
    case .flag(let term):
      guard case .boolean(let value) = value(at: term, record) else { return .unknown }
      return Truth(value)
    case .isAmong(let term, let constants): return isAmong(term, constants, in: record)
    case .isTextAmong(let source, let words): return isAmong(source, words, in: record)
    case .isBlank(let source): return Truth(isBlank(source, record))
    case .matches(let source, let pattern): return matches(source, patterns[pattern], in: record)
    case .areDistinct(let fields): return areDistinct(fields, record)
    }
  }

  /// `and` and `or`: the deciding result of any part takes precedence, followed by unknown.
  private func truth(
    ofParts index: Int, until deciding: Truth, _ record: borrowing RecordContext
  ) -> Truth {
    var part = index + 1
    let end = index + nodes[index].size
    var result: Truth = deciding == .isTrue ? .isFalse : .isTrue
    let wasTooComplex = record.run.wasTooComplex
    while part < end {
      let truth = truth(at: part, record)
      if truth == deciding {
        // The result does not depend on the texts of the other parts.
        record.run.wasTooComplex = wasTooComplex
        return deciding
      }
      if truth == .unknown { result = .unknown }
      part += nodes[part].size
    }
    return result
  }

  private func isAmong(
    _ term: TermIndex, _ constants: Slice, in record: borrowing RecordContext
  ) -> Truth {
    let value = value(at: term, record)
    guard value.isPresent else {
      guard terms[term].isCalculated, let fraction = fraction(at: term, record) else {
        return .unknown
      }
      return Truth(values[constants.range].contains { Fraction($0)?.order(to: fraction) == .equal })
    }
    let index = constants.range.partitioningIndex {
      value.quickOrder(to: values[$0]) != .descending
    }
    guard index < constants.end else { return .isFalse }
    return value.quickOrder(to: values[index]).map { Truth($0 == .equal) } ?? .unknown
  }

  private func isBlank(_ source: TextSource, _ record: borrowing RecordContext) -> Bool {
    switch source {
    case .field(let field): record.value(of: field).isBlank
    case .parameter(let index): record.run.parameters[index].bytes.isEmpty
    case .source: record.run.source.isEmpty
    case .constant: false
    }
  }

  /// Compares each pair: there are few fields, and nothing is allocated.
  private func areDistinct(_ slice: Slice, _ record: borrowing RecordContext) -> Truth {
    var result = Truth.unknown
    var isKnown = true
    for index in slice.range {
      let value = record.value(of: fields[index])
      guard value.isPresent else {
        if case .invalid = value { isKnown = false }
        continue
      }
      result = .isTrue
      for earlier in slice.start..<index
      where areEqual(fields[index], value, other: fields[earlier], in: record) {
        return .isFalse
      }
    }
    return isKnown ? result : .unknown
  }

  private func areEqual(
    _ field: Int, _ value: Value, other: Int, in record: borrowing RecordContext
  ) -> Bool {
    guard case .text = value else {
      return value.quickOrder(to: record.value(of: other)) == .equal
    }
    guard case .text = record.value(of: other) else { return false }
    return record.text(of: field).isEqual(to: record.text(of: other))
  }
}

extension Value {
  /// Like `order(to:)`, with a fast path for integers and decimals.
  @inline(__always)
  func quickOrder(to other: Value) -> Ordering? {
    switch (self, other) {
    case (.integer(let a), .integer(let b)): Ordering(a, b)
    case (.decimal(let a), .decimal(let b)): a.order(to: b)
    case (.decimal(let a), .integer(let b)): a.order(to: ExactDecimal(b))
    default: order(to: other)
    }
  }
}
