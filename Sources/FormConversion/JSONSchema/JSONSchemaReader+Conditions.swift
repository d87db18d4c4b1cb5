import FormDefinitions
import FormRules

extension JSONSchemaReader {
  /// Reads a keyword of a record other than its type, its fields and its required fields.
  ///
  /// - Parameter outer: The condition under which the keyword applies.
  mutating func readCondition(
    _ assertion: JSONSchemaAssertion, when outer: JSONSchemaCondition = .always
  ) {
    switch assertion.keyword {
    case "type", "properties", "required": break
    case JSONSchemaAssertion.never: must(.never, when: outer, assertion)
    case "additionalProperties", "unevaluatedProperties":
      let isOpen = assertion.value.scalar.map { $0 == "true" } ?? assertion.value.entries.isEmpty
      if !isOpen {
        noteLoss(
          assertion,
          "columns that are not described are kept but not validated; 'columns: refuse' rejects the file"
        )
      }
    case "patternProperties", "propertyNames":
      if assertion.value.scalar != "true" { noteLoss(assertion) }
    case "minProperties", "maxProperties": readCount(assertion, when: outer)
    case let keyword where Self.ofOtherTypes.contains(keyword): break
    case "dependentRequired", "dependentSchemas", "dependencies":
      for entry in assertion.value.entries {
        guard !omitted.contains(entry.key) else {
          noteLoss(assertion, "'\(entry.key)' is not a field; not converted")
          continue
        }
        let condition = JSONSchemaCondition.all([outer, .present(entry.key)]).simplified
        if case .sequence(let items) = entry.value.content {
          require(items.compactMap(\.scalar), assertion, when: condition)
        } else {
          let pointer = "\(assertion.pointer)/\(JSONSchemaDocument.token(entry.key))"
          apply(entry.value, when: condition, at: pointer, entry.keyLocation)
        }
      }
    case "if": readIf(assertion, when: outer)
    case "anyOf", "oneOf", "not":
      let whole = DefinitionNode(
        .mapping([.init(assertion.keyword, at: assertion.location, assertion.value)]),
        at: assertion.location)
      let pointer = assertion.pointer.dropLast(assertion.keyword.utf8.count + 1)
      guard let condition = condition(whole, at: String(pointer)) else {
        return noteLoss(assertion, "no equivalent condition; not converted")
      }
      must(condition, when: outer, assertion)
    default: noteLoss(assertion)
    }
  }

  private mutating func readIf(
    _ assertion: JSONSchemaAssertion, when outer: JSONSchemaCondition
  ) {
    func part(_ key: String) -> DefinitionNode? {
      assertion.value.entries.first { $0.key == key }?.value
    }
    guard let node = part("if"), part("then") != nil || part("else") != nil else { return }
    guard let condition = condition(node, at: assertion.pointer) else {
      return noteLoss(assertion, "no equivalent condition; 'then' and 'else' are not converted")
    }
    for (key, condition) in [("then", condition), ("else", condition.opposite)] {
      guard let node = part(key) else { continue }
      apply(
        node, when: JSONSchemaCondition.all([outer, condition]).simplified,
        at: String(assertion.pointer.dropLast(2) + key), assertion.location)
    }
  }

  /// Applies a subschema to records that satisfy a condition.
  private mutating func apply(
    _ node: DefinitionNode, when condition: JSONSchemaCondition, at pointer: String,
    _ location: SourceLocation
  ) {
    guard pointer.utf8.count < 1_000, spend(at: location) else { return }
    if case .never = condition { return }
    for assertion in JSONSchemaAssertion.all(of: node, at: pointer, in: &self) {
      switch assertion.keyword {
      case "required":
        require(assertion.value.items.compactMap(\.scalar), assertion, when: condition)
      case "properties":
        for entry in assertion.value.entries {
          guard let index = schema.fieldIndex(entry.key) else {
            noteLoss(assertion, "'\(entry.key)' is not a field; not converted")
            continue
          }
          let property = JSONSchemaProperty(entry, in: assertion)
          let parts = JSONSchemaAssertion.all(of: entry.value, at: property.pointer, in: &self)
          let value = JSONSchemaValue(
            parts, of: schema.fields[index].type, kinds: properties[entry.key]?.kinds,
            isInside: true, &self)
          add(value.rules ?? [.bare("blank")], to: entry.key, when: condition)
          for part in value.lost { noteLoss(part) }
        }
      default: readCondition(assertion, when: condition)
      }
    }
  }

  private mutating func require(
    _ names: [String], _ assertion: JSONSchemaAssertion, when condition: JSONSchemaCondition
  ) {
    for name in names {
      guard let index = schema.fieldIndex(name) else {
        noteLoss(assertion, "'\(name)' is not a field; not converted")
        continue
      }
      if case .always = condition {
        schema.fields[index].required = true
      } else if !schema.fields[index].required {
        add([.bare("required")], to: name, when: condition)
      }
    }
  }

  /// The fields without which a record is always rejected.
  private var required: Set<String> { Set(schema.fields.filter(\.required).map(\.name)) }

  private mutating func add(
    _ rules: [DefinitionNode], to name: String, when condition: JSONSchemaCondition
  ) {
    guard let index = schema.fieldIndex(name) else { return }
    let condition = condition.assuming(required)
    switch condition {
    case .never: break
    case .always: schema.fields[index].more += rules
    default:
      schema.fields[index].more += rules.map {
        DefinitionNode(
          .mapping($0.entries + [.init("when", .text(condition.applicability))]), at: $0.location)
      }
    }
  }

  private mutating func must(
    _ condition: JSONSchemaCondition, when outer: JSONSchemaCondition,
    _ assertion: JSONSchemaAssertion
  ) {
    switch JSONSchemaCondition.any([outer.opposite, condition]).assuming(required) {
    case .always: break
    case .never: noteLoss(assertion, "no record satisfies this; not converted")
    case let condition:
      var rule = DefinitionNode.rule("must", .text(condition.mustExpression(of: required)))
      rule.location = assertion.location
      schema.record.append(rule)
    }
  }

  /// Reads a constraint on the number of fields with a value.
  private mutating func readCount(
    _ assertion: JSONSchemaAssertion, when outer: JSONSchemaCondition
  ) {
    let isLow = assertion.keyword == "minProperties"
    guard !schema.fields.isEmpty, omitted.isEmpty,
      let count = assertion.value.scalar.flatMap({ NumberLiteral.whole($0, roundedUp: isLow) })
    else { return noteLoss(assertion) }
    if isLow, count == "0" { return }
    noteLoss(assertion, "columns that are not described are not counted")
    let names = schema.fields.map { JSONSchemaCondition.name($0.name) }.joined(separator: ", ")
    must(
      .test(
        "count(\(names)) \(isLow ? ">=" : "<=") \(count)",
        opposite: "count(\(names)) \(isLow ? "<" : ">") \(count)"),
      when: outer, assertion)
  }
}
