import FormDefinitions
import FormRules
import FormStore

extension Recorder {
  /// Makes an older version of a form or rule set current. Its content becomes the next version, so
  /// the version history stays linear.
  ///
  /// - Parameters:
  ///   - isForm: Whether the reference names a form rather than a rule set. Required only if both
  ///     have the name.
  ///   - by: The operator who makes the version current.
  ///   - reason: The reason. The default names the version.
  /// - Throws: `RecorderError` if the version does not exist, if a form and a rule set both have
  ///   it, or if it no longer fits the current form or rule sets.
  public func makeCurrent(
    _ reference: VersionReference, isForm: Bool? = nil, by: String? = nil, reason: String? = nil
  ) throws(RecorderError) -> [AppliedDefinition] {
    guard reference.number != nil else {
      throw RecorderError(.usage, "a version is required: \(reference.name)@NUMBER")
    }
    let found = try definitions(reference, isForm: isForm)
    guard found.count == 1 else {
      throw RecorderError(
        .ambiguous(found.map(\.title)), "\(reference) is both a form and a rule set",
        .chooseFormOrRules)
    }
    return try apply(
      DefinitionSet([found[0].definition], from: found[0].title),
      by: by, reason: reason ?? "version \(reference.number ?? 0) restored")
  }
}
