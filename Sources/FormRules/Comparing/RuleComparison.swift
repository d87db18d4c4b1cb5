import FormBytes

/// Compares versions of rules without data: by the effects that their parameters declare.
package struct RuleComparison {
  /// What the rules of one version refer to.
  package struct Side: Sendable {
    /// The form, by whose types constants are read; nil if it is not known.
    let form: Form?
    /// The form's lists.
    let lists: [ValueList]
    /// The rule set's own presets.
    let presets: [Preset]

    /// - Parameter lists: The lists if they differ from those of the form.
    package init(form: Form?, lists: [ValueList]? = nil, presets: [Preset] = []) {
      self.form = form
      self.lists = lists ?? form?.lists ?? []
      self.presets = presets
    }

    /// The type of a field, or of all fields of a range `first..last`.
    fileprivate func type(of subject: String) -> FieldType? {
      guard let form, let range = form.fieldRange(named: subject) else { return nil }
      let type = form.fields[range.lowerBound].type
      return form.fields[range].allSatisfy { $0.type == type } ? type : nil
    }
  }

  let old, new: Side
  /// The rules on which other rules depend (`needs`), in either version.
  private let needed: Set<String>
  /// Whether a rule of either version compares records: if another rule prevents its evaluation for
  /// one record, it can accept or reject others.
  private let comparesRecords: Bool
  /// The rules of each version that reject what accepted records have claimed (`unique: ever`): a
  /// record that another rule accepts or rejects claims its keys or leaves them to others.
  private let claiming: (old: Int, new: Int)
  /// The number of rules that may still be compared. Presets that use one another could expand to
  /// billions of rules.
  var remaining = RuleNesting.maximumRules

  /// - Parameter rules: The rules of both versions.
  package init(
    from old: Side, to new: Side, among rules: (old: [RuleEntry], new: [RuleEntry]) = ([], [])
  ) {
    self.old = old
    self.new = new
    let all = rules.old + rules.new
    needed = Set(all.flatMap { $0.needs.map(\.value) })
    comparesRecords = all.contains(where: \.comparesRecords)
    claiming = (rules.old.count(where: \.claimsKeys), rules.new.count(where: \.claimsKeys))
  }

  /// Returns the changes that a rule makes, and an unknown one if another rule decides by the
  /// records that it accepts.
  private func affecting(
    _ changes: Set<AcceptanceChange>, of old: RuleEntry?, _ new: RuleEntry?
  ) -> Set<AcceptanceChange> {
    let others = (
      claiming.old - (old?.claimsKeys == true ? 1 : 0),
      claiming.new - (new?.claimsKeys == true ? 1 : 0)
    )
    return !changes.isEmpty && others.0 > 0 && others.1 > 0 ? changes.union([.unknown]) : changes
  }

  /// Returns the changes between two versions of a rule, independent ones separately; empty if both
  /// accept the same records.
  ///
  /// - Parameters:
  ///   - id: The id of the rule.
  ///   - subject: The field or range of fields, or any other text for a rule of the record.
  package mutating func changes(
    from old: RuleEntry, to new: RuleEntry, id: String, on subject: String
  ) -> Set<AcceptanceChange> {
    var changes = modifierChanges(from: old, to: new)
    let types = (self.old.type(of: subject), self.new.type(of: subject))
    changes.formUnion(ruleChanges(from: old, to: new, types))
    if !changes.isEmpty, needed.contains(id) { return [.unknown] }
    if comparesRecords, old.endsEarly || new.endsEarly, !changes.isEmpty || old.stop != new.stop {
      return [.unknown]
    }
    switch (old.severity.rejects, new.severity.rejects) {
    case (true, true): return affecting(changes, of: old, new)
    case (true, false): return affecting([.looser], of: old, new)
    case (false, true): return affecting([.stricter], of: old, new)
    case (false, false):
      // A rule that rejects nothing matters only if it can prevent the evaluation of others.
      let isSame = changes.isEmpty && old.stop == new.stop
      return isSame || !(old.canStopOthers || new.canStopOthers) ? [] : [.unknown]
    }
  }

  /// Returns the changes that a rule makes that only the newer version has.
  package func changes(adding entry: RuleEntry) -> Set<AcceptanceChange> {
    if comparesRecords, entry.endsEarly { return [.unknown] }
    return affecting(
      entry.severity.rejects ? [.stricter] : entry.canStopOthers ? [.looser] : [], of: nil, entry)
  }

  /// Returns the changes that a rule makes that only the older version has.
  package func changes(removing entry: RuleEntry) -> Set<AcceptanceChange> {
    if comparesRecords, entry.endsEarly { return [.unknown] }
    return affecting(
      entry.severity.rejects ? [.looser] : entry.canStopOthers ? [.stricter] : [], of: entry, nil)
  }

  /// Returns the changes of another order of rules.
  package func changes(reordering entries: [RuleEntry]) -> Set<AcceptanceChange> {
    entries.contains {
      $0.canStopOthers && !$0.severity.rejects || comparesRecords && $0.endsEarly
    } ? [.unknown] : []
  }

  /// The changes of when the rule applies.
  private func modifierChanges(
    from old: RuleEntry, to new: RuleEntry
  ) -> Set<AcceptanceChange> {
    var changes = Set(
      from: Set(old.needs.map(\.value)), to: Set(new.needs.map(\.value)), added: .looser)
    if old.scenarios.isEmpty != new.scenarios.isEmpty {
      changes.insert(old.scenarios.isEmpty ? .looser : .stricter)
    } else {
      changes.formUnion(
        Set(
          from: Set(old.scenarios.map(\.utf8Bytes)), to: Set(new.scenarios.map(\.utf8Bytes)),
          added: .stricter))
    }
    let records = recordChanges(from: old, to: new)
    // A counting rule also compares with the records to which it applies.
    let counts = old.countsRecords || new.countsRecords
    changes.formUnion(counts && !records.isEmpty ? [.unknown] : records)
    if (old.trim ?? false) != (new.trim ?? false) { changes.insert(.unknown) }
    return changes
  }

  /// The changes of the records to which the rule applies in a run.
  private func recordChanges(from old: RuleEntry, to new: RuleEntry) -> Set<AcceptanceChange> {
    var changes: Set<AcceptanceChange> = []
    switch (old.when?.value, new.when?.value) {
    case (nil, nil): break
    case (nil, _): changes.insert(.looser)
    case (_, nil): changes.insert(.stricter)
    case (let before, let after):
      if before?.utf8Bytes != after?.utf8Bytes { changes.insert(.unknown) }
    }
    let ranks = [old, new].map { $0.empty == .skip ? 0 : $0.empty == nil ? 1 : 2 }
    if ranks[0] != ranks[1] { changes.insert(ranks[0] < ranks[1] ? .stricter : .looser) }
    return changes
  }

  /// Returns the changes of the values that a rule accepts, regardless of when it applies.
  mutating func ruleChanges(
    from old: RuleEntry, to new: RuleEntry, _ types: (old: FieldType?, new: FieldType?)
  ) -> Set<AcceptanceChange> {
    remaining -= 1
    guard remaining >= 0, old.rule == new.rule, let rule = RuleRegistry.rule(named: old.rule)
    else { return [.unknown] }
    if rule.documentation.consistsOfRules {
      return nestedChanges(of: rule, from: old, to: new, types)
    }
    let (before, after) = (old.namedParameters, new.namedParameters)
    if rule == UseRule.self { return presetChanges(from: before, to: after, types) }
    return parameterChanges(
      of: rule, from: self.old.resolved(before), to: self.new.resolved(after), types)
  }

  private func parameterChanges(
    of rule: any Rule.Type, from old: [DefinitionNode.Entry], to new: [DefinitionNode.Entry],
    _ types: (old: FieldType?, new: FieldType?)
  ) -> Set<AcceptanceChange> {
    let (before, after) = (old.byKey, new.byKey)
    if before == after { return [] }
    let documented = rule.documentation.parameters.map(\.name)
    guard types.old == types.new, types.old?.texts == types.new?.texts,
      Set(before.keys).union(after.keys).isSubset(of: documented)
    else { return [.unknown] }
    var (changes, hasPattern) = (Set<AcceptanceChange>(), false)
    for parameter in rule.documentation.parameters {
      let (old, new) = (before[parameter.name], after[parameter.name])
      if parameter.effect == .pattern {
        hasPattern = true
      } else {
        changes.formUnion(
          ComparedParameter(parameter, from: old, to: new, type: types.new).changes)
      }
    }
    if hasPattern { changes.formUnion(PatternRule.changes(from: before, to: after)) }
    return changes
  }
}

