public import FormDefinitions
import FormRules

/// What changed between two definitions of a kind.
public struct ComparedDefinitions: Sendable {
  /// The one.
  public var old: ShownDefinition
  /// The other.
  public var new: ShownDefinition
  /// What changed from the one to the other.
  public var diff: DefinitionDiff
}

extension Recorder {
  /// Compares two forms, rule sets, or both of a name; each is named with or without a version, or
  /// is a definition file.
  ///
  /// - Parameter isForm: only forms, or only rule sets.
  /// - Throws: when there is nothing of one kind on both sides.
  public func compare(
    _ old: String, _ new: String, isForm: Bool? = nil
  ) throws(RecorderError) -> [ComparedDefinitions] {
    let left = try operand(old, isForm: isForm)
    let right = try operand(new, isForm: isForm)
    var compared: [ComparedDefinitions] = []
    for a in left.definitions {
      for b in right.definitions where !(left.isFile || right.isFile) || a.hasName(of: b) {
        guard let diff = DefinitionDiff(from: a.definition, to: b.definition) else { continue }
        compared.append(ComparedDefinitions(old: a, new: b, diff: diff))
      }
    }
    guard compared.isEmpty else { return compared }
    throw RecorderError(
      .failed, "'\(old)' and '\(new)' have no form and no rule set to be compared")
  }

  private func operand(
    _ text: String, isForm: Bool?
  ) throws(RecorderError) -> (definitions: [ShownDefinition], isFile: Bool) {
    // Names have neither a dot nor a slash.
    if text.contains(where: { $0 == "." || $0 == "/" }) {
      let items = try DefinitionSet(files: [text]).items.map {
        ShownDefinition(
          definition: $0.definition, content: $0.definition.canonicalJSON())
      }
      return (items.filter { isForm == nil || isForm == $0.definition.isForm }, true)
    }
    guard let reference = VersionReference(text) else {
      throw RecorderError(
        .usage, "'\(text)' is neither NAME, NAME@VERSION nor a definition file")
    }
    return (try definitions(reference, isForm: isForm), false)
  }
}

extension ShownDefinition {
  fileprivate func hasName(of other: ShownDefinition) -> Bool {
    definition.name == other.definition.name
  }
}

extension DefinitionDiff {
  /// What changed, if both are of one kind.
  fileprivate init?(from old: Definition, to new: Definition) {
    switch (old, new) {
    case (.form(let old), .form(let new)): self.init(from: old, to: new)
    case (.ruleSet(let old), .ruleSet(let new)): self.init(from: old, to: new)
    default: return nil
    }
  }
}
