public import FormDefinitions
public import FormRules

/// The differences between two definitions of the same kind.
public struct ComparedDefinitions: Sendable {
  /// The older definition.
  public var old: DefinitionDetails
  /// The newer definition.
  public var new: DefinitionDetails
  /// The changes from the older to the newer definition.
  public var diff: DefinitionDiff

  /// Descriptions of the changes, one line each. Empty if there are none.
  public var changes: [String] { diff.lines }

  /// The comparison as JSON with stable keys.
  package var json: JSON {
    .object([
      "kind": .string(old.definition.kind.rawValue),
      "old": .string(old.definition.name), "oldVersion": .optional(old.number),
      "new": .string(new.definition.name), "newVersion": .optional(new.number),
      "changes": .array(diff.changes.map(\.json)),
    ])
  }
}

extension Recorder {
  /// Compares definitions of the same kind: forms, rule sets or sources, or several kinds if they
  /// have the same name.
  ///
  /// - Parameters:
  ///   - old: A name with or without a version, such as `contacts@1`, or the path of a definition
  ///     file.
  ///   - new: The newer definition, specified in the same way.
  ///   - kind: The only kind to compare, or nil for all.
  /// - Throws: `RecorderError` if the operands have no definitions of the same kind.
  public func diff(
    from old: String, to new: String, kind: DefinitionKind? = nil
  ) throws(RecorderError) -> [ComparedDefinitions] {
    let left = try operand(old, kind: kind)
    let right = try operand(new, kind: kind)
    var compared: [ComparedDefinitions] = []
    for a in left.definitions {
      for b in right.definitions where !(left.isFile || right.isFile) || a.hasName(of: b) {
        guard let diff = DefinitionDiff(from: a.definition, to: b.definition) else { continue }
        compared.append(ComparedDefinitions(old: a, new: b, diff: diff))
      }
    }
    guard compared.isEmpty else { return compared }
    throw RecorderError(
      .refused,
      "'\(old)' and '\(new)' have no definitions of the same kind that could be compared")
  }

  private func operand(
    _ text: String, kind: DefinitionKind?
  ) throws(RecorderError) -> (definitions: [DefinitionDetails], isFile: Bool) {
    // Names contain neither dots nor slashes.
    if text.contains(where: { $0 == "." || $0 == "/" }) {
      let items = try DefinitionSet(files: [text]).items.map {
        DefinitionDetails(definition: $0.definition, content: $0.definition.canonicalJSON())
      }
      return (items.filter { kind == nil || kind == $0.definition.kind }, true)
    }
    guard let reference = VersionReference(text) else {
      throw RecorderError(.usage, "'\(text)' is neither NAME, NAME@VERSION nor a definition file")
    }
    return (try definitions(reference, kind: kind), false)
  }
}

extension DefinitionDetails {
  fileprivate func hasName(of other: DefinitionDetails) -> Bool {
    definition.name == other.definition.name
  }
}

extension DefinitionDiff {
  /// The changes, or nil if the definitions are of different kinds.
  fileprivate init?(from old: Definition, to new: Definition) {
    switch (old, new) {
    case (.form(let old), .form(let new)): self.init(from: old, to: new)
    case (.ruleSet(let old), .ruleSet(let new)): self.init(from: old, to: new)
    case (.source(let old), .source(let new)): self.init(from: old, to: new)
    default: return nil
    }
  }
}
