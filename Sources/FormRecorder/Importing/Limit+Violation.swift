public import FormRules
import FormStore

extension [Limit] {
  /// The import that the limits compare with: the newest one of the same form and source that had
  /// finished by an event. Nil if there is none, or if no limit compares imports.
  func precedingImport(
    in store: Store?, form: String, source: String?, through event: Int64
  ) throws(RecorderError) -> PrecedingImport? {
    guard let store, contains(where: { $0.change != nil }) else { return nil }
    return try mappingErrors {
      try store.precedingImport(form: form, source: source, through: event)
    }
  }

  /// Notes about limits that are not evaluated because there is no earlier import.
  func changeNotes(hasStore: Bool) -> [RecorderNote] {
    filter { $0.change != nil }.map { limit in
      RecorderNote(
        "limit \(limit.subject.rawValue): the change is not evaluated: "
          + (hasStore
            ? "there is no earlier import of this form and source"
            : "earlier imports are in a database, and no database is used"))
    }
  }
}

extension Limit {
  /// Describes how the counts of an import exceed the limit, or returns nil if they do not.
  ///
  /// - Parameter preceding: The import that `change` compares with, or nil if there is none, in
  ///   which case `change` is not evaluated.
  func violation(_ counts: RunCounts, after preceding: PrecedingImport?) -> String? {
    guard let value = value(of: counts) else { return nil }
    if let min, !min.isReached(by: value, of: counts.records) {
      return "\(subject.rawValue): \(value), minimum \(min)"
    }
    if let max, max.isExceeded(by: value, of: counts.records) {
      return "\(subject.rawValue): \(value), maximum \(max)"
    }
    if let change, let preceding, let earlier = self.value(of: preceding.counts) {
      let isExceeded =
        switch change {
        case .percent(let points) where subject != .records:
          points.isExceeded(
            byDifferenceOf: (value, counts.records), and: (earlier, preceding.counts.records))
        case .count, .percent: change.isExceeded(by: abs(value - earlier), of: earlier)
        }
      if isExceeded {
        let (whole, earlierWhole) = (counts.records, preceding.counts.records)
        let isShare = subject != .records
        return "\(subject.rawValue): \(value)\(isShare ? " of \(whole)" : ""), maximum change "
          + "\(change) from \(earlier)\(isShare ? " of \(earlierWhole)" : "") in "
          + preceding.name
      }
    }
    return nil
  }

  /// The number that the limit bounds, or nil for columns.
  private func value(of counts: RunCounts) -> Int? {
    switch subject {
    case .records: counts.records
    case .rejected: counts.rejected
    case .warned: counts.warned
    case .errors: counts.errors
    case .columns: nil
    }
  }
}

extension ExactDecimal {
  /// Whether two shares differ by more than this number of percentage points. The share of no
  /// records is 0. The comparison is exact for counts below 10^15.
  fileprivate func isExceeded(
    byDifferenceOf one: (part: Int, whole: Int), and other: (part: Int, whole: Int)
  ) -> Bool {
    func number(_ value: Int) -> ExactDecimal { ExactDecimal(Int64(value)) }
    let (first, second) = (max(1, one.whole), max(1, other.whole))
    guard let cross = number(one.part).multiplied(by: number(second)),
      let otherCross = number(other.part).multiplied(by: number(first)),
      let difference = max(cross, otherCross).subtracting(min(cross, otherCross))?
        .multiplied(by: ExactDecimal(100)),
      let allowed = number(first).multiplied(by: number(second))?.multiplied(by: self)
    else { return true }
    return difference > allowed
  }
}

extension Limit.Amount: CustomStringConvertible {
  /// Creates an amount from a number or a percentage such as `5%`, at most 100 %. Returns nil for
  /// anything else.
  public init?(_ text: String) {
    if text.hasSuffix("%") {
      guard let share = ExactDecimal(text.dropLast()), share >= ExactDecimal(0),
        share <= ExactDecimal(100)
      else { return nil }
      self = .percent(share)
    } else {
      guard let count = Int(text), count >= 0 else { return nil }
      self = .count(count)
    }
  }

  func isExceeded(by value: Int, of whole: Int) -> Bool {
    switch self {
    case .count(let count): value > count
    case .percent(let share):
      // Compares value / whole > share / 100 exactly.
      ExactDecimal(Int64(value)).multiplied(by: ExactDecimal(100)).flatMap { left in
        share.multiplied(by: ExactDecimal(Int64(whole))).map { left > $0 }
      } ?? true
    }
  }

  func isReached(by value: Int, of whole: Int) -> Bool {
    switch self {
    case .count(let count): value >= count
    case .percent(let share):
      ExactDecimal(Int64(value)).multiplied(by: ExactDecimal(100)).flatMap { left in
        share.multiplied(by: ExactDecimal(Int64(whole))).map { left >= $0 }
      } ?? false
    }
  }

  /// The amount in its textual form.
  public var description: String {
    switch self {
    case .count(let count): String(count)
    case .percent(let share): "\(share)%"
    }
  }
}
