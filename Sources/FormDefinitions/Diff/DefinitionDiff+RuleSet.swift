public import FormRules

extension DefinitionDiff {
  /// Compares two versions of a rule set.
  public init(from old: RuleSet, to new: RuleSet) {
    self.init()
    change("name", old.name, new: new.name)
    change("form", old.form, new: new.form)
    let (before, after) = (old.identifiedRules, new.identifiedRules)
    compare(
      before, after, plural: nil, name: \.id, parameters: \.parameters,
      details: { IdentifiedRule.details($0, $1) })
    compareOrder(of: before, after)
    compare(
      old.presets, new.presets, plural: nil, name: { "preset \($0.name)" }, parameters: { _ in [] },
      details: { NodeDifference.details($0.document, $1.document) })
    compare(
      old.parameters, new.parameters, plural: nil, name: { "parameter \($0.name)" },
      parameters: { [NodeDifference.parameters($0.node)].compactMap(\.self) },
      details: { NodeDifference.details($0.node, $1.node, label: "type") })
    compare(
      old.limits, new.limits, plural: "limits", name: { "limit \($0.subject.rawValue)" },
      parameters: { [NodeDifference.parameters($0.bounds.node)].compactMap(\.self) },
      details: { NodeDifference.details($0.bounds.node, $1.bounds.node) })
    change("examples", exampleDetails(old.examples, new.examples))
  }

  /// Compares the order of the rules of each field and of the record, which is the order of their
  /// evaluation.
  private mutating func compareOrder(of old: [IdentifiedRule], _ new: [IdentifiedRule]) {
    let before = Dictionary(grouping: old, by: \.subject).mapValues { $0.map(\.id) }
    let after = Dictionary(grouping: new, by: \.subject).mapValues { $0.map(\.id) }
    for (subject, ids) in after.sorted(by: { $0.key < $1.key }) {
      let old = before[subject] ?? []
      if ids.filter(Set(old).contains) != old.filter(Set(ids).contains) {
        change("rules of \(subject)", ["order changed"])
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

/// A rule with its id in reports.
private struct IdentifiedRule {
  let id: String
  /// The field or range of fields that the rule applies to, or `record`.
  let subject: String
  let entry: RuleEntry

  static func details(_ old: IdentifiedRule, _ new: IdentifiedRule) -> [String] {
    var details: [String] = []
    if old.subject != new.subject { details.append("field \(old.subject) → \(new.subject)") }
    if old.entry.rule == new.entry.rule {
      details += NodeDifference.details(old.entry.value, new.entry.value)
    } else {
      details.append("rule \(old.entry.rule) → \(new.entry.rule)")
    }
    details += NodeDifference.details(
      old.modifiers, new.modifiers, defaults: ["severity": "error"],
      rename: ["when": "condition"])
    if old.entry.messageNodes != new.entry.messageNodes {
      details.append(details.isEmpty ? "message only" : "message")
    }
    return details
  }

  /// The rule's parameters and modifiers, for a rule that only one version has.
  var parameters: [String] {
    let name = id.hasSuffix(".\(entry.rule)") ? nil : "rule \(entry.rule)"
    return [name, NodeDifference.parameters(entry.value), NodeDifference.parameters(modifiers)]
      .compactMap(\.self)
  }

  /// The modifiers of the rule, except messages.
  private var modifiers: DefinitionNode {
    var entry = entry
    entry.id = nil
    entry.message = nil
    entry.messages = [:]
    entry.causeMessages = [:]
    entry.causeMessagesInLanguages = [:]
    return entry.modifiers.node
  }
}

extension RuleSet {
  fileprivate var identifiedRules: [IdentifiedRule] {
    let ofFields = fields.flatMap { part in
      part.rules.map { rule in
        IdentifiedRule(
          id: rule.id ?? "\(part.field).\(rule.rule)", subject: part.field, entry: rule)
      }
    }
    return ofFields
      + record.map { rule in
        IdentifiedRule(
          id: rule.id ?? "\(rule.at?.value ?? "record").\(rule.rule)", subject: "record",
          entry: rule)
      }
  }
}
