import FormStore

/// What an earlier run said of the submissions of a segment, portion by portion.
struct EarlierVerdicts {
  /// How often each of its rules failed at the submissions looked at, by id.
  private(set) var counts: [String: Int] = [:]

  private let rules: [Int: StoredRule]
  /// For each of its rules whether it rejects, and which rule now says the same.
  private let rejects: [Bool]
  private let positions: [Int?]
  private var errors: [StoredError] = []
  private var next = 0
  private var failures: [Int]

  init(_ rules: [Int: StoredRule], _ reuse: [Int: Int]) {
    self.rules = rules
    let count = (rules.keys.max() ?? 0) + 1
    rejects = (0..<count).map { rules[$0]?.severity == "error" }
    positions = (0..<count).map { reuse[$0] }
    failures = Array(repeating: 0, count: count)
  }

  /// Takes the errors of the next portion, in order of submission and rule.
  mutating func take(_ errors: [StoredError]) {
    self.errors = errors
    next = 0
  }

  /// The errors of a submission, which stands behind those asked for before.
  mutating func errors(of id: Int64) -> Range<Int> {
    while next < errors.count, errors[next].submission < id { next += 1 }
    let first = next
    while next < errors.count, errors[next].submission == id { next += 1 }
    return first..<next
  }

  func isRejected(_ range: Range<Int>) -> Bool { range.contains { rejects[errors[$0].rule] } }

  /// Counts them.
  mutating func count(_ range: Range<Int>) {
    for index in range {
      let error = errors[index]
      let id = error.rule == 0 ? error.code : nil
      counts[id ?? rules[error.rule]?.id ?? "", default: 0] += 1
    }
  }

  /// Those that hold as they are, with the position of the rule that says so now.
  func reused(_ range: Range<Int>, offset: Int32, into batch: inout [PreparedBatch.Error]) {
    for index in range {
      guard let position = positions[errors[index].rule] else { continue }
      batch.append(
        .init(
          record: offset, rule: Int32(position), code: errors[index].code,
          arguments: errors[index].arguments))
    }
  }
}
