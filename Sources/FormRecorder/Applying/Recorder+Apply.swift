package import FormDefinitions
public import FormRules
import FormStore

/// The result of applying one definition.
public struct AppliedDefinition: Sendable {
  /// Its kind.
  public var kind: DefinitionKind
  /// The definition's name.
  public var name: String
  /// The version number.
  public var number: Int
  /// Whether this is a new version.
  public var isNew: Bool
  /// The changes since the previous version, or nil for a first or unchanged version, and if the
  /// previous version cannot be read.
  package var changes: DefinitionDiff?

  /// Descriptions of the changes, one line each.
  public var differences: [String] { changes?.lines ?? [] }

  /// How the accepted records change, by independent parts; see `DefinitionDiff.effects`. Nil for a
  /// first or unchanged version, and if the previous version cannot be read.
  public var effects: Set<AcceptanceChange>? { changes?.effects }

  /// How the accepted records change, for each of the differences.
  package var changeEffects: [Set<AcceptanceChange>] { changes?.changes.map(\.effects) ?? [] }

  /// The result as JSON with stable keys.
  package var json: JSON {
    .object([
      "kind": .string(kind.rawValue), "name": .string(name),
      "version": .integer(number), "new": .bool(isNew),
      "class": .optional(changes?.acceptance.rawValue),
      "changes": .array((changes?.changes ?? []).map(\.json)),
    ])
  }
}

extension Recorder {
  /// Stores definitions in one transaction, or none of them. Content that differs from the latest
  /// version becomes the next version.
  ///
  /// - Parameters:
  ///   - dryRun: Whether to return what would be new without storing it.
  ///   - by: The operator who applies the definitions.
  ///   - reason: The reason, which is stored with the new versions like `by`.
  /// - Throws: `RecorderError` if a rule set does not fit its form, a source names a field that its
  ///   form lacks, an example does not give its expected result, or a new form version does not fit
  ///   a stored rule set.
  @discardableResult
  public func apply(
    _ definitions: DefinitionSet, dryRun: Bool = false, by: String? = nil, reason: String? = nil
  ) throws(RecorderError) -> [AppliedDefinition] {
    if dryRun { return try prepare(definitions, for: try storeIfPresent()).applied }
    try checkBeforeStore(definitions)
    let attribution = Attribution(by: by, reason: reason)
    let store = try storeForWriting(attribution)
    return try mappingErrors {
      try store.keepingLock { try apply(definitions, attribution, to: store) }
    }
  }

  /// Applies definitions to a store that is already open, and whose lock is kept.
  func apply(
    _ definitions: DefinitionSet, _ attribution: Attribution, to store: WritableStore
  ) throws -> [AppliedDefinition] {
    // Those that the recorder has staged come first.
    try store.storeStagedDefinitions()
    let applied = try stageDefinitions(definitions, attribution, for: store)
    try store.storeStagedDefinitions()
    return applied
  }

  /// Returns a recorder that uses definitions as if they were applied. Its first change stores them
  /// in the same transaction; after an operation that changes nothing else,
  /// `storeStagedDefinitions` does. If the operation fails, they are not stored.
  ///
  /// - Parameter dryRun: Whether nothing will be stored.
  /// - Returns: The recorder, and what is new once the definitions are stored.
  /// - Throws: `RecorderError`, as `apply` does.
  package func staging(
    _ definitions: DefinitionSet, dryRun: Bool = false, by: String? = nil, reason: String? = nil
  ) throws(RecorderError) -> (recorder: Recorder, applied: [AppliedDefinition]) {
    let attribution = Attribution(by: by, reason: reason)
    // Opening a store for writing updates one of an earlier version.
    let store = try hasDatabase ? dryRun ? storeForReading() : storeForWriting(attribution) : nil
    let prepared = try prepare(definitions, for: store)
    var recorder = self
    recorder.settings.staged = try prepared.staged(attribution, self)
    return (recorder, prepared.applied)
  }

  /// Lets an open store use definitions as if they were applied. Its first transaction stores them.
  func stageDefinitions(
    _ definitions: DefinitionSet, _ attribution: Attribution, for store: Store
  ) throws(RecorderError) -> [AppliedDefinition] {
    let prepared = try prepare(definitions, for: store)
    let staged = try prepared.staged(attribution, self)
    try mappingErrors { try store.stage(staged) }
    return prepared.applied
  }

  /// Whether the definitions of `staging` are stored.
  package var hasStoredStagedDefinitions: Bool { settings.staged?.areStored == true }

  /// Stores the definitions of `staging`, unless a change has stored them.
  package func storeStagedDefinitions() throws(RecorderError) {
    guard let staged = settings.staged, !staged.areStored else { return }
    let store = try storeForWriting()
    try mappingErrors { try store.storeStagedDefinitions() }
  }

  /// Definitions in their stored form, and what is new.
  private struct PreparedDefinitions {
    let news: [NewDefinition]
    let applied: [AppliedDefinition]

    func staged(
      _ attribution: Attribution, _ recorder: Recorder
    ) throws(RecorderError) -> StagedDefinitions {
      StagedDefinitions(news, now: try recorder.settings.now().description, attribution)
    }
  }

  /// Checks definitions against a store, and determines what is new.
  private func prepare(
    _ definitions: DefinitionSet, for store: Store?
  ) throws(RecorderError) -> PreparedDefinitions {
    let (news, before) = try mappingErrors {
      let news = try checked(definitions, store)
      return (news, try news.map { try store?.version(of: $0.kind, named: $0.name) })
    }
    let applied = news.indices.map { index in
      let (new, latest) = (news[index], before[index])
      let isNew = latest?.digest != new.digest
      return AppliedDefinition(
        kind: new.kind, name: new.name, number: (latest?.number ?? 0) + (isNew ? 1 : 0),
        isNew: isNew,
        changes: isNew
          ? diff(from: latest, to: definitions.items[index].definition, definitions, store) : nil)
    }
    return PreparedDefinitions(news: news, applied: applied)
  }

