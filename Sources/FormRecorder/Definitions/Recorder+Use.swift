import FormDefinitions
import FormRules
import FormStore

extension Recorder {
  /// Makes an older version of a form or rule set current: its content becomes the next version, so that
  /// versions only ever follow one another.
  ///
  /// - Parameters:
  ///   - isForm: only the form, or only the rule set, where both have the name.
  ///   - by: who makes it current.
  ///   - reason: why; without one, which version it was.
  /// - Throws: when there is no such version, both a form and a rule set have it, or it no longer fits
  ///   the form or rule sets beside it.
  public func use(
    _ reference: VersionReference, isForm: Bool? = nil, by: String? = nil, reason: String? = nil
  ) throws(RecorderError) -> [AppliedDefinition] {
    guard reference.number != nil else {
      throw RecorderError(.usage, "say which version: \(reference.name)@NUMBER")
    }
    let found = try definitions(reference, isForm: isForm)
    guard found.count == 1 else {
      throw RecorderError(
        .usage, "there are a form and a rule set \(reference); say --only-form or --only-rules")
    }
    return try apply(
      DefinitionSet([found[0].definition], from: found[0].title),
      by: by, reason: reason ?? "version \(reference.number ?? 0) again")
  }
}
