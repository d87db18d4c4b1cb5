import FormRules
import FormStore

extension Recorder {
  /// Stores definitions in one transaction, or none of them. Content that differs from the latest
  /// version becomes the next version.
  ///
  /// - Parameters:
  ///   - isDryRun: Whether to return what would be new without storing it.
  ///   - by: The operator who applies the definitions.
  ///   - reason: The reason, which is stored with the new versions like `by`.
  /// - Throws: `RecorderError` if a rule set does not fit its form, a source names a field that its
  ///   form lacks, an example does not give its expected result, or a new form version does not fit
  ///   a stored rule set.
  @discardableResult
  public func apply(
    _ definitions: DefinitionSet, isDryRun: Bool = false, by: String? = nil, reason: String? = nil
  ) throws(RecorderError) -> [AppliedDefinition] {
    if isDryRun { return try checked(definitions, in: try storeIfPresent()).applied() }
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
  /// - Parameter isDryRun: Whether nothing will be stored.
  /// - Returns: The recorder, and what is new once the definitions are stored.
  /// - Throws: `RecorderError`, as `apply` does.
  package func staging(
    _ definitions: DefinitionSet, isDryRun: Bool = false, by: String? = nil, reason: String? = nil
  ) throws(RecorderError) -> (recorder: Recorder, applied: [AppliedDefinition]) {
    let attribution = Attribution(by: by, reason: reason)
    // Opening a store for writing updates one of an earlier version.
    let store = try hasDatabase ? storeAccess(attribution, isDryRun: isDryRun).store : nil
    let (staged, applied) = try staged(definitions, attribution, in: store)
    var recorder = self
    recorder.settings.staged = staged
    return (recorder, applied)
  }

  /// Lets an open store use definitions as if they were applied. Its first transaction stores them.
  func stageDefinitions(
    _ definitions: DefinitionSet, _ attribution: Attribution, for store: Store
  ) throws(RecorderError) -> [AppliedDefinition] {
    let (staged, applied) = try staged(definitions, attribution, in: store)
    try mappingErrors { try store.stage(staged) }
    return applied
  }

  private func staged(
    _ definitions: DefinitionSet, _ attribution: Attribution, in store: Store?
  ) throws(RecorderError) -> (staged: StagedDefinitions, applied: [AppliedDefinition]) {
    let checked = try checked(definitions, in: store)
    let applied = try checked.applied()
    let now = try settings.now().description
    return (StagedDefinitions(checked.stored, now: now, attribution), applied)
  }

  private func checked(
    _ definitions: DefinitionSet, in store: Store?
  ) throws(RecorderError) -> CheckedDefinitions {
    try CheckedDefinitions(definitions, in: store, now: try settings.now())
  }

  /// Whether the definitions of `staging` are stored.
  package var hasStoredStagedDefinitions: Bool { settings.staged?.areStored == true }

  /// Stores the definitions of `staging`, unless a change has stored them.
  package func storeStagedDefinitions() throws(RecorderError) {
    guard let staged = settings.staged, !staged.areStored else { return }
    let store = try storeForWriting()
    try mappingErrors { try store.storeStagedDefinitions() }
  }

  /// Checks definitions before the store is created, so that invalid ones do not leave an empty
  /// store behind.
  func checkBeforeStore(_ definitions: DefinitionSet) throws(RecorderError) {
    if try !hasDatabase { _ = try checked(definitions, in: nil) }
  }
}
