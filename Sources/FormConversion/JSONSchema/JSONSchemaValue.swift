import FormDefinitions
import FormRules

/// Converts the constraints of subschemas on one value to rules of a field.
struct JSONSchemaValue {
  /// Rules that must all pass, or nil if no value passes.
  var rules: [DefinitionNode]? = []
  /// The assertions that no rule can express.
  var lost: [JSONSchemaAssertion] = []
  private let kinds: Set<String>?

  /// Returns the field that subschemas describe, or nil if its values fit no cell.
  static func field(
    _ name: String, _ parts: JSONSchemaPropertyParts, _ reader: inout JSONSchemaReader
  ) -> PortableField? {
    var field = PortableField(name)
    for part in parts.own {
      field.label = field.label ?? part.node.value("title")?.scalar
      field.help = field.help ?? part.node.value("description")?.scalar
    }
    var assertions = parts.own.flatMap {
      JSONSchemaAssertion.all(of: $0.node, at: $0.pointer, in: &reader)
    }
    let first = parts.own.first ?? parts.conditional.first
    let pointer = first?.pointer ?? "/properties/\(JSONSchemaDocument.token(name))"
    field.location = first?.location ?? .none
    var types = JSONSchemaTypes(assertions)
    types.removeNullBranches(of: &assertions, in: &reader)
    reader.properties[name]?.kinds = types.kinds
    field.required = parts.isRequired && !types.allowsNull
    if parts.isRequired, types.allowsNull {
      reader.note(
        pointer, "is required but may be null: it may be missing in the form", at: field.location)
    }
    reader.noteUnknownTypes(assertions)
    var choice = JSONSchemaTyping(assertions, types: types, &reader)
    if parts.own.isEmpty, let conditional = parts.conditional.first {
      // A type that a condition requires becomes the type of the column.
      let typing = JSONSchemaAssertion.all(of: conditional.node, at: pointer, in: &reader)
      choice = JSONSchemaTyping(typing, types: JSONSchemaTypes(typing), &reader)
      choice.rules = []
      if choice.type != .text {
        reader.note(pointer, "its type also applies without the condition", at: field.location)
      }
    }
    if let what = choice.nested {
      reader.note(
        pointer, "\(what) cannot be stored in a cell; the field is omitted", at: field.location)
      return nil
    }
    field.type = choice.type
    let value = JSONSchemaValue(assertions, of: field.type, kinds: types.kinds, &reader)
    field.more = choice.rules + (value.rules ?? [.bare("blank")])
    for assertion in value.lost { reader.noteLoss(assertion) }
    return field
  }

  /// - Parameter isInside: Whether the assertions are part of another rule, so that `type` is a
  ///   separate constraint.
  /// - Parameter kinds: The JSON types that the field may have, or nil for any.
  init(
    _ assertions: [JSONSchemaAssertion], of type: FieldType, kinds: Set<String>?,
    isInside: Bool = false, _ reader: inout JSONSchemaReader
  ) {
    self.kinds = kinds
    var keywords = JSONSchemaKeywords(type, kinds: kinds)
    for assertion in assertions {
      let constraint: Constraint?
      switch assertion.keyword {
      case JSONSchemaAssertion.never: constraint = .never
      case "type":
        // The field type covers `type` at the top level. Text, however, may represent several
        // types.
        guard isInside || type == .text else { continue }
        constraint = JSONSchemaTypes([assertion]).constraint(on: type)
      case "anyOf", "oneOf", "not", "if": constraint = combination(assertion, type, &reader)
      default:
        switch keywords.convert(assertion, &reader) {
        case .converted: continue
        case .impossible: constraint = .never
        case .unknown: constraint = nil
        }
      }
      switch constraint {
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

  /// Converts a subschema to one rule. Returns nil if no rule can express it.
  private func constraint(
    _ node: DefinitionNode, at pointer: String, _ type: FieldType, _ reader: inout JSONSchemaReader
  ) -> Constraint? {
    let assertions = JSONSchemaAssertion.all(of: node, at: pointer, in: &reader)
    let value = JSONSchemaValue(assertions, of: type, kinds: kinds, isInside: true, &reader)
    guard let rules = value.rules else { return .never }
    return value.lost.isEmpty ? .all(rules.map { .rule($0) }) : nil
  }

  private func combination(
    _ assertion: JSONSchemaAssertion, _ type: FieldType, _ reader: inout JSONSchemaReader
  ) -> Constraint? {
    guard reader.spend(at: assertion.location), reader.multiplying < 4 else { return nil }
    let multiplies = assertion.keyword == "oneOf" || assertion.keyword == "if"
    if multiplies { reader.multiplying += 1 }
    defer { if multiplies { reader.multiplying -= 1 } }
    func constraint(_ node: DefinitionNode, _ step: String) -> Constraint? {
      self.constraint(node, at: "\(assertion.pointer)/\(step)", type, &reader)
    }
    switch assertion.keyword {
    case "not": return constraint(assertion.value, "not")?.inverse
    case "if":
      func part(_ key: String) -> Constraint? {
        guard let node = assertion.value.entries.first(where: { $0.key == key })?.value else {
          return .always
        }
        return constraint(node, key)
      }
      guard let condition = part("if"), let then = part("then"), let other = part("else") else {
        return nil
      }
      return .all([.any([condition.inverse, then]), .any([condition, other])])
    default:
      var parts: [Constraint] = []
      for (index, item) in assertion.value.items.enumerated() {
        guard let part = constraint(item, String(index)) else { return nil }
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

  /// Returns whether each branch is a `const` of a distinct text, usually with a label, so that at
  /// most one can match.
  private static func areDistinctConstants(_ items: [DefinitionNode]) -> Bool {
    let constants = items.map { $0.value("const") }
    return constants.allSatisfy { $0?.jsonKind == .string }
      && Set(constants.map { $0?.scalar }).count == items.count
  }

  /// Joins the parts to one list of choices, if each part is one.
  private static func joinedChoices(_ parts: [Constraint]) -> Constraint? {
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
