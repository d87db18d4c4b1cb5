package import FormRules
package import FormStore

extension Recorder {
  /// Finds a form and a rule set in the store and binds them.
  ///
  /// - Parameters:
  ///   - form: The form. Optional if there is only one form.
  ///   - rules: The rule set. Optional if the form has only one rule set.
  package func bind(
    form: VersionReference?, rules: VersionReference?, in store: Store
  ) throws(RecorderError) -> BoundVersions {
    let form = try resolve(form, in: store)
    return try mappingErrors {
      let rules = try resolve(rules, for: form, in: store)
      let plan = try Plan(form: try form.form(), ruleSet: try rules.ruleSet())
      let latest = try store.version(of: .form, named: form.name)
      return BoundVersions(
        form: form, rules: rules, plan: plan,
        latestForm: latest?.id == form.id ? plan.form : try latest?.form() ?? plan.form)
    }
  }

  /// Returns the form that a reference names.
  package func resolve(
    _ form: VersionReference?, in store: Store
  ) throws(RecorderError) -> StoredVersion {
    try mappingErrors {
      let known = try store.latestVersions(of: .form)
      guard let form else {
        if known.count == 1 { return known[0] }
        throw known.isEmpty
          ? RecorderError(.missing(.form(nil)), "there is no form yet", .applyDefinitions)
          : RecorderError.ambiguous("there are", .form, names: known.map(\.name))
      }
      return try version(form, .form, known: known, in: store)
    }
  }

  private func resolve(
    _ rules: VersionReference?, for form: StoredVersion, in store: Store
  ) throws -> StoredVersion {
    let known = try store.latestVersions(of: .ruleSet).filter { $0.form == form.name }
    guard let rules else {
      if known.count == 1 { return known[0] }
      throw known.isEmpty
        ? RecorderError(
          .missing(.ruleSet(nil)), "form '\(form.name)' has no rule set yet", .applyDefinitions)
        : RecorderError.ambiguous("form '\(form.name)' has", .ruleSet, names: known.map(\.name))
    }
    return try version(rules, .ruleSet, known: known, in: store)
  }

  private func version(
    _ reference: VersionReference, _ kind: DefinitionKind, known: [StoredVersion], in store: Store
  ) throws -> StoredVersion {
    guard known.contains(where: { $0.name == reference.name }) else {
      throw RecorderError(
        kind.missing(reference.name),
        .unknown(kind.displayName, reference.name, known: known.map(\.name)))
    }
    guard
      let found = try store.version(of: kind, named: reference.name, number: reference.number)
    else {
      let latest = known.first { $0.name == reference.name }?.number ?? 0
      throw RecorderError(
        kind.missing("\(reference)"),
        "there is no \(kind.displayName) \(reference); the latest version is \(latest)")
    }
    return found
  }
}

extension DefinitionKind {
  /// The reason why a form or rule set does not exist.
  func missing(_ name: String?) -> RecorderError.Reason {
    switch self {
    case .form: .missing(.form(name))
    case .ruleSet: .missing(.ruleSet(name))
    case .source: .missing(.other)
    }
  }
}

extension RecorderError {
  /// Creates the error for a request that does not specify which of several forms or rule sets to
  /// use.
  package static func ambiguous(
    _ context: String, _ kind: DefinitionKind, names: [String]
  ) -> RecorderError {
    RecorderError(
      .ambiguous(names),
      "\(context) \(names.count) \(kind.displayName)s: \(names.joined(separator: ", "))",
      kind == .form ? .chooseForm : .chooseRules)
  }
}
