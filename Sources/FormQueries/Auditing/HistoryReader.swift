package import FormRules
package import FormStore

/// Reads the histories of submissions from one connection.
///
/// Opening the store and reading the definitions takes longer than reading a submission, and the
/// submissions of a record share them.
package final class HistoryReader {
  private let store: Store
  private let showsValues: Bool
  private let showsSensitive: Bool
  private let form: Form?
  private let localization: Localization
  private var descriptions: [Int64: PlanDescription] = [:]
  private var masks: [MaskKey: ColumnMasks] = [:]

  private struct MaskKey: Hashable {
    var form: String
    var plans: Set<Int64>
  }

  package init(
    _ store: Store, showsValues: Bool, showsSensitive: Bool, namedBy form: Form? = nil,
    _ localization: Localization
  ) {
    self.store = store
    self.showsValues = showsValues
    self.showsSensitive = showsSensitive
    self.form = form
    self.localization = localization
  }

  /// The history of a submission. See `Recorder.history(of:)`.
  package func history(of id: Int64) throws(RecorderError) -> SubmissionHistory {
    try mappingErrors {
      guard let submission = try store.submission(id) else {
        throw RecorderError(.missing(.submission(id)), "there is no submission \(id)")
      }
      let verdicts = try store.verdicts(of: id)
      let descriptions = try descriptions(of: Set(verdicts.map(\.planID)))
      let columns = DisplayColumns(
        submission.columns, try masks(of: submission.form, judgedUnder: descriptions),
        namedBy: form)
      let cells = try submission.shownCells(columns)
      var history = SubmissionHistory(
        id: id, of: submission, cells, raw: submission.shownRaw(columns))
      history.verdicts = verdicts.compactMap { verdict in
        descriptions[verdict.planID].map {
          SubmissionHistory.Verdict(
            verdict, $0, showing: showsValues ? cells : [], of: submission.columns)
        }
      }
      try addActs(to: &history)
      // The values of purged cells are not shown as replaced.
      if history.purge == nil,
        let earlier = try submission.relations.corrects.flatMap(store.submission)
      {
        history.patch = try patch(from: earlier, to: submission, columns)
      }
      return history
    }
  }

  /// Adds what happened to a submission after it was stored.
  private func addActs(to history: inout SubmissionHistory) throws {
    let id = history.submissionID
    history.correctionIsAccepted = try history.correctedBy.flatMap { correction in
      try store.verdicts(of: correction).last.flatMap { verdict in
        try descriptions(of: [verdict.planID])[verdict.planID].map { !$0.reject(verdict.errors) }
      }
    }
    history.decisions = try store.decisions(of: id)
    history.assignments = try store.assignments(of: id)
    history.comments = try store.comments(on: id)
    history.waivedRules = try store.waivedFailures(id...id).map(\.rule)
    history.answers = try store.answers(of: id)
    history.purge = try store.purge(of: id)
    history.earlierPurge = try store.earlierPurge(of: id)
    history.retraction = try store.retraction(ofImport: history.importID)
  }

  /// The differences between a submission and its correction, with masked values hidden.
  private func patch(
    from earlier: StoredSubmission, to later: StoredSubmission, _ columns: DisplayColumns
  ) throws -> [CorrectionPatch.Change] {
    func texts(_ submission: StoredSubmission) throws -> [String] {
      try submission.shownCells(DisplayColumns(submission.columns, .none)).map { $0.text ?? "" }
    }
    // A correction has the columns of the submission that it corrects, then those that it adds.
    let (before, after) = (try texts(earlier), try texts(later))
    return columns.names.enumerated().compactMap { index, name in
      let old = index < before.count ? before[index] : ""
      let new = index < after.count ? after[index] : ""
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
