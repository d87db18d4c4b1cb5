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
    _ = try apply(definitions, dryRun: true)
    let store = try storeForReading()
    var request = request
    request.isDryRun = true
    let bound = try bind(definitions, form: request.form, rules: request.rules, in: store)
    let report = try mappingErrors {
      var replay = try Replay(
        self, request, bound: bound, in: store, services: replayAnswers(for: bound.plan),
        isAlone: false)
      return try replay.run(progress, shouldStop)
    }
    guard let report else {
      throw RecorderError(.refused, "the database was changed by another process; try again")
    }
    return report
  }

  /// Judges the submissions of each stored form under definitions that are not stored.
  public func impact(
    of definitions: DefinitionSet, progress: (WorkProgress) -> Void = { _ in }
  ) throws(RecorderError) -> [ReplayReport] {
    guard let store = try storeIfPresent() else { return [] }
    let known = Set(try mappingErrors { try store.latestVersions(of: .form) }.map(\.name))
    var reports: [ReplayReport] = []
    for form in definitions.formNames where known.contains(form) {
      let ruleSets = definitions.ruleSets.filter { $0.form == form }.map(\.name)
      let stored = try mappingErrors { try store.latestVersions(of: .ruleSet) }
        .filter { $0.form == form }.map(\.name)
      for rules in ruleSets.isEmpty ? stored : ruleSets {
        var request = ReplayRequest()
        request.form = VersionReference(form)
        request.rules = VersionReference(rules)
        reports.append(try replay(request, under: definitions, progress: progress))
      }
    }
    return reports
  }

  /// Binds a form and a rule set as the definitions would create them, completed by stored ones.
  private func bind(
    _ definitions: DefinitionSet, form: VersionReference?, rules: VersionReference?, in store: Store
  ) throws(RecorderError) -> BoundRules {
    if form?.number != nil || rules?.number != nil {
      throw RecorderError(.usage, "definitions that are not stored have no version yet")
    }
    let names = definitions.formNames
    guard let name = form?.name ?? (names.count == 1 ? names[0] : nil) else {
      throw RecorderError.ambiguous("the definitions contain", .form, names: names)
    }
    let stored = try resolve(VersionReference(name), in: store)
    let newForm = definitions.forms.first { $0.name == name }
    let planForm = if let newForm { newForm } else { try stored.form() }
    let formVersion = newForm.map { stored.next(.form($0), kind: .form, form: $0) } ?? stored
    let candidates = definitions.ruleSets.filter { $0.form == name }
    let chosen =
      rules.map { rules in candidates.filter { $0.name == rules.name } } ?? candidates
    guard chosen.count < 2 else {
      throw RecorderError.ambiguous("the definitions contain", .ruleSet, names: chosen.map(\.name))
    }
    guard let ruleSet = chosen.first else {
      let known = try bind(form: VersionReference(name), rules: rules, in: store)
      return try mappingErrors {
        BoundRules(
          form: formVersion, rules: known.rules,
          plan: try Plan(form: planForm, ruleSet: try known.rules.ruleSet()), latestForm: planForm)
      }
    }
    return try mappingErrors {
      let latest = try store.version(of: .ruleSet, named: ruleSet.name)
      let version =
        latest?.next(.ruleSet(ruleSet), kind: .ruleSet, form: planForm)
        ?? StoredVersion(
          NewDefinition(.ruleSet(ruleSet), kind: .ruleSet, form: planForm), form: name)
      return BoundRules(
        form: formVersion, rules: version, plan: try Plan(form: planForm, ruleSet: ruleSet),
        latestForm: planForm)
    }
  }
}

extension StoredVersion {
  /// The version itself if it has this content, or else the version that would follow it.
  fileprivate func next(_ definition: Definition, kind: DefinitionKind, form: Form) -> StoredVersion
  {
    let new = NewDefinition(definition, kind: kind, form: form)
    guard new.digest != digest else { return self }
    var next = self
    next.id = 0
    next.number += 1
    next.content = new.content
    next.digest = new.digest
    return next
  }
}
