import FormDefinitions
import FormRules

/// Determines the type of a field from the subschemas that describe it.
struct JSONSchemaTyping {
  private(set) var type = FieldType.text
  /// Rules that the field type requires to have the meaning of the schema.
  var rules: [DefinitionNode] = []
  /// A description of a value that does not fit into a cell: an object, or a list of anything but
  /// single values.
  private(set) var nested: String?

  init(
    _ assertions: [JSONSchemaAssertion], _ types: JSONSchemaTypes, in context: JSONSchemaContext
  ) {
    guard let allowed = types.withoutNull else {
      infer(assertions, context)
      return
    }
    // A value of several types becomes text.
    guard allowed.count == 1 else { return }
    switch allowed.first {
    case .string: setText(assertions)
    case .integer: type = .integer
    case .number: type = Self.numeric(assertions)
    case .boolean: type = Self.boolean
    case .array: setList(assertions, context)
    case .object: nested = "an object"
    case .null, nil: break
    }
  }

  static let boolean = FieldType.boolean(.init(yes: ["true"], no: ["false"]))

  /// Returns a binary number type, unless exact decimals are required.
  private static func numeric(_ assertions: [JSONSchemaAssertion]) -> FieldType {
    let isExact = assertions.contains { assertion in
      assertion.keyword == "multipleOf"
        || assertion.value.texts.contains {
          let digits = NumberLiteral.plain($0)?.filter(\.isNumber).utf8.count ?? 0
          return (16...38).contains(digits)
        }
    }
    return isExact ? .decimal() : .number
  }

  private mutating func setText(_ assertions: [JSONSchemaAssertion]) {
    switch assertions.first(where: { $0.keyword == "format" })?.value.scalar {
    case "date": type = .date()
    case "date-time":
      type = .datetime()
      // The field type also accepts moments without a time zone, with blanks, or without seconds.
      rules = [.rule("pattern", .text(#"\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d.*([Zz]|[+-]\d\d:\d\d)"#))]
    default: break
    }
  }

  private mutating func setList(
    _ assertions: [JSONSchemaAssertion], _ context: JSONSchemaContext
  ) {
    for assertion in assertions where ["items", "prefixItems"].contains(assertion.keyword) {
      // Before 2020-12, `items` could be a list.
      let isList = if case .sequence = assertion.value.content { true } else { false }
      for item in isList ? assertion.alternatives : [assertion.subschema] {
        let assertions = context.assertions(of: item)
        let allowed = JSONSchemaTypes(assertions).withoutNull
        if allowed?.isDisjoint(with: [.array, .object]) == false
          || allowed == nil && assertions.contains(where: { $0.keyword == "properties" })
        {
          nested = "a list of lists or objects"
          return
        }
      }
    }
    type = .list()
  }

  /// Infers the type from the other keywords if there is no `type`.
  private mutating func infer(
    _ assertions: [JSONSchemaAssertion], _ context: JSONSchemaContext
  ) {
    let keywords = Set(assertions.map(\.keyword))
    let constants = assertions.flatMap { assertion in
      switch assertion.keyword {
      case "const": [assertion.value]
      case "enum": assertion.value.items
      default: [DefinitionNode]()
      }
    }.filter { !$0.isNull }
    func areConstants(_ jsonType: JSONType) -> Bool {
      !constants.isEmpty && constants.allSatisfy { $0.jsonType == jsonType }
    }
    func has(_ subject: JSONSchemaKeyword.Subject) -> Bool {
      keywords.contains { JSONSchemaKeyword.subject(of: $0) == subject }
    }
    if has(.string) {
      setText(assertions)
    } else if areConstants(.number) || constants.isEmpty && has(.number) {
      type = Self.numeric(assertions)
    } else if areConstants(.boolean) {
      type = Self.boolean
    } else if !keywords.isDisjoint(with: ["items", "prefixItems", "minItems", "maxItems"]) {
      setList(assertions, context)
    } else if keywords.contains("properties") {
      nested = "an object"
    }
  }
}

extension JSONSchemaTypes {
  /// Returns the constraint of a `type` within a rule on values of a field's type, or nil if no
  /// rule can express it.
  func constraint(on type: FieldType) -> JSONSchemaConstraint? {
    guard let allowed = withoutNull else { return .always }
    if allowed.isEmpty { return .never }
    switch type {
    case .integer: return allowed.isDisjoint(with: [.integer, .number]) ? .never : .always
    case .number, .decimal:
      if allowed.contains(.number) { return .always }
      return allowed.contains(.integer) ? nil : .never
    case .boolean: return allowed.contains(.boolean) ? .always : .never
    case .list: return allowed.contains(.array) ? .always : .never
    case .text:
      if allowed.contains(.string) { return .always }
      var rules: [JSONSchemaConstraint] = []
      if allowed.contains(.number) {
        rules.append(.rule(.bare("number")))
      } else if allowed.contains(.integer) {
        rules.append(.rule(.bare("integer")))
      }
      if allowed.contains(.boolean) { rules.append(.rule(.rule("in", .list(["true", "false"])))) }
      return allowed.isDisjoint(with: [.array, .object]) ? .any(rules) : nil
    case .date, .time, .datetime, .file: return allowed.contains(.string) ? .always : .never
    }
  }

  /// Removes the branches of `anyOf` and `oneOf` that only permit null.
  ///
  /// Replaces a single remaining branch by its assertions.
  mutating func removeNullBranches(
    of assertions: inout [JSONSchemaAssertion], in context: JSONSchemaContext
  ) {
    var rounds = 0
    while rounds < 100,
      let index = assertions.firstIndex(where: { $0.hasNullBranch || $0.hasSingleBranch })
    {
      rounds += 1
      let assertion = assertions.remove(at: index)
      let isNullable = assertion.hasNullBranch && assertion.value.items.count > 1
      let others = assertion.alternatives.filter { !$0.node.isNullSchema }
      // If there are no others, only null is permitted.
      if let single = others.count > 1 ? nil : others.first ?? assertion.alternatives.first {
        assertions += context.assertions(of: single)
      } else {
        var remaining = assertion
        remaining.value = DefinitionNode(
          .sequence(others.map(\.node)), at: assertion.value.location)
        assertions.append(remaining)
      }
      let wasAllowed = allowsNullBesides
      self = JSONSchemaTypes(assertions)
      allowsNullBesides = allowsNullBesides || wasAllowed || isNullable
    }
  }
}

extension JSONSchemaAssertion {
  fileprivate var isChoice: Bool { keyword == "anyOf" || keyword == "oneOf" }

  fileprivate var hasSingleBranch: Bool { isChoice && value.items.count == 1 }

  fileprivate var hasNullBranch: Bool { isChoice && value.items.contains(where: \.isNullSchema) }
}

extension DefinitionNode {
  /// Whether the node is `{"type": "null"}` or `{"const": null}`.
  fileprivate var isNullSchema: Bool {
    let demands = entries.filter { !["title", "description"].contains($0.key) }
    guard demands.count == 1 else { return false }
    return demands[0].key == "type" && demands[0].value.scalar == "null"
      || demands[0].key == "const" && demands[0].value.isNull
  }
}
