public import FormDefinitions
public import FormRules
package import FormStore

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
        guard let diff = try self.diff((a.definition, left), (b.definition, right)) else {
          continue
        }
        compared.append(ComparedDefinitions(old: a, new: b, diff: diff))
      }
    }
    guard compared.isEmpty else { return compared }
    throw RecorderError(
      .refused,
      "'\(old)' and '\(new)' have no definitions of the same kind that could be compared")
  }

  /// Compares two definitions, or returns nil if they are of different kinds.
  private func diff(
    _ old: (definition: Definition, operand: Operand),
    _ new: (definition: Definition, operand: Operand)
  ) throws(RecorderError) -> DefinitionDiff? {
    switch (old.definition, new.definition) {
    case (.form(let old), .form(let form)):
      return DefinitionDiff(
        from: old, to: form, ruleSets: try ruleSets(of: form.name, in: new.operand.files))
    case (.ruleSet(let before), .ruleSet(let after)):
      let stored = try storedForm(before.form)
      let own = old.operand.files?.form(before.form) ?? stored
      let other = new.operand.files?.form(after.form) ?? stored
      return DefinitionDiff(from: before, to: after, forms: (own ?? other, other ?? own))
    case (.source(let old), .source(let new)): return DefinitionDiff(from: old, to: new)
    default: return nil
    }
  }

  private func storedForm(_ name: String) throws(RecorderError) -> Form? {
    guard let store = try storeIfPresent() else { return nil }
    return try mappingErrors { try store.version(of: .form, named: name)?.form() }
  }

  /// The rule sets of a form, or nil if none is known.
  private func ruleSets(
    of form: String, in files: DefinitionSet?
  ) throws(RecorderError) -> [RuleSet]? {
    let ruleSets = try (files ?? DefinitionSet([], from: "")).ruleSets(
      of: form, in: try storeIfPresent())
    return ruleSets.isEmpty ? nil : ruleSets
  }

  /// One side of a comparison.
  private struct Operand {
    var definitions: [DefinitionDetails]
    /// All definitions of the file; nil for stored ones.
    var files: DefinitionSet?
    var isFile: Bool { files != nil }
  }

  private func operand(
    _ text: String, kind: DefinitionKind?
  ) throws(RecorderError) -> Operand {
    // Names contain neither dots nor slashes.
    if text.contains(where: { $0 == "." || $0 == "/" }) {
      let files = try DefinitionSet(files: [text])
      let items = files.items.map {
        DefinitionDetails(definition: $0.definition, content: $0.definition.canonicalJSON())
      }
      return Operand(
        definitions: items.filter { kind == nil || kind == $0.definition.kind }, files: files)
    }
    guard let reference = VersionReference(text) else {
      throw RecorderError(.usage, "'\(text)' is neither NAME, NAME@VERSION nor a definition file")
    }
    return Operand(definitions: try definitions(reference, kind: kind))
  }
}

extension DefinitionSet {
  /// The rule sets of a form: the ones in this set, and the latest stored versions of the others.
  package func ruleSets(of form: String, in store: Store?) throws(RecorderError) -> [RuleSet] {
    let own: [RuleSet] = ruleSets
    let stored = try mappingErrors {
      try store?.latestVersions(of: .ruleSet).filter { version in
        version.form == form && !own.contains { $0.name == version.name }
      }.map { try $0.ruleSet() }
    }
    return own.filter { $0.form == form } + (stored ?? [])
  }
}

extension DefinitionDetails {
  fileprivate func hasName(of other: DefinitionDetails) -> Bool {
    definition.name == other.definition.name
  }
}

extension DefinitionSet {
  /// The form with a name, if there is one.
  package func form(_ name: String) -> Form? { forms.first { $0.name == name } }
}

/// The differences between two definitions of the same kind.
public struct ComparedDefinitions: Sendable, Encodable {
  /// The older definition.
  public var old: DefinitionDetails
  /// The newer definition.
  public var new: DefinitionDetails
  /// The changes from the older to the newer definition.
  public var diff: DefinitionDiff

  /// Descriptions of the changes, one line each. Empty if there are none.
  public var changes: [String] { diff.lines }

  /// Encodes the members with stable keys.
  public func encode(to encoder: any Encoder) throws {
    try encoder.encodeMembers([
      "kind": old.definition.kind.rawValue, "old": old.definition.name, "oldVersion": old.number,
      "new": new.definition.name, "newVersion": new.number, "class": diff.acceptanceChange.rawValue,
      "changes": diff.changes,
    ])
  }
}
