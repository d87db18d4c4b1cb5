import FormDefinitions
import FormRules

/// What subschemas demand of one value, in rules of a field of some type.
struct JSONSchemaValue {
  /// Rules that must all pass; nil when no value passes.
  var rules: [DefinitionNode]? = []
  /// What is left over: no rule says it.
  var lost: [JSONSchemaAssertion] = []

  /// The field that subschemas describe; nil when its values fit no cell.
  static func field(
    _ name: String, _ parts: [JSONSchemaProperty], isRequired: Bool,
    _ reader: inout JSONSchemaReader
  ) -> PortableField? {
    var field = PortableField(name)
    let own = parts.filter { !$0.isConditional }
    for part in own {
      func text(_ key: String) -> String? {
        part.node.entries.first { $0.key == key }?.value.scalar
      }
      field.label = field.label ?? text("title")
      field.help = field.help ?? text("description")
    }
    var assertions = own.flatMap {
      JSONSchemaAssertion.all(of: $0.node, at: $0.pointer, in: &reader)
    }
    let place = parts.first?.pointer ?? "/properties/\(JSONSchemaDocument.token(name))"
    let location = parts.first?.location ?? .none
    var types = JSONSchemaTypes(assertions)
    types.takeNullBranches(of: &assertions, in: &reader)
    var typing = assertions
    if own.isEmpty, let conditional = parts.first {
      typing = JSONSchemaAssertion.all(of: conditional.node, at: conditional.pointer, in: &reader)
    }
    let allowsNull = types.allowsNull && types.kinds != ["null"]
    field.required = isRequired && !allowsNull
    if isRequired, allowsNull {
      reader.note(place, "must be there, though null: it may be missing here", at: location)
    }
    reader.noteUnknownTypes(typing)
    field.location = location
    let choice = JSONSchemaTyping(
      typing, types: own.isEmpty ? JSONSchemaTypes(typing) : types, &reader)
    if let what = choice.nested {
      reader.note(place, "\(what) fits no cell; the field is left out", at: location)
      return nil
    }
    field.type = choice.type
    if let words = choice.note { reader.note(place, words, at: location) }
    let value = JSONSchemaValue(assertions, of: field.type, &reader)
    field.more = choice.rules + (value.rules ?? [.bare("blank")])
    for assertion in value.lost { reader.lose(assertion) }
    return field
  }

  /// - Parameter isInside: whether they are a part of another rule, so that `type` is a demand of its own.
  init(
    _ assertions: [JSONSchemaAssertion], of type: FieldType, isInside: Bool = false,
    _ reader: inout JSONSchemaReader
  ) {
    var keywords = JSONSchemaKeywords(type)
    for assertion in assertions {
      let demand: Demand?
      switch assertion.keyword {
      case JSONSchemaAssertion.never: demand = .never
      case "type":
        guard isInside else { continue }
        demand = JSONSchemaTypes([assertion]).demand(on: type)
      case "anyOf", "oneOf", "not", "if": demand = combination(assertion, type, &reader)
      default:
        switch keywords.take(assertion) {
        case .taken: continue
        case .impossible: demand = .never
        case .unknown: demand = nil
        }
      }
      switch demand {
      case .always: break
      case .never:
        rules = nil
        return
      case .rule(let rule): keywords.rules.append(rule)
      case nil: lost.append(assertion)
      }
    }
    rules = keywords.all
  }

  /// A subschema as one rule; nil when no rule says it.
  private func demand(
    _ node: DefinitionNode, at pointer: String, _ type: FieldType, _ reader: inout JSONSchemaReader
  ) -> Demand? {
    let assertions = JSONSchemaAssertion.all(of: node, at: pointer, in: &reader)
    let value = JSONSchemaValue(assertions, of: type, isInside: true, &reader)
    guard let rules = value.rules else { return .never }
    return value.lost.isEmpty ? .all(rules.map { .rule($0) }) : nil
  }

  private func combination(
    _ assertion: JSONSchemaAssertion, _ type: FieldType, _ reader: inout JSONSchemaReader
  ) -> Demand? {
    guard reader.spend(at: assertion.location), reader.multiplying < 4 else { return nil }
    let multiplies = assertion.keyword == "oneOf" || assertion.keyword == "if"
    if multiplies { reader.multiplying += 1 }
    defer { if multiplies { reader.multiplying -= 1 } }
    func demand(_ node: DefinitionNode, _ step: String) -> Demand? {
      self.demand(node, at: "\(assertion.pointer)/\(step)", type, &reader)
    }
    switch assertion.keyword {
    case "not": return demand(assertion.value, "not")?.inverse
    case "if":
      func part(_ key: String) -> Demand? {
        guard let node = assertion.value.entries.first(where: { $0.key == key })?.value else {
          return .always
        }
        return demand(node, key)
      }
      guard let condition = part("if"), let then = part("then"), let other = part("else") else {
        return nil
      }
      return .all([.any([condition.inverse, then]), .any([condition, other])])
    default:
      var parts: [Demand] = []
      for (index, item) in assertion.value.items.enumerated() {
        guard let part = demand(item, String(index)) else { return nil }
        parts.append(part)
      }
      if assertion.keyword == "anyOf" || Self.areDistinctConstants(assertion.value.items) {
        return Self.joinedChoices(parts) ?? .any(parts)
      }
      guard parts.count <= 8 else { return nil }
      return .any(
        parts.indices.map { one in
          .all(parts.indices.map { $0 == one ? parts[$0] : parts[$0].inverse })
        })
    }
  }

  /// Whether each branch is a `const` with words for people: no two can hold.
  private static func areDistinctConstants(_ items: [DefinitionNode]) -> Bool {
    let constants = items.map { $0.entries.first { $0.key == "const" }?.value.scalar }
    return constants.allSatisfy { $0 != nil } && Set(constants).count == items.count
  }

  /// One list of choices, where every part is one.
  private static func joinedChoices(_ parts: [Demand]) -> Demand? {
    var choices: [String] = []
    for part in parts {
      guard case .rule(let rule) = part, rule.entries.count == 1, rule.entries[0].key == "in",
        !rule.entries[0].value.items.isEmpty
      else { return nil }
      choices += rule.entries[0].value.items.compactMap(\.scalar)
    }
    var seen: Set<String> = []
    choices = choices.filter { seen.insert($0).inserted }
    return choices.isEmpty ? nil : .rule(.rule("in", .list(choices)))
  }
}
