/// Why a rule was not evaluated for a record in which its field has a value.
public enum SkipReason: String, Sendable, CaseIterable {
  /// Its condition `when` was neither true nor false.
  case when
  /// A rule in its `needs` has not passed.
  case needs
  /// The operand of its comparison has no value.
  case unknown
  /// The run skips rules that read files.
  case files
  /// Another rule rejected the record; services are called only for records that are not rejected
  /// yet.
  case rejected
  /// The value is stored masked; the result of the earlier run is kept.
  case masked
  /// The record was evaluated without the records that the rule compares it with.
  case alone
  /// The field has too many frequent values for the rule.
  case varied
  /// A service did not answer, and the run continues without it.
  case unanswered
}

/// The number of times that a rule was skipped, by reason.
package struct SkipCounts: Sendable, Equatable {
  private var counts: [SkipReason: Int] = [:]

  package init() {}

  package subscript(_ reason: SkipReason) -> Int {
    get { counts[reason] ?? 0 }
    set { counts[reason] = newValue == 0 ? nil : newValue }
  }

  package var isEmpty: Bool { counts.isEmpty }

  /// The sum over all reasons.
  package var total: Int { counts.values.reduce(0, +) }

  /// The reasons with a count above zero, in the order of `SkipReason`.
  package var byReason: [(reason: SkipReason, count: Int)] {
    SkipReason.allCases.compactMap { reason in counts[reason].map { (reason, $0) } }
  }

  package static func += (a: inout SkipCounts, b: SkipCounts) {
    for (reason, count) in b.counts { a.counts[reason, default: 0] += count }
  }
}

extension SkipCounts {
  /// The counts as a JSON object by reason; nil if nothing was skipped.
  package var json: String? {
    counts.isEmpty
      ? nil
      : JSON.object(byReason.map { JSON.Member($0.reason.rawValue, .integer($0.count)) }).text
  }

  /// Parses the text of `json`; unknown reasons are ignored.
  package init(json text: String?) {
    guard let text, case .mapping(let entries)? = JSONReader.read(text)?.content else { return }
    for entry in entries {
      guard let reason = SkipReason(rawValue: entry.key) else { continue }
      self[reason] = entry.value.scalar.flatMap { Int($0) } ?? 0
    }
  }
}
