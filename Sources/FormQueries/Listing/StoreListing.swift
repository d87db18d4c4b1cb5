package import FormRules
public import FormStore

/// A summary of a store's content.
public struct StoreListing: Sendable {
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

  package var json: JSON {
    .object([
      "forms": .array(forms.map(\.json)), "rules": .array(ruleSets.map(\.json)),
      "sources": .array(sources.map(\.json)),
      "imports": .array(imports.map(\.json)), "runs": .array(runs.map(\.json)),
    ])
  }
}
