import FormBytes
public import FormRules

extension DefinitionDiff {
  /// Compares two versions of a rule set.
  ///
  /// - Parameter forms: The form of each version, whose types determine the order of constants.
  ///   Without it, changes of such constants are unknown.
  public init(
    from old: RuleSet, to new: RuleSet, forms: (old: Form?, new: Form?) = (nil, nil)
  ) {
    self.init()
    change("name", from: old.name, to: new.name)
    change("form", from: old.form, to: new.form, acceptanceChanges: [.unknown])
    let (before, after) = (old.identifiedRules, new.identifiedRules)
    let lists = forms.new?.lists ?? forms.old?.lists
    var comparison = new.comparison(
      from: RuleComparison.Side(form: forms.old, lists: lists, presets: old.presets),
      to: RuleComparison.Side(form: forms.new, lists: lists, presets: new.presets),
      with: old)
    let renamed = IdentifiedRule.renamed(before, after)
    compare(
      before, after, details: { IdentifiedRule.details($0, $1) },
      acceptanceChanges: { old, new in
        switch (old, new) {
        case (let old?, let new?):
          old.subject.utf8Bytes == new.subject.utf8Bytes
            ? comparison.changes(from: old.entry, to: new.entry, id: new.id, on: new.subject)
            : [.unknown]
        case (nil, let rule?):
          renamed.contains(rule.id) ? [] : comparison.changes(adding: rule.entry)
        case (let rule?, nil):
          renamed.contains(rule.id) ? [] : comparison.changes(removing: rule.entry)
        case (nil, nil): []
        }
      })
    compareOrder(of: before, after, comparison)
    compare(
      old.presets, new.presets,
      details: { NodeDifference.details($0.document, $1.document) },
      acceptanceChanges: { before, after in
        let others = old.presets.filter { $0.name != before?.name && $0.name != after?.name }
        return new.changes(
          from: others + [before].compactMap(\.self), to: others + [after].compactMap(\.self),
          unchangedFrom: old, in: forms)
      })
    compare(
      old.parameters, new.parameters,
      details: { NodeDifference.details($0.node, $1.node, label: "type") },
      acceptanceChanges: { $0 == nil || $1 == nil ? [] : [.unknown] })
    compare(
      old.limits, new.limits, plural: "limits",
      details: { NodeDifference.details($0.bounds.node, $1.bounds.node) },
      acceptanceChanges: Limit.changes)
    change("examples", exampleDetails(old.examples, new.examples))
  }

  /// Compares the order of the rules of each field and of the record, which is the order of their
  /// evaluation.
  private mutating func compareOrder(
    of old: [IdentifiedRule], _ new: [IdentifiedRule], _ comparison: RuleComparison
  ) {
    let before = Dictionary(grouping: old, by: \.subject).mapValues { $0.map(\.id) }
    let after = Dictionary(grouping: new, by: \.subject).mapValues { $0.map(\.id) }
    let entries = Dictionary(grouping: old + new, by: \.subject).mapValues { $0.map(\.entry) }
    for (subject, ids) in after.sorted(by: { $0.key < $1.key }) {
      let old = before[subject] ?? []
      if ids.filter(Set(old).contains) != old.filter(Set(ids).contains) {
        change(
          "rules of \(subject)", ["order changed"],
          acceptanceChanges: comparison.changes(reordering: entries[subject] ?? []))
      }
    }
  }

  private func exampleDetails(_ old: [Example], _ new: [Example]) -> [String] {
    let (before, after) = (old.map(\.node), new.map(\.node))
    if before == after { return [] }
    let added = NodeDifference.nodes(of: after, notIn: before).count
    let removed = NodeDifference.nodes(of: before, notIn: after).count
    return added + removed == 0
      ? ["order changed"]
      : [(added, "added"), (removed, "removed")].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
  }
}

extension RuleSet {
  /// Returns a comparison of rules of this version with those of an older one.
  func comparison(
    from old: RuleComparison.Side, to new: RuleComparison.Side, with older: RuleSet
  ) -> RuleComparison {
    RuleComparison(
      from: old, to: new,
      among: (older.identifiedRules.map(\.entry), identifiedRules.map(\.entry)))
  }

  /// Returns the changes that other presets make to rules that are the same in both versions.
  fileprivate func changes(
    from old: [Preset], to new: [Preset], unchangedFrom older: RuleSet,
    in forms: (old: Form?, new: Form?)
  ) -> Set<AcceptanceChange> {
    var comparison = comparison(
      from: RuleComparison.Side(form: forms.new, presets: old),
      to: RuleComparison.Side(form: forms.new, presets: new), with: older)
    let before = Dictionary(older.identifiedRules.map { ($0.id, $0) }) { first, _ in first }
    return identifiedRules.reduce(into: []) { changes, rule in
      guard let old = before[rule.id], old.subject == rule.subject, old.entry == rule.entry
      else { return }
      changes.formUnion(
        comparison.changes(from: rule.entry, to: rule.entry, id: rule.id, on: rule.subject))
    }
  }
}

extension Preset: ComparedItem {
  var describedName: String { "preset \(name)" }
  var describedParameters: [String] { [] }
}

extension RunParameter: ComparedItem {
  var describedName: String { "parameter \(name)" }
  var describedParameters: [String] { [NodeDifference.parameters(node)].compactMap(\.self) }
}

extension Limit: ComparedItem {
  var describedName: String { "limit \(subject.rawValue)" }
  var describedParameters: [String] { [NodeDifference.parameters(bounds.node)].compactMap(\.self) }

  /// Returns the changes of the imports that are within the limit. A nil limit is absent.
  fileprivate static func changes(_ old: Limit?, _ new: Limit?) -> Set<AcceptanceChange> {
    if (new ?? old)?.subject == .columns { return [.unknown] }
    func bound(
      _ key: KeyPath<Limit, Amount?>, greater: AcceptanceChange
    ) -> Set<AcceptanceChange> {
      switch (old?[keyPath: key], new?[keyPath: key]) {
      case (nil, nil): []
      case (nil, _): [.stricter]
      case (_, nil): [.looser]
      case (let before?, let after?): before.change(to: after, greater: greater)
      }
    }
    return bound(\.min, greater: .stricter).union(bound(\.max, greater: .looser))
      .union(bound(\.change, greater: .looser))
  }
}

extension Limit.Amount {
  /// Returns the change of a bound; unknown if one is a number and the other a share.
  fileprivate func change(
    to new: Self, greater: AcceptanceChange
  ) -> Set<AcceptanceChange> {
    let order: Ordering? =
      switch (self, new) {
      case (.count(let old), .count(let new)):
        ExactDecimal(Int64(old)).order(to: ExactDecimal(Int64(new)))
      case (.percent(let old), .percent(let new)): old.order(to: new)
      default: nil
      }
    return switch order {
    case .ascending: [greater]
    case .descending: Set([greater]).reversed
    case .equal: []
    case nil: [.unknown]
    }
  }
}
