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
    _ assertions: [JSONSchemaAssertion], types: JSONSchemaTypes, _ reader: inout JSONSchemaReader
  ) {
    let kinds = types.withoutNull
    switch kinds?.count == 1 ? kinds?.first : nil {
    case "string": setText(assertions)
    case "integer": type = .integer
    case "number": type = Self.numeric(assertions)
    case "boolean": type = Self.boolean
    case "array": setList(assertions, &reader)
    case "object": nested = "an object"
    default:
      // A value of several types becomes text.
      if kinds == nil { infer(assertions, &reader) }
    }
  }

  static let boolean = FieldType.boolean(.init(yes: ["true"], no: ["false"]))

  /// Returns a binary number type, unless exact decimals are required.
  private static func numeric(_ assertions: [JSONSchemaAssertion]) -> FieldType {
    let isExact = assertions.contains { assertion in
      let texts =
        [assertion.value.scalar].compactMap { $0 } + assertion.value.items.compactMap(\.scalar)
      return assertion.keyword == "multipleOf"
        || texts.contains {
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
    _ assertions: [JSONSchemaAssertion], _ reader: inout JSONSchemaReader
  ) {
    let items = assertions.filter { $0.keyword == "items" || $0.keyword == "prefixItems" }
    for assertion in items {
      // Before 2020-12, `items` could be a list.
      let isEach = if case .sequence = assertion.value.content { false } else { true }
      for item in isEach ? [assertion.value] : assertion.value.items {
        let demands = JSONSchemaAssertion.all(of: item, at: assertion.pointer, in: &reader)
        let kinds = JSONSchemaTypes(demands).withoutNull
        if kinds?.isDisjoint(with: ["array", "object"]) == false
          || kinds == nil && demands.contains(where: { $0.keyword == "properties" })
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
    _ assertions: [JSONSchemaAssertion], _ reader: inout JSONSchemaReader
  ) {
    let keywords = Set(assertions.map(\.keyword))
    let values = assertions.flatMap { assertion in
      switch assertion.keyword {
      case "const": [assertion.value]
      case "enum": assertion.value.items
      default: [DefinitionNode]()
      }
    }.filter { !$0.isNull }
    func are(_ isKind: (DefinitionNode) -> Bool) -> Bool {
      !values.isEmpty && values.allSatisfy(isKind)
    }
    let numeric: Set = [
      "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf",
    ]
    let textual: Set = ["minLength", "maxLength", "pattern", "format"]
    guard keywords.isDisjoint(with: textual) else {
      return setText(assertions)
    }
    if are({ $0.jsonKind == .number }) || values.isEmpty && !keywords.isDisjoint(with: numeric) {
      type = Self.numeric(assertions)
    } else if are({ $0.jsonKind == .boolean }) {
      type = Self.boolean
    } else if !keywords.isDisjoint(with: ["items", "prefixItems", "minItems", "maxItems"]) {
      setList(assertions, &reader)
    } else if keywords.contains("properties") {
      nested = "an object"
    }
  }
}

extension JSONSchemaTypes {
  /// Returns the constraint of a `type` within a rule on values of a field's type, or nil if no
  /// rule can express it.
  func constraint(on type: FieldType) -> JSONSchemaValue.Constraint? {
    guard let kinds = withoutNull, !kinds.isEmpty else { return kinds == nil ? .always : .never }
    switch type {
    case .integer: return kinds.isDisjoint(with: ["integer", "number"]) ? .never : .always
    case .number, .decimal:
      if kinds.contains("number") { return .always }
      return kinds.contains("integer") ? nil : .never
    case .boolean: return kinds.contains("boolean") ? .always : .never
    case .list: return kinds.contains("array") ? .always : .never
    case .text:
      if kinds.contains("string") { return .always }
      var rules: [JSONSchemaValue.Constraint] = []
      if kinds.contains("number") {
        rules.append(.rule(.bare("number")))
      } else if kinds.contains("integer") {
        rules.append(.rule(.bare("integer")))
      }
      if kinds.contains("boolean") { rules.append(.rule(.rule("in", .list(["true", "false"])))) }
      return kinds.isDisjoint(with: ["array", "object"]) ? .any(rules) : nil
    default: return kinds.contains("string") ? .always : .never
    }
  }

  /// Removes the branches of `anyOf` and `oneOf` that only permit null.
  ///
  /// Replaces a single remaining branch by its assertions.
  mutating func removeNullBranches(
    of assertions: inout [JSONSchemaAssertion], in reader: inout JSONSchemaReader
  ) {
    var rounds = 0
    while rounds < 100,
      let index = assertions.firstIndex(where: { $0.hasNullBranch || $0.hasSingleBranch })
    {
      rounds += 1
      let assertion = assertions.remove(at: index)
      let isNullable = assertion.hasNullBranch && assertion.value.items.count > 1
      let rest = assertion.value.items.filter { !$0.isNullSchema }
      if rest.isEmpty, let only = assertion.value.items.first {
        // Only null is permitted.
        assertions += JSONSchemaAssertion.all(of: only, at: assertion.pointer, in: &reader)
      } else if rest.count == 1 {
        assertions += JSONSchemaAssertion.all(of: rest[0], at: assertion.pointer, in: &reader)
      } else {
        var other = assertion
        other.value = DefinitionNode(.sequence(rest), at: assertion.value.location)
        assertions.append(other)
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
