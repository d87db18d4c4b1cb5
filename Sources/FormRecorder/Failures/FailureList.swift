package import FormRules
import FormStore

/// The open submissions of a form with the kinds of their failures, without cells.
///
/// A page keeps the list while people repair the submissions, so that no row moves or disappears
/// under their hands, and reads the cells of the visible rows.
package struct FailureList: Sendable, Encodable {
  /// A column of the submissions.
  package struct Column: Sendable, Equatable, Encodable {
    /// The field, or the header of a column without a field.
    package var name: String
    package var label: String
    package var isMasked: Bool
    /// Whether the browser may keep new values.
    package var isSensitive: Bool
    /// The accepted values, if a rule lists them.
    package var choices: [String]

    private enum CodingKeys: String, CodingKey {
      case name, label, isMasked = "masked", isSensitive = "sensitive", choices
    }
  }

  /// The failures of a rule with the same code.
  package struct Kind: Sendable, Equatable, Encodable {
    package var rule: String
    package var field: String?
    package var code: String
    package var severity: Severity
    /// The message of the first failure.
    package var message: String
    package var count: Int

    package func encode(to encoder: any Encoder) throws {
      try encoder.encodeMembers([
        "rule": rule, "field": field, "code": code, "severity": severity.rawValue,
        "message": message, "count": count,
      ])
    }
  }

  package var columns: [Column] = []
  package var kinds: [Kind] = []
  /// The submissions, each with the positions of the kinds of its failures.
  package var rows: [(submission: Int64, kinds: [Int])] = []
  /// The assignees of those submissions that have one.
  package var assignees: [Int64: String] = [:]
  /// The positions in `kinds` by rule and code.
  private var positions: [[String]: Int] = [:]

  package func encode(to encoder: any Encoder) throws {
    try encoder.encodeMembers([
      "columns": columns, "kinds": kinds,
      "rows": rows.map { [$0.submission] + $0.kinds.map(Int64.init) },
      "assignees": assignees.sorted { $0.key < $1.key }.map {
        [JSON.integer($0.key), .string($0.value)]
      },
    ])
  }
}

extension FailureList {
  /// Adds a submission, and counts its failures.
  mutating func add(_ row: OpenSubmissions.Row, assignee: String?) {
    let kinds = row.errors.map { error in
      let index = position(ofKind: error)
      self.kinds[index].count += 1
      return index
    }
    rows.append((row.submission.id, kinds))
    assignees[row.submission.id] = assignee
  }

  /// The position of the kind of a failure, which is added if it is new.
  private mutating func position(ofKind error: ReportedError) -> Int {
    let key = [error.rule, error.code]
    if let known = positions[key] { return known }
    positions[key] = kinds.count
    kinds.append(
      Kind(
        rule: error.rule, field: error.field, code: error.code, severity: error.severity,
        message: error.message, count: 0))
    return kinds.count - 1
  }

  /// Sorts the submissions by their texts, one for each. Submissions with the same text stay in the
  /// order of their numbers.
  mutating func sort(by texts: [String]) {
    rows = zip(texts, rows).sorted { ($0.0, $0.1.submission) < ($1.0, $1.1.submission) }.map(\.1)
  }

  /// - Throws: `RecorderError` if there is no such column, or if its texts are masked, which their
  ///   order would reveal.
  func requireSortable(by name: String) throws(RecorderError) {
    guard let column = columns.first(where: { $0.name.utf8.elementsEqual(name.utf8) }) else {
      throw RecorderError(.usage, .unknown("field", name, known: columns.map(\.name)))
    }
    guard !column.isMasked else {
      throw RecorderError(.sensitive, "field '\(name.displayText)' is masked")
    }
  }
}
