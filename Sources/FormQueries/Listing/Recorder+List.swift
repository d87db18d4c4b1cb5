import FormDefinitions
public import FormRules
public import FormStore

extension Recorder {
  /// Lists the content of the store.
  ///
  /// - Parameters:
  ///   - form: The form to list, or nil for all.
  ///   - limit: The maximum number of imports and of runs.
  /// - Throws: `RecorderError` with reason `missing` if there is no such form.
  public func list(form: String? = nil, limit: Int = 20) throws(RecorderError) -> StoreListing {
    try require(limit, in: 0...(.max), "limit")
    return try withStore { store in
      let forms = try store.latestVersions(of: .form)
      if let form, !forms.contains(where: { $0.name == form }) {
        throw RecorderError(
          .missing(.form(form)),
          .unknown("form", form, known: forms.map(\.name)))
      }
      let counts = try store.listedCounts(form: form)
      return StoreListing(
        forms: try forms.filter { form == nil || $0.name == form }
          .map { try $0.listed(.form, size: $0.form().fields.count) },
        ruleSets: try store.latestVersions(of: .ruleSet).filter { form == nil || $0.form == form }
          .map { version in
            let rules = try version.ruleSet()
            return version.listed(
              .ruleSet, size: rules.fields.reduce(rules.recordRules.count) { $0 + $1.rules.count })
          },
        sources: try store.latestVersions(of: .source).compactMap { version in
          let source = try version.source()
          return form.map { source.form(named: $0) != nil } ?? true
            ? version.listed(.source, size: source.forms.count) : nil
        },
        imports: try store.imports(form: form, limit: limit),
        runs: try store.runs(form: form, limit: limit),
        importCount: counts.imports, runCount: counts.runs)
    }
  }

  /// The run with this number.
  ///
  /// - Throws: `RecorderError` with reason `missing` if there is no such run.
  public func run(_ number: Int64) throws(RecorderError) -> RunSummary {
    guard let run = try withStore({ try $0.runSummary(number) }) else {
      throw RecorderError(.missing(.run(number)), "there is no run \(number)", .listRuns)
    }
    return run
  }

  /// The import with this number.
  ///
  /// - Throws: `RecorderError` with reason `missing` if there is no such import.
  public func `import`(_ number: Int64) throws(RecorderError) -> ImportSummary {
    guard let summary = try withStore({ try $0.importSummary(number) }) else {
      throw RecorderError(StoreError.unknownImport(number))
    }
    return summary
  }
}

extension StoredVersion {
  fileprivate func listed(_ kind: DefinitionKind, size: Int) -> ListedDefinition {
    ListedDefinition(
      kind: kind, name: name, number: number, form: form, size: size, createdAt: createdAt,
      by: attribution.by, reason: attribution.reason)
  }
}

/// A summary of a store's content.
public struct StoreListing: Sendable, Encodable {
  /// The current versions of the forms.
  public var forms: [ListedDefinition] = []
  /// The current versions of the rule sets.
  public var ruleSets: [ListedDefinition] = []
  /// The current versions of the sources.
  public var sources: [ListedDefinition] = []
  /// The imports, the latest first.
  public var imports: [ImportSummary] = []
  /// The runs, the latest first.
  public var runs: [RunSummary] = []
  /// The total number of imports.
  public var importCount = 0
  /// The total number of runs.
  public var runCount = 0

  private enum CodingKeys: String, CodingKey {
    case forms, ruleSets = "rules", sources, imports, runs
  }
}

/// The current version of a definition.
public struct ListedDefinition: Sendable, Encodable {
  /// The kind.
  public var kind: DefinitionKind
  /// The name.
  public var name: String
  /// The version's number.
  public var number: Int
  /// The form of a rule set, otherwise nil.
  public var form: String?
  /// The number of fields of a form, rules of a rule set, or forms of a source.
  public var size: Int
  /// The time at which it was stored (RFC 3339 in UTC).
  public var createdAt: String
  /// The operator who stored it, if given.
  public var by: String?
  /// The reason, if given.
  public var reason: String?

  /// Encodes the members with stable keys. The kind determines that of the size.
  public func encode(to encoder: any Encoder) throws {
    try encoder.encodeMembers(["name": name, "version": number])
    if let form { try encoder.encodeMembers(["form": form]) }
    let items =
      switch kind {
      case .form: "fields"
      case .ruleSet: "rules"
      case .source: "forms"
      }
    try encoder.encodeMembers([items: size, "createdAt": createdAt, "by": by, "reason": reason])
  }
}
