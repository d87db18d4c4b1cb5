import FormBytes
import FormDefinitions
import FormHashing
import FormRules
import FormStore

/// Definitions that fit each other and those of a store, and whose examples give the expected
/// results.
struct CheckedDefinitions {
  private let definitions: DefinitionSet
  private let store: Store?
  /// The definitions in their stored form.
  private(set) var stored: [NewDefinition] = []

  /// - Parameters:
  ///   - store: The store, or nil if there is none.
  ///   - now: The clock of the examples.
  /// - Throws: `RecorderError` with all problems, one line each.
  init(
    _ definitions: DefinitionSet, in store: Store?, now: Instant
  ) throws(RecorderError) {
    self.definitions = definitions
    self.store = store
    let ofRuleSets = try ruleSetProblems(at: now)
    var problems = ofRuleSets.problems + (try staleRuleSets())
    for (source, file) in definitions.filedSources {
      problems += try self.problems(of: source).map { "\(file): \($0)" }
    }
    guard problems.isEmpty else {
      throw RecorderError(.definition(ofRuleSets.errors), problems.joined(separator: "\n"))
    }
    for item in definitions.items { stored.append(try storedForm(of: item.definition)) }
  }

  /// What is new compared with the store.
  func applied() throws(RecorderError) -> [AppliedDefinition] {
    let before: [StoredVersion?] = try stored.map { new throws(RecorderError) in
      try mappingErrors { try store?.version(of: new.kind, named: new.name) }
    }
    return try stored.indices.map { index throws(RecorderError) in
      let (new, latest) = (stored[index], before[index])
      let isNew = latest?.digest != new.digest
      return AppliedDefinition(
        kind: new.kind, name: new.name, number: (latest?.number ?? 0) + (isNew ? 1 : 0),
        isNew: isNew,
        changes: try isNew ? diff(from: latest, to: definitions.items[index].definition) : nil)
    }
  }

  /// The rule sets that do not fit their forms, or whose examples fail.
  private func ruleSetProblems(
    at now: Instant
  ) throws(RecorderError) -> (problems: [String], errors: [DefinitionErrors]) {
    var problems: [String] = []
    var errors: [DefinitionErrors] = []
    for (ruleSet, file) in definitions.filedRuleSets {
      do {
        let plan = try Plan(form: try form(ruleSet.form), ruleSet: ruleSet)
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
    return (problems, errors)
  }

  /// The errors of stored rule sets that do not fit a new form version and are not replaced.
  private func staleRuleSets() throws(RecorderError) -> [String] {
    guard let store else { return [] }
    let replaced = Set(definitions.ruleSets.map(\.name))
    let stored = try mappingErrors { try store.latestVersions(of: .ruleSet) }
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

  /// The fields that a source names and its forms do not have.
  private func problems(of source: Source) throws(RecorderError) -> [String] {
    var problems: [String] = []
    for form in source.forms {
      let fields = form.unknownFields(in: try self.form(form.form))
      problems += fields.map {
        "source '\(source.name)': form '\(form.form)' has no field '\($0.visibleText)'"
      }
    }
    return problems
  }

  private func storedForm(of definition: Definition) throws(RecorderError) -> NewDefinition {
    switch definition {
    case .form(let form): NewDefinition(definition, kind: .form, form: form)
    case .ruleSet(let ruleSet):
      NewDefinition(definition, kind: .ruleSet, form: try form(ruleSet.form))
    case .source: NewDefinition(definition, kind: .source, form: nil)
    }
  }

  /// The form of a rule set: from the same files, or else the stored one.
  private func form(_ name: String) throws(RecorderError) -> Form {
    if let form = definitions.form(name) { return form }
    guard let store, let stored = try mappingErrors({ try store.version(of: .form, named: name) })
    else {
      throw RecorderError(
        .definition([]), "there is no form '\(name)'; define it or apply it first")
    }
    return try stored.form()
  }

  /// The changes since a version, or nil if there is none, or if it or a version compared with it
  /// is no longer valid: what an earlier program stored must not prevent its repair.
  private func diff(
    from old: StoredVersion?, to new: Definition
  ) throws(RecorderError) -> DefinitionDiff? {
    guard let old else { return nil }
    do throws(RecorderError) {
      switch new {
      case .form(let form):
        return DefinitionDiff(
          from: try old.form(), to: form,
          ruleSets: try definitions.ruleSets(of: form.name, in: store))
      case .ruleSet(let ruleSet):
        let form = try self.form(ruleSet.form)
        let before = try mappingErrors {
          try store?.version(of: .form, named: ruleSet.form)?.form()
        }
        return DefinitionDiff(
          from: try old.ruleSet(), to: ruleSet, forms: (before ?? form, form))
      case .source(let source): return DefinitionDiff(from: try old.source(), to: source)
      }
    } catch {
      guard case .definition = error.reason else { throw error }
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
      digest: Digest.hexadecimal(of: content), form: form)
  }
}
