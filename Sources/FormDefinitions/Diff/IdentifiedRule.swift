import FormBytes
import FormRules

/// A rule with its id in reports.
struct IdentifiedRule: ComparedItem {
  let id: String
  /// The field or range of fields that the rule applies to, or `record`.
  let subject: String
  let entry: RuleEntry

  static func details(_ old: IdentifiedRule, _ new: IdentifiedRule) -> [String] {
    var details: [String] = []
    // The ids are equal or canonically equivalent.
    if new.entry.id != nil, old.id.utf8Bytes != new.id.utf8Bytes {
      details.append("id \(old.id) → \(new.id)")
    }
    if old.subject.utf8Bytes != new.subject.utf8Bytes {
      details.append("field \(old.subject) → \(new.subject)")
    }
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

  /// The ids of rules that only one version has, but the other version with another id.
  static func renamed(_ old: [IdentifiedRule], _ new: [IdentifiedRule]) -> Set<String> {
    let ids = (Set(old.map(\.id)), Set(new.map(\.id)))
    let removed = old.filter { !ids.1.contains($0.id) }
    return new.filter { !ids.0.contains($0.id) }.reduce(into: []) { renamed, rule in
      guard
        let same = removed.first(where: {
          !renamed.contains($0.id) && $0.subject == rule.subject
            && $0.entry.rule == rule.entry.rule && $0.entry.value == rule.entry.value
            && $0.modifiers == rule.modifiers
        })
      else { return }
      renamed.formUnion([rule.id, same.id])
    }
  }

  var describedName: String { id }

  /// Whether the rule compares records by their values in a field.
  func compares(_ field: String, in form: Form) -> Bool {
    guard entry.comparesRecords, let index = form.fieldIndex(field) else { return false }
    let names = [subject] + (entry.parameters?.scalars ?? [])
    return names.contains { form.fieldRange(named: $0)?.contains(index) == true }
  }

  /// The rule's parameters and modifiers.
  var describedParameters: [String] {
    let name = id.hasSuffix(".\(entry.rule)") ? nil : "rule \(entry.rule)"
    return [name, NodeDifference.parameters(entry.value), NodeDifference.parameters(modifiers)]
      .compactMap(\.self)
  }

  /// The modifiers of the rule, except messages.
  private var modifiers: DefinitionNode {
    var entry = entry
    entry.id = nil
    entry.message = nil
    entry.messageTranslations = [:]
    entry.causeMessages = [:]
    entry.causeMessageTranslations = [:]
    return entry.modifiers.node
  }
}

extension DefinitionNode {
  /// The scalars of the node and of all nodes in it.
  fileprivate var scalars: [String] {
    switch content {
    case .scalar(let text, _): [text]
    case .sequence(let items): items.flatMap(\.scalars)
    case .mapping(let entries): entries.flatMap(\.value.scalars)
    }
  }
}

extension RuleSet {
  var identifiedRules: [IdentifiedRule] {
    let ofFields = fields.flatMap { part in
      part.rules.map { rule in
        IdentifiedRule(
          id: rule.id ?? "\(part.field).\(rule.rule)", subject: part.field, entry: rule)
      }
    }
    return ofFields
      + recordRules.map { rule in
        IdentifiedRule(
          id: rule.id ?? "\(rule.at?.value ?? "record").\(rule.rule)", subject: "record",
          entry: rule)
      }
  }
}
