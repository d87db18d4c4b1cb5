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
  /// - Throws: `RecorderError` if there is no such column, or if its texts are masked, which their
  ///   order would reveal.
  fileprivate func requireSortable(by name: String) throws(RecorderError) {
    guard let column = columns.first(where: { $0.name == name }) else {
      throw RecorderError(.usage, .unknown("field", name, known: columns.map(\.name)))
    }
    guard !column.isMasked else {
      throw RecorderError(.sensitive, "field '\(name.displayText)' is masked")
    }
  }
}

extension Recorder {
  /// Lists the open submissions that a selection contains.
  ///
  /// - Throws: `RecorderError` with the reason `stopped` if `shouldStop` returns true, or if the
  ///   rows cannot be sorted by the field.
  package func failures(
    _ request: FailureListRequest, shouldStop: () -> Bool = { false }
  ) throws -> FailureList {
    try mappingErrors {
      let store = try storeForReading()
      let open = try OpenSubmissions(store, request.export)
      let bound = try bind(form: VersionReference(request.form), rules: request.rules, in: store)
      var list = FailureList()
      list.columns = columns(open, bound, in: request.localization)
      if let sorting = request.sorting { try list.requireSortable(by: sorting) }
      let assignees = try store.assignees()
      var positions: [[String]: Int] = [:]
      var texts: [String] = []
      try open.forEach(shouldStop: shouldStop) { row in
        let kinds = row.errors.map { error in
          let key = [error.rule, error.code]
          let position = positions[key] ?? list.kinds.count
          if position == list.kinds.count {
            positions[key] = position
            list.kinds.append(
              .init(
                rule: error.rule, field: error.field, code: error.code, severity: error.severity,
                message: error.message, count: 0))
          }
          list.kinds[position].count += 1
          return position
        }
        list.rows.append((row.submission.id, kinds))
        list.assignees[row.submission.id] = assignees[row.submission.id]
        if let sorting = request.sorting { texts.append(row.text(of: sorting) ?? "") }
      }
      if request.sorting != nil {
        // Rows with the same text stay in the order of numbers.
        list.rows = zip(texts, list.rows).sorted {
          ($0.0, $0.1.submission) < ($1.0, $1.1.submission)
        }.map(\.1)
      }
      return list
    }
  }

  /// The fields of the form, then the other columns of the submissions.
  private func columns(
    _ open: OpenSubmissions, _ bound: BoundRules, in localization: Localization
  ) -> [FailureList.Column] {
    let fields = bound.latestForm.fields
    let columns = open.columns
    let masked = Set(columns.filter(\.isMasked).map(\.name))
    let known = Set(fields.map(\.name))
    return fields.enumerated().map { index, field in
      let position = bound.plan.form.fieldIndex(field.name)
      let choices = position.flatMap {
        FieldRuleEntries(bound.plan, field: $0).listedValues
      }
      return .init(
        name: field.name, label: localization.label(of: field),
        isMasked: masked.contains(field.name), isSensitive: field.sensitive,
        choices: choices ?? [])
    }
      + columns.filter { !known.contains($0.name) }.map {
        .init(
          name: $0.name, label: $0.name, isMasked: $0.isMasked, isSensitive: $0.isMasked,
          choices: [])
      }
  }
}
