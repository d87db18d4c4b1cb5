extension RuleComparison {
  /// Returns the changes of a rule that consists of rules: `all`, `any`, `each` or `not`.
  mutating func nestedChanges(
    of rule: any Rule.Type, from old: RuleEntry, to new: RuleEntry,
    _ types: (old: FieldType?, new: FieldType?)
  ) -> Set<AcceptanceChange> {
    let (before, after) = (old.readRules, new.readRules)
    if before.isEmpty || after.isEmpty { return [.unknown] }
    switch rule.name {
    case AllRule.name: return changes(from: before, to: after, added: .stricter, types)
    case EachRule.name:
      return changes(from: before, to: after, added: .stricter, (.text, .text))
    case AnyRule.name: return changes(from: before, to: after, added: .looser, types)
    case NotRule.name:
      let changes = changes(from: before, to: after, added: .stricter, types)
      // `not` is evaluated for blank values only if one of its rules is.
      let names = (before.flatMap(\.namesInside), after.flatMap(\.namesInside))
      if names.0.contains(UseRule.name), !changes.isEmpty { return [.unknown] }
      let isSame = names.0.sorted() == names.1.sorted()
      return isSame || !(names.0 + names.1).contains(where: RuleEntry.mayEvaluateBlank)
        ? changes.reversed : changes.isEmpty ? [] : [.unknown]
    default: return [.unknown]
    }
  }

  /// Returns the changes of the rules inside a rule. Those with the same name are compared in their
  /// order.
  ///
  /// - Parameter added: The change that a rule makes that only the newer version has.
  private mutating func changes(
    from old: [RuleEntry], to new: [RuleEntry], added: AcceptanceChange,
    _ types: (old: FieldType?, new: FieldType?)
  ) -> Set<AcceptanceChange> {
    var changes: Set<AcceptanceChange> = []
    var rest = old
    for entry in new {
      guard let index = rest.firstIndex(where: { $0.rule == entry.rule }) else {
        changes.insert(added)
        continue
      }
      let before = rest.remove(at: index)
      changes.formUnion(ruleChanges(from: before, to: entry, types))
      if (before.trim ?? false) != (entry.trim ?? false) { changes.insert(.unknown) }
    }
    if !rest.isEmpty { changes.insert(added.reversed) }
    return changes
  }

  /// Returns the changes of a rule `use`: the presets are replaced by their rules.
  mutating func presetChanges(
    from old: [DefinitionNode.Entry], to new: [DefinitionNode.Entry],
    _ types: (old: FieldType?, new: FieldType?)
  ) -> Set<AcceptanceChange> {
    guard let before = self.old.expanded(old), let after = self.new.expanded(new),
      before.preset.missing == after.preset.missing, before.preset.empty == after.preset.empty,
      before.preset.types == after.preset.types
    else { return [.unknown] }
    return changes(from: before.rules, to: after.rules, added: .stricter, types)
  }
}

extension RuleComparison.Side {
  /// Returns the preset that a rule `use` names and its rules, or nil if it cannot be bound.
  fileprivate func expanded(
    _ entries: [DefinitionNode.Entry]
  ) -> (preset: Preset, rules: [RuleEntry])? {
    let name = entries.first { $0.key == Preset.nameParameter }?.value.scalar ?? ""
    let arguments = entries.filter { $0.key != Preset.nameParameter }
    guard
      let preset = presets.first(where: { $0.name == name }) ?? RuleRegistry.preset(named: name)
    else { return nil }
    do throws(DefinitionError) {
      guard let node = try preset.rules(with: arguments, at: .none) else { return nil }
      return (preset, try RuleRegistry.rules(node, inside: UseRule.self))
    } catch {
      return nil
    }
  }
}

extension RuleEntry {
  /// The names of the rule and of the rules inside it.
  fileprivate var namesInside: [String] { [rule] + rules.flatMap(\.namesInside) }

  /// Returns whether a rule may also be evaluated for missing and empty values.
  fileprivate static func mayEvaluateBlank(_ name: String) -> Bool {
    name == UseRule.name || RuleRegistry.rule(named: name)?.scope == .presence
  }
}
