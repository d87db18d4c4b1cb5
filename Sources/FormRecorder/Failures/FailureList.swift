package import FormRules
import FormStore

/// The open submissions of a form with the kinds of their failures, without cells.
///
/// A page keeps the list while people repair the submissions, so that no row moves or disappears
/// under their hands, and reads the cells of the visible rows.
package struct FailureList: Sendable {
  /// A column of the submissions.
  package struct Column: Sendable, Equatable {
    /// The field, or the header of a column without a field.
    package var name: String
    package var label: String
    package var isMasked: Bool
    /// Whether the browser may keep new values.
    package var isSensitive: Bool
    /// The accepted values, if a rule lists them.
    package var choices: [String]
  }

  /// The failures of a rule with the same code.
  package struct Kind: Sendable, Equatable {
    package var rule: String
    package var field: String?
    package var code: String
    package var severity: Severity
    /// The message of the first failure.
    package var message: String
    package var count: Int
  }

  package var columns: [Column] = []
  package var kinds: [Kind] = []
  /// The submissions, each with the positions of the kinds of its failures.
  package var rows: [(submission: Int64, kinds: [Int])] = []
  /// The assignees of those submissions that have one.
  package var assignees: [Int64: String] = [:]
  /// The positions in `kinds` by rule and code.
  private var positions: [[String]: Int] = [:]

  package var json: JSON {
    .object([
      "columns": .array(
        columns.map {
          .object([
            "name": .string($0.name), "label": .string($0.label), "masked": .bool($0.isMasked),
            "sensitive": .bool($0.isSensitive), "choices": .array($0.choices.map(JSON.string)),
          ])
        }),
      "kinds": .array(
        kinds.map {
          .object([
            "rule": .string($0.rule), "field": .optional($0.field), "code": .string($0.code),
            "severity": .string($0.severity.rawValue), "message": .string($0.message),
            "count": .integer($0.count),
          ])
        }),
      "rows": .array(
        rows.map { row in
          .array([.integer(row.submission)] + row.kinds.map { .integer($0) })
        }),
      "assignees": .array(
        assignees.sorted { $0.key < $1.key }.map { .array([.integer($0.key), .string($0.value)]) }),
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
    guard let column = columns.first(where: { $0.name == name }) else {
      throw RecorderError(.usage, .unknown("field", name, known: columns.map(\.name)))
    }
    guard !column.isMasked else {
      throw RecorderError(.sensitive, "field '\(name.displayText)' is masked")
    }
  }
}
