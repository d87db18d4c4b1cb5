import FormDefinitions
import FormRules
import FormStore

extension Recorder {
  /// Judges stored submissions under definitions that are not stored and compares the result with
  /// the current verdicts. Records nothing and creates no version.
  ///
  /// - Throws: `RecorderError` if the definitions cannot be applied, or if the form is ambiguous.
  public func replay(
    _ request: ReplayRequest, under definitions: DefinitionSet,
    progress: (WorkProgress) -> Void = { _ in }, shouldStop: () -> Bool = { false }
  ) throws(RecorderError) -> ReplayReport {
    var request = request
    request.isDryRun = true
    request.adopt(definitions)
    return try staging(definitions, isDryRun: true).recorder
      .replay(request, progress: progress, shouldStop: shouldStop)
  }

  /// Judges the submissions of each stored form under definitions that are not stored.
  public func impact(
    of definitions: DefinitionSet, progress: (WorkProgress) -> Void = { _ in }
  ) throws(RecorderError) -> [ReplayReport] {
    guard let store = try storeIfPresent() else { return [] }
    let (known, storedRules) = try mappingErrors {
      (Set(try store.latestVersions(of: .form).map(\.name)), try store.latestVersions(of: .ruleSet))
    }
    var reports: [ReplayReport] = []
    for form in definitions.formNames where known.contains(form) {
      let ruleSets = definitions.ruleSets.filter { $0.form == form }.map(\.name)
      let stored = storedRules.filter { $0.form == form }.map(\.name)
      for rules in ruleSets.isEmpty ? stored : ruleSets {
        var request = ReplayRequest()
        request.form = VersionReference(form)
        request.rules = VersionReference(rules)
        reports.append(try replay(request, under: definitions, progress: progress))
      }
    }
    return reports
  }
}

extension ReplayRequest {
  /// Adopts the form of definitions, and their rule set for it, if there is only one and the
  /// request names none.
  package mutating func adopt(_ definitions: DefinitionSet) {
    form = form ?? definitions.onlyForm
    let ruleSets = definitions.ruleSets.filter { $0.form == form?.name }
    if rules == nil, ruleSets.count == 1 { rules = VersionReference(ruleSets[0].name) }
  }
}
