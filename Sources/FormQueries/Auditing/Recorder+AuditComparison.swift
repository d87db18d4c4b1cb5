public import FormRules
import FormStore

extension Recorder {
  /// Compares two imports, batch labels or weeks by the current verdicts. Costs as much as one
  /// audit.
  ///
  /// - Parameters:
  ///   - selection: The submissions to compare. It must not have a rule.
  ///   - top: The maximum number of rules, at least 0.
  /// - Throws: `RecorderError` if one of the sides does not exist, or if they are of different
  ///   kinds.
  public func compare(
    _ before: AuditSubset, _ after: AuditSubset, of selection: SubmissionSelection,
    top: Int? = nil, in localization: Localization = .english
  ) throws(RecorderError) -> AuditComparison {
    guard before.kind == after.kind else {
      throw RecorderError(
        .usage,
        "\(before.kind) \(before.name.displayText) and \(after.kind) \(after.name.displayText) cannot be "
          + "compared; specify two imports, two batches or two weeks")
    }
    guard selection.rule == nil else {
      throw RecorderError(.usage, "a comparison covers all rules; omit the rule")
    }
    try require(top, in: 0...(.max), "top")
    let store = try storeForReading()
    let verdicts = try verdicts(selection, in: localization, of: store)
    let origins = verdicts.counter.origins
    for side in [before, after] { try side.check(among: origins.values) }
    func report(_ side: AuditSubset) -> AuditReport {
      var counter = verdicts.counter
      for counts in verdicts.counts where origins[counts.importID].map(side.includes) == true {
        counter.add(counts)
      }
      return counter.finished(top: nil)
    }
    return AuditComparison(
      before: before, report(before), after: after, report(after), top: top)
  }
}
