import FormDefinitions
public import FormRules

/// The differences between two forms or two rule sets.
public struct DefinitionDifferences: Sendable, Encodable {
  /// The older version, such as `form contacts@1`.
  public var old: String
  /// The newer version.
  public var new: String
  /// Descriptions of the changes, one line each. Empty if there are none.
  public var changes: [String]
}

extension Recorder {
  /// Compares two forms, two rule sets, or both if they have the same name.
  ///
  /// - Parameters:
  ///   - old: a name with or without a version, such as `contacts@1`, or the path of a definition
  ///     file.
  ///   - new: the same for the newer side.
  public func differences(
    from old: String, to new: String
  ) throws(RecorderError) -> [DefinitionDifferences] {
    try compare(old, new).map {
      DefinitionDifferences(old: $0.old.title, new: $0.new.title, changes: $0.diff.lines)
    }
  }

  /// A stored form, in the given version or the latest one.
  public func form(_ reference: VersionReference) throws(RecorderError) -> Form {
    guard case .form(let form)? = try definitions(reference, isForm: true).first?.definition else {
      throw RecorderError(.failed, reason: .missing, "there is no form \(reference)")
    }
    return form
  }

  /// A stored rule set, in the given version or the latest one.
  public func ruleSet(_ reference: VersionReference) throws(RecorderError) -> RuleSet {
    guard case .ruleSet(let rules)? = try definitions(reference, isForm: false).first?.definition
    else {
      throw RecorderError(.failed, reason: .missing, "there are no rules \(reference)")
    }
    return rules
  }
}
