import FormDefinitions
public import FormRules
import FormStore

extension Recorder {
  /// Makes an older version of a form, rule set or source current. Its content becomes the next
  /// version, so the version history stays linear.
  ///
  /// - Parameters:
  ///   - kind: The kind of the definition. Required only if several kinds have the name.
  ///   - by: The operator who makes the version current.
  ///   - reason: The reason. The default names the version.
  /// - Throws: `RecorderError` if the reference has no version, if the version does not exist, if
  ///   several kinds have it, or if it no longer fits the current form or rule sets.
  public func makeCurrent(
    _ reference: VersionReference, kind: DefinitionKind? = nil, by: String? = nil,
    reason: String? = nil
  ) throws(RecorderError) -> [AppliedDefinition] {
    guard reference.number != nil else {
      throw RecorderError(.usage, "a version is required: \(reference.name)@NUMBER")
    }
    let found = try definitions(reference, kind: kind)
    guard found.count == 1 else {
      throw RecorderError(
        .ambiguous(found.map(\.title)),
        "\(reference) is \(found.map(\.definition.kind.displayName).joined(separator: " and "))",
        .chooseFormOrRules)
    }
    return try apply(
      DefinitionSet([found[0].definition], from: found[0].title),
      by: by, reason: reason ?? "version \(reference.number ?? 0) restored")
  }
}
