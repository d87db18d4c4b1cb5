import FormRules
import FormStore

/// Reads the histories of submissions from one connection.
///
/// Opening the store and reading the definitions takes longer than reading a submission, and the
/// submissions of a record share them.
package final class HistoryReader {
  private let store: Store
  private let showsValues: Bool
  private let showsSensitive: Bool
  private let localization: Localization
  private var descriptions: [Int64: PlanDescription] = [:]
  private var masks: [MaskKey: ColumnMasks] = [:]

  private struct MaskKey: Hashable {
    var form: String
    var plans: Set<Int64>
  }

  init(
    _ store: Store, showsValues: Bool, showsSensitive: Bool, _ localization: Localization
  ) {
    self.store = store
    self.showsValues = showsValues
    self.showsSensitive = showsSensitive
    self.localization = localization
  }

  /// The history of a submission. See `Recorder.history(of:)`.
  package func history(of id: Int64) throws(RecorderError) -> SubmissionHistory {
    try mappingErrors {
      guard let submission = try store.submission(id) else {
        throw RecorderError(.missing(.submission(id)), "there is no submission \(id)")
      }
      let verdicts = try store.verdicts(of: id)
      let descriptions = try descriptions(of: Set(verdicts.map(\.plan)))
      let columns = DisplayColumns(
        submission.columns, try masks(of: submission.form, judgedUnder: descriptions))
      let cells = try submission.shownCells(columns)
      let purge = try store.purge(of: id)
      return SubmissionHistory(
        submissionID: id, form: submission.form, importID: submission.importID,
        state: SubmissionState(rawValue: submission.state) ?? .current,
        record: submission.record, line: submission.line, fileName: submission.fileName,
        source: submission.source, batch: submission.batch, by: submission.attribution.by,
        reason: submission.attribution.reason, receivedAt: submission.receivedAt, cells: cells,
        raw: submission.shownRaw(columns),
        verdicts: verdicts.compactMap { verdict in
          descriptions[verdict.plan].map {
            SubmissionHistory.Verdict(verdict, $0, showing: showsValues ? cells : [])
          }
        },
        corrects: submission.corrects, correctedBy: submission.correctedBy,
        supersedes: submission.supersedes, supersededBy: submission.supersededBy,
        correctionIsAccepted: try submission.correctedBy.flatMap { latest in
          try store.correctionChain(latest)?.isRejected.map { !$0 }
        },
        decisions: try store.decisions(of: id).map {
          SubmissionHistory.Decision(
            kind: DecisionKind($0.kind), rules: $0.rules, reason: $0.reason, by: $0.by, at: $0.at)
        },
        assignments: try store.assignments(of: id).map {
          SubmissionHistory.Assignment(
            assignee: $0.assignee, at: $0.at, by: $0.by, reason: $0.reason)
        },
        comments: try store.comments(on: id).map(SubmissionHistory.Comment.init),
        waivedRules: try store.waivedFailures(id...id).map(\.rule),
        answers: try store.answers(of: id).map {
          SubmissionHistory.Answer(runID: $0.run, rule: $0.rule, outcome: .init($0.outcome))
        },
        purge: purge.map {
          SubmissionHistory.Act(at: $0.at, by: $0.by, reason: $0.reason)
        },
        earlierPurge: try store.earlierPurge(of: id).map {
          SubmissionHistory.Act(at: $0.at, by: $0.by, reason: $0.reason)
        },
        retraction: try store.retraction(ofImport: submission.importID).map {
          SubmissionHistory.Act(at: $0.at, by: $0.by, reason: $0.reason)
        },
        // The values of purged cells are not shown as replaced.
        patch: try purge != nil
          ? []
          : submission.corrects.flatMap { try store.submission($0) }.map {
            try patch(from: $0, to: submission, columns)
          } ?? [])
    }
  }

  /// The differences between a submission and its correction, with masked values hidden.
  private func patch(
    from earlier: StoredSubmission, to later: StoredSubmission, _ columns: DisplayColumns
  ) throws -> [CorrectionPatch.Change] {
    func cells(_ submission: StoredSubmission) throws -> [String: String] {
      let shown = try submission.shownCells(DisplayColumns(submission.columns, .none))
      return Dictionary(shown.map { ($0.name, $0.text ?? "") }) { first, _ in first }
    }
    let (before, after) = (try cells(earlier), try cells(later))
    return columns.names.enumerated().compactMap { index, name in
      let (old, new) = (before[name] ?? "", after[name] ?? "")
      if old == new { return nil }
      func shown(_ text: String) -> String {
        columns.isMasked[index] && !text.isEmpty ? DisplayColumns.mask : text
      }
      return .init(field: name, before: shown(old), after: shown(new))
    }
  }

  private func descriptions(of plans: Set<Int64>) throws -> [Int64: PlanDescription] {
    let new = plans.subtracting(descriptions.keys)
    // Also checks the language, if a submission has no verdict.
    if !new.isEmpty || plans.isEmpty {
      descriptions.merge(
        try PlanDescription.ofPlans(new, in: localization, of: store)
      ) { $1 }
    }
    return descriptions.filter { plans.contains($0.key) }
  }

  private func masks(
    of form: String, judgedUnder descriptions: [Int64: PlanDescription]
  ) throws -> ColumnMasks {
    if showsSensitive { return .none }
    let key = MaskKey(form: form, plans: Set(descriptions.keys))
    if let known = masks[key] { return known }
    let new = try ColumnMasks(form: form, judgedUnder: descriptions.values.map(\.form), of: store)
    masks[key] = new
    return new
  }
}