extension RuleComparison.Side {
  /// Replaces the name of one of the form's lists by its values.
  fileprivate func resolved(_ entries: [DefinitionNode.Entry]) -> [DefinitionNode.Entry] {
    entries.map { entry in
      guard entry.key == ListedValues.list.name, let name = entry.value.scalar,
        let list = lists.first(where: { $0.name == name })
      else { return entry }
      return ListedValues.values(list.values)
    }
  }
}

extension [DefinitionNode.Entry] {
  fileprivate var byKey: [String: DefinitionNode] {
    Dictionary(map { ($0.key, $0.value) }) { first, _ in first }
  }
}

extension RuleEntry {
  /// Whether a failure of the rule can prevent the evaluation of other rules.
  fileprivate var canStopOthers: Bool {
    endsEarly || RuleRegistry.rule(named: rule)?.isPrerequisite == true
  }

  /// Whether a failure of the rule ends the evaluation of the field or record.
  fileprivate var endsEarly: Bool { stop == .first || stop == .firstPerField }

  /// Whether the verdict of the rule on a record depends on others.
  package var comparesRecords: Bool {
    guard let type = RuleRegistry.rule(named: rule) else { return false }
    return type is any StatefulRule.Type || type is any CountingRule.Type
  }

  /// Whether the rule compares each record with counts over all records to which it applies.
  fileprivate var countsRecords: Bool {
    RuleRegistry.rule(named: rule).map { $0 is any CountingRule.Type } == true
  }

  /// Whether the rule rejects records with the keys of accepted ones.
  package var claimsKeys: Bool {
    guard rule == UniqueRule.name, severity.rejects else { return false }
    let ever = namedParameters.first { $0.key == UniqueRule.ever.name }?.value.scalar
    return ever == "true" || parameters?.scalar == UniqueRule.ever.name
  }
}
