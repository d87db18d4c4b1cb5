/// Why a rule was not judged at a record where its field has a value.
public enum SkipReason: String, Sendable, CaseIterable {
  /// Its condition `when` was neither true nor false.
  case when
  /// A rule that it needs has not passed.
  case needs
  /// What it compares with has no value.
  case unknown
  /// The run was told to leave out rules that look at files.
  case files
  /// The record was rejected anyway; a service is asked about others only.
  case rejected
  /// What it looks at is stored masked; what an earlier run said of it stands.
  case masked
  /// A service had to answer and did not, and the run was told to go on without.
  case unanswered
}

/// How often a rule was skipped, by reason.
package struct SkipCounts: Sendable, Equatable {
  private var counts: [SkipReason: Int] = [:]

  package init() {}

  package subscript(_ reason: SkipReason) -> Int {
    get { counts[reason] ?? 0 }
    set { counts[reason] = newValue == 0 ? nil : newValue }
  }

  /// How often for any reason.
  package var total: Int { counts.values.reduce(0, +) }

  /// The reasons there were, in order.
  package var byReason: [(reason: SkipReason, count: Int)] {
    SkipReason.allCases.compactMap { reason in counts[reason].map { (reason, $0) } }
  }

  package static func += (a: inout SkipCounts, b: SkipCounts) {
    for (reason, count) in b.counts { a.counts[reason, default: 0] += count }
  }
}

extension SkipCounts {
  /// A JSON object of reasons with their counts; nil when there were none.
  package var json: String? {
    counts.isEmpty
      ? nil
      : JSON.object(byReason.map { JSON.Member($0.reason.rawValue, .integer($0.count)) }).text
  }

  /// What `json` made; reasons that this program does not know are left out.
  package init(json text: String?) {
    guard let text, case .mapping(let entries)? = JSONReader.read(text)?.content else { return }
    for entry in entries {
      guard let reason = SkipReason(rawValue: entry.key) else { continue }
      self[reason] = entry.value.scalar.flatMap { Int($0) } ?? 0
    }
  }
}
