public import FormStore

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
