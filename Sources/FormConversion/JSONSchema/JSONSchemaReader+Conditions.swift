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
    case JSONSchemaAssertion.never: require(.never, when: outer, assertion)
    case "additionalProperties", "unevaluatedProperties":
      let isOpen = assertion.value.scalar.map { $0 == "true" } ?? assertion.value.entries.isEmpty
      if !isOpen {
        context.addLoss(
          "columns that are not described are kept but not validated; 'columns: refuse' rejects the file",
          of: assertion)
      }
    case "patternProperties", "propertyNames":
      if assertion.value.scalar != "true" { context.addLoss(of: assertion) }
    case "minProperties", "maxProperties": readCount(assertion, when: outer)
    case "dependentRequired", "dependentSchemas", "dependencies":
      readDependencies(assertion, when: outer)
    case "if": readIf(assertion, when: outer)
    case "anyOf", "oneOf", "not":
      guard let condition = condition(of: assertion) else {
        return context.addLoss("no equivalent condition; not converted", of: assertion)
      }
      require(condition.simplified, when: outer, assertion)
    default: if !assertion.acceptsObjects { context.addLoss(of: assertion) }
    }
  }

  private mutating func readDependencies(
    _ assertion: JSONSchemaAssertion, when outer: JSONSchemaCondition
  ) {
    for entry in assertion.value.entries {
      guard !omitted.contains(entry.key) else {
        context.addLoss("'\(entry.key)' is not a field; not converted", of: assertion)
        continue
      }
      let condition = JSONSchemaCondition.all([outer, .present(entry.key)]).simplified
      if case .sequence(let items) = entry.value.content {
        require(items.compactMap(\.scalar), when: condition, assertion)
      } else {
        apply(
          JSONSubschema(entry, under: assertion.pointer, following: assertion.references),
          when: condition)
      }
    }
  }

  private mutating func readIf(
    _ assertion: JSONSchemaAssertion, when outer: JSONSchemaCondition
  ) {
    let branches = [assertion.branch("then"), assertion.branch("else")]
    guard let test = assertion.branch("if"), branches.contains(where: { $0 != nil }) else { return }
    guard let condition = condition(test) else {
      return context.addLoss(
        "no equivalent condition; 'then' and 'else' are not converted", of: assertion)
    }
    for (branch, condition) in zip(branches, [condition, condition.opposite]) {
      if let branch {
        apply(branch, when: JSONSchemaCondition.all([outer, condition]).simplified)
      }
    }
  }

  /// Applies a subschema to records that satisfy a condition.
  private mutating func apply(_ subschema: JSONSubschema, when condition: JSONSchemaCondition) {
    guard context.mayEvaluate(subschema), condition != .never else { return }
    for assertion in context.assertions(of: subschema) {
      switch assertion.keyword {
      case "required":
        require(assertion.value.items.compactMap(\.scalar), when: condition, assertion)
      case "properties":
        for entry in assertion.value.entries {
          apply(
            JSONSubschema(entry, under: assertion.pointer), toField: entry.key, when: condition,
            assertion)
        }
      default: readCondition(assertion, when: condition)
      }
    }
  }

  private mutating func apply(
    _ subschema: JSONSubschema, toField name: String, when condition: JSONSchemaCondition,
    _ assertion: JSONSchemaAssertion
  ) {
    guard let index = schema.fieldIndex(name) else {
      return context.addLoss("'\(name)' is not a field; not converted", of: assertion)
    }
    let value = JSONSchemaValue(
      context.assertions(of: subschema), of: schema.fields[index].type,
      allowedTypes: properties[name]?.allowedTypes, isInside: true, in: context)
    add(value.rules ?? [.bare("blank")], to: index, when: condition)
    for lost in value.lost { context.addLoss(of: lost) }
  }

  /// Requires fields in records that satisfy a condition.
  private mutating func require(
    _ names: [String], when condition: JSONSchemaCondition, _ assertion: JSONSchemaAssertion
  ) {
    for name in names {
      guard let index = schema.fieldIndex(name) else {
        context.addLoss("'\(name)' is not a field; not converted", of: assertion)
        continue
      }
      if condition == .always {
        schema.fields[index].required = true
      } else if !schema.fields[index].required {
        add([.bare("required")], to: index, when: condition)
      }
    }
  }

  /// The fields without which a record is always rejected.
  private var required: Set<String> { Set(schema.fields.filter(\.required).map(\.name)) }

  /// Adds rules to a field that apply under a condition.
  private mutating func add(
    _ rules: [DefinitionNode], to index: Int, when condition: JSONSchemaCondition
  ) {
    switch condition.assuming(required) {
    case .never: break
    case .always: schema.fields[index].otherRules += rules
    case let condition:
      schema.fields[index].otherRules += rules.map { $0.adding("when", condition.applicability) }
    }
  }

  /// Adds a record rule that requires a condition in records that satisfy another one.
  private mutating func require(
    _ condition: JSONSchemaCondition, when outer: JSONSchemaCondition,
    _ assertion: JSONSchemaAssertion
  ) {
    switch JSONSchemaCondition.any([outer.opposite, condition]).assuming(required) {
    case .always: break
    case .never: context.addLoss("no record satisfies this; not converted", of: assertion)
    case let condition:
      schema.recordRules.append(
        .rule("must", .text(condition.mustExpression(of: required)), at: assertion.location))
    }
  }

  /// Reads a constraint on the number of fields with a value.
  private mutating func readCount(
    _ assertion: JSONSchemaAssertion, when outer: JSONSchemaCondition
  ) {
    let isLow = assertion.keyword == "minProperties"
    guard !schema.fields.isEmpty, omitted.isEmpty,
      let count = assertion.value.scalar.flatMap({ NumberLiteral.whole($0, roundedUp: isLow) })
    else { return context.addLoss(of: assertion) }
    if isLow, count == 0 { return }
    context.addLoss("columns that are not described are not counted", of: assertion)
    let names = schema.fields.map { $0.name.asExpressionName }.joined(separator: ", ")
    require(
      .test(
        "count(\(names)) \(isLow ? ">=" : "<=") \(count)",
        opposite: "count(\(names)) \(isLow ? "<" : ">") \(count)"),
      when: outer, assertion)
  }
}
