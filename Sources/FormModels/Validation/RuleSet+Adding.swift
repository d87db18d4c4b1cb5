import FormRules

extension RuleSet {
  /// Adds rules that were written in Swift, which follow those of the rule set. Each rule needs its
  /// own identifier, so a second `postcode` of the field `zip` becomes `zip.postcode.2`.
  mutating func add(_ fields: [FieldRules], record: [RuleEntry] = [], to form: Form) {
    var identifiers = RuleIdentifiers(of: self, form)
    identifiers.reserve((fields.flatMap(\.rules) + record).compactMap(\.id))
    for new in fields {
      let rules = new.rules.map { identifiers.identified($0, field: new.field) }
      if let index = self.fields.firstIndex(where: { $0.field == new.field }) {
        self.fields[index].rules += rules
      } else {
        self.fields.append(FieldRules(field: new.field, rules: rules))
      }
    }
    self.fields.sort { $0.field.utf8.lexicographicallyPrecedes($1.field.utf8) }
    self.recordRules += record.map { identifiers.identified($0, field: nil) }
  }
}

/// The identifiers of rules that are taken.
private struct RuleIdentifiers {
  private var taken: Set<String> = []
  /// The last number that was appended to each default identifier.
  private var counts: [String: Int] = [:]

  /// The identifiers that a form and the rules of a rule set have.
  init(of ruleSet: RuleSet, _ form: Form) {
    for field in form.fields {
      taken.insert("\(field.name).\(field.type.name)")
      if field.required { taken.insert("\(field.name).\(RuleRegistry.requirement.name)") }
    }
    for part in ruleSet.fields {
      for field in form.fieldNames(part.field) {
        taken.formUnion(part.rules.map { $0.id ?? Self.defaultIdentifier(of: $0, field: field) })
      }
    }
    taken.formUnion(
      ruleSet.recordRules.map { $0.id ?? Self.defaultIdentifier(of: $0, field: nil) })
  }

  mutating func reserve(_ identifiers: [String]) { taken.formUnion(identifiers) }

  /// The rule with an identifier of its own, if its default one is taken.
  mutating func identified(_ entry: RuleEntry, field: String?) -> RuleEntry {
    if entry.id != nil { return entry }
    let name = Self.defaultIdentifier(of: entry, field: field)
    if taken.insert(name).inserted { return entry }
    var count = counts[name] ?? 1
    repeat { count += 1 } while !taken.insert("\(name).\(count)").inserted
    counts[name] = count
    return entry.id("\(name).\(count)")
  }

  private static func defaultIdentifier(of entry: RuleEntry, field: String?) -> String {
    "\(entry.at?.value ?? field ?? "record").\(entry.rule)"
  }
}

extension Form {
  /// The names of the fields that a name or a range `first..last` denotes.
  fileprivate func fieldNames(_ name: String) -> [String] {
    if fieldIndex(name) != nil { return [name] }
    let ends = name.split(separator: "..", maxSplits: 1, omittingEmptySubsequences: false)
    guard ends.count == 2, let first = fieldIndex(String(ends[0])),
      let last = fieldIndex(String(ends[1])), first <= last
    else { return [] }
    return fields[first...last].map(\.name)
  }
}