  /// Checks definitions before the store is created, so that invalid ones do not leave an empty
  /// store behind.
  func checkBeforeStore(_ definitions: DefinitionSet) throws(RecorderError) {
    if try hasDatabase { return }
    _ = try mappingErrors { try checked(definitions, nil) }
  }

  /// Checks all definitions and returns them in their stored form.
  private func checked(
    _ definitions: DefinitionSet, _ store: Store?
  ) throws -> [NewDefinition] {
    let now = try settings.now()
    var problems: [String] = []
    var errors: [DefinitionErrors] = []
    for (ruleSet, file) in definitions.filedRuleSets {
      do {
        let plan = try Plan(form: try form(ruleSet.form, definitions, in: store), ruleSet: ruleSet)
        problems += try plan.referenceProblems { name throws(RecorderError) in
          if let form = definitions.forms.first(where: { $0.name == name }) { return form }
          return try mappingErrors { try store?.version(of: .form, named: name)?.form() }
        }.map { "\(file): \($0)" }
        problems += try ExampleCheck(plan, now: now).failures.map { "\(file):\($0.text)" }
      } catch let error as DefinitionErrors {
        let error = DefinitionErrors(error.errors, file: file)
        errors.append(error)
        problems.append(error.description)
      } catch {
        problems.append("\(file): \(error)")
      }
    }
    problems += try staleRuleSets(definitions, store)
    for (source, file) in definitions.filedSources {
      problems += try self.problems(of: source, definitions, store).map { "\(file): \($0)" }
    }
    guard problems.isEmpty else {
      throw RecorderError(.definition(errors), problems.joined(separator: "\n"))
    }
    return try definitions.items.map { try storedForm(of: $0.definition, definitions, store) }
  }

  /// The fields that a source names and its forms do not have.
  private func problems(
    of source: Source, _ definitions: DefinitionSet, _ store: Store?
  ) throws -> [String] {
    var problems: [String] = []
    for form in source.forms {
      let fields = form.unknownFields(in: try self.form(form.form, definitions, in: store))
      problems += fields.map {
        "source '\(source.name)': form '\(form.form)' has no field '\($0.visibleText)'"
      }
    }
    return problems
  }

  private func storedForm(
    of definition: Definition, _ definitions: DefinitionSet, _ store: Store?
  ) throws -> NewDefinition {
    switch definition {
    case .form(let form): NewDefinition(definition, kind: .form, form: form)
    case .ruleSet(let ruleSet):
      NewDefinition(
        definition, kind: .ruleSet, form: try form(ruleSet.form, definitions, in: store))
    case .source: NewDefinition(definition, kind: .source, form: nil)
    }
  }

  /// The form of a rule set: from the same files, or else the stored one.
  private func form(
    _ name: String, _ definitions: DefinitionSet, in store: Store?
  ) throws -> Form {
    if let form = definitions.form(name) { return form }
    guard let stored = try store?.version(of: .form, named: name) else {
      throw RecorderError(
        .definition([]), "there is no form '\(name)'; define it or apply it first")
    }
    return try stored.form()
  }

  /// The errors of stored rule sets that do not fit a new form version and are not replaced.
  private func staleRuleSets(
    _ definitions: DefinitionSet, _ store: Store?
  ) throws -> [String] {
    guard let store else { return [] }
    let replaced = Set(definitions.ruleSets.map(\.name))
    let stored = try store.latestVersions(of: .ruleSet)
    var problems: [String] = []
    for version in stored where !replaced.contains(version.name) {
      guard let form = definitions.forms.first(where: { $0.name == version.form }) else { continue }
      do {
        _ = try Plan(form: form, ruleSet: try version.ruleSet())
      } catch {
        problems.append(
          "the new form '\(form.name)' is incompatible with rule set \(version.name)@\(version.number); "
            + "apply a new rule set together with it:\n\(error)")
      }
    }
    return problems
  }

  /// The changes since a version, or nil if there is none or it cannot be read: what an earlier
  /// program stored must not prevent its repair.
  private func diff(
    from old: StoredVersion?, to new: Definition, _ definitions: DefinitionSet, _ store: Store?
  ) -> DefinitionDiff? {
    guard let old else { return nil }
    do {
      switch new {
      case .form(let form):
        return DefinitionDiff(
          from: try old.form(), to: form,
          ruleSets: try ruleSets(of: form.name, definitions, store))
      case .ruleSet(let ruleSet):
        let form = try self.form(ruleSet.form, definitions, in: store)
        let before = try store?.version(of: .form, named: ruleSet.form)?.form()
        return DefinitionDiff(
          from: try old.ruleSet(), to: ruleSet, forms: (before ?? form, form))
      case .source(let source): return DefinitionDiff(from: try old.source(), to: source)
      }
    } catch {
      return nil
    }
  }
}

extension ExampleCheck.ExampleOutcome {
  /// The problem with its position.
  fileprivate var text: String {
    let position = location == .none ? "" : "\(location.line):\(location.column):"
    return "\(position) example \(number) \(problem ?? "")"
  }
}

extension NewDefinition {
  init(_ definition: Definition, kind: DefinitionKind, form: Form?) {
    let content = definition.canonicalJSON()
    self.init(
      kind: kind, name: definition.name, content: content,
      digest: Digest.of(Array(content.utf8)).hexadecimal, form: form)
  }
}
