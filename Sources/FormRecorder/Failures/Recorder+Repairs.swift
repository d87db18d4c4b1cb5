import FormRules
import FormStore

extension Recorder {
  /// Determines what repairs of a column would change, and how many failures they would close.
  /// Nothing is stored.
  ///
  /// - Throws: `RecorderError` if the form has no such field, or with the reason `stopped` if
  ///   `shouldStop` returns true.
  package func repairs(
    _ request: RepairRequest, shouldStop: @escaping () -> Bool = { false }
  ) throws -> RepairReport {
    try mappingErrors {
      let store = try storeForReading()
      let bound = try bind(form: VersionReference(request.form), rules: request.rules, in: store)
      let cells = try RepairedCells(request, bound.plan, in: store, shouldStop: shouldStop)
      var report = RepairReport(cells: cells.cells.count, values: cells.frequentTexts)
      for (repair, texts) in try cells.repairs() where !texts.isEmpty {
        var effect = RepairReport.Effect(repair: repair, texts: texts)
        effect.closed = try failuresClosed(by: effect, of: cells, request, shouldStop)
        effect.examples = cells.examples(of: texts)
        // Without a request for this one, a repair that closes nothing is no suggestion.
        if request.repair != nil || effect.closed > 0 { report.repairs.append(effect) }
      }
      report.repairs.sort { $0.closed > $1.closed }
      return report
    }
  }

  private func failuresClosed(
    by effect: RepairReport.Effect, of cells: RepairedCells, _ request: RepairRequest,
    _ shouldStop: @escaping () -> Bool
  ) throws -> Int {
    var edited: [SubmissionPatch] = []
    var repaired: [SubmissionPatch] = []
    for (submission, text) in effect.texts {
      let edits = request.edits[submission] ?? [:]
      if !edits.isEmpty { edited.append(SubmissionPatch(submission, edits)) }
      repaired.append(
        SubmissionPatch(submission, edits.merging([request.field: text]) { _, new in new }))
    }
    var before = cells.failures
    before.merge(try failures(edited, request, shouldStop: shouldStop)) { _, after in after }
    let after = try failures(repaired, request, shouldStop: shouldStop)
    return effect.texts.reduce(0) { sum, one in
      let count = before[one.submission] ?? 0
      return sum + count - (after[one.submission] ?? count)
    }
  }

  /// The number of failures that each changed submission would have.
  private func failures(
    _ patches: [SubmissionPatch], _ request: RepairRequest, shouldStop: @escaping () -> Bool
  ) throws -> [Int64: Int] {
    if patches.isEmpty { return [:] }
    var correction = CorrectionRequest(patches, origin: .entry)
    correction.form = VersionReference(request.form)
    correction.rules = request.rules
    correction.localization = request.localization
    correction.isDryRun = true
    correction.listsVerdicts = true
    correction.keptColumns = ["all"]
    let report = try importCorrections(correction, ImportCallbacks(shouldStop: shouldStop))
    return Dictionary(
      (report.corrections?.verdicts ?? []).map { verdict in
        (verdict.submissionID, verdict.errors.count { $0.severity.rejects })
      }, uniquingKeysWith: { first, _ in first })
  }
}
