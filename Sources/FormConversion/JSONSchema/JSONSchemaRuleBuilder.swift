import FormDefinitions
import FormRules

/// Collects the constraints on one value, and converts them to rules.
struct JSONSchemaRuleBuilder {
  private let type: FieldType
  /// The JSON types that the field may have, or nil for any.
  private let allowedTypes: Set<JSONType>?
  private let context: JSONSchemaContext
  private var low: [DefinitionNode.Entry] = []
  private var high: [DefinitionNode.Entry] = []
  private var minLength: Int?
  private var maxLength: Int?
  /// The rules without bounds.
  private var otherRules: [DefinitionNode] = []

  init(_ type: FieldType, allowedTypes: Set<JSONType>?, _ context: JSONSchemaContext) {
    self.type = type
    self.allowedTypes = allowedTypes
    self.context = context
  }

  mutating func add(_ rule: DefinitionNode, at location: DefinitionLocation) {
    var rule = rule
    if rule.location == .none { rule.location = location }
    otherRules.append(rule)
  }

  /// The rules, bounds first.
  ///
  /// A repeated bound becomes a separate rule. Nil if no value is within the bounds.
  var rules: [DefinitionNode]? {
    var bounds: [DefinitionNode] = []
    if minLength != nil || maxLength != nil {
      if let minLength, let maxLength, minLength > maxLength { return nil }
      var length = MappingBuilder()
      length.add("min", minLength.map(String.init))
      length.add("max", maxLength.map(String.init))
      if !isList { length.add("unit", "scalar") }
      bounds.append(.rule("length", length.node))
    }
    for index in 0..<max(low.count, high.count) {
      let range = [low, high].compactMap { index < $0.count ? $0[index] : nil }
      if range.count == 2, isEmpty(from: range[0], to: range[1]) { return nil }
      bounds.append(.rule("range", DefinitionNode(.mapping(range))))
    }
    return bounds + otherRules
  }

  private func isEmpty(from low: DefinitionNode.Entry, to high: DefinitionNode.Entry) -> Bool {
    guard let first = low.value.scalar.flatMap(type.literal),
      let last = high.value.scalar.flatMap(type.literal)
    else { return false }
    switch first.value.order(to: last.value) {
    case .descending: return true
    case .equal: return low.key == "minExclusive" || high.key == "maxExclusive"
    default: return false
    }
  }

  private var isList: Bool { if case .list = type { true } else { false } }

  /// Returns whether the texts of the field can represent values of a JSON type.
  private func mayBe(_ jsonType: JSONType) -> Bool {
    type.isNumeric || type == .text && allowedTypes?.contains(jsonType) ?? true
  }

  /// Returns the constraint of a keyword, or nil if no rule can express it.
  ///
  /// Keeps bounds, and returns `.always` for them.
  mutating func constraint(of assertion: JSONSchemaAssertion) -> JSONSchemaConstraint? {
    switch JSONSchemaKeyword.subject(of: assertion.keyword) {
    case .string:
      if type.isNumeric || type.kind == .boolean || isList { return .always }
      return type == .text || type.kind.isTemporal ? text(assertion) : nil
    case .number:
      if !mayBe(.number), !mayBe(.integer) { return .always }
      return type.isNumeric ? number(assertion) : nil
    // A list in a field of another type is rejected.
    case .array: return isList ? list(assertion) : .always
    case .object: return .always
    case .any, JSONSchemaKeyword.Subject.none?, nil: break
    }
    switch assertion.keyword {
    case "nullable": return .always
    case "const": return choice([assertion.value])
    case "enum": return choice(assertion.value.items)
    default: return nil
    }
  }

  private func choice(_ values: [DefinitionNode]) -> JSONSchemaConstraint? {
    guard let texts = JSONSchemaConstants.texts(values, of: type, allowedTypes: allowedTypes)
    else { return nil }
    return texts.isEmpty ? .never : .rule(.rule("in", .list(texts)))
  }

  // MARK: Texts

  private mutating func text(_ assertion: JSONSchemaAssertion) -> JSONSchemaConstraint? {
    guard let text = assertion.value.scalar else { return nil }
    switch assertion.keyword {
    case "minLength" where type == .text: return addLength(text, isMinimum: true)
    case "maxLength" where type == .text: return addLength(text, isMinimum: false)
    case "pattern":
      return SchemaPattern.pcre(ofECMAScript: text).map { .rule(.pattern($0, mode: "search")) }
    case "formatMinimum" where type.kind.isTemporal:
      low.append(.init("min", .text(text)))
      return .always
    case "formatMaximum" where type.kind.isTemporal:
      high.append(.init("max", .text(text)))
      return .always
    case "format": return format(text, assertion)
    default: return nil
    }
  }

  private mutating func format(
    _ name: String, _ assertion: JSONSchemaAssertion
  ) -> JSONSchemaConstraint? {
    if name == "date" && type.name == "date" || name == "date-time" && type.name == "datetime" {
      return .always
    }
    guard let rule = PortableFormat(jsonSchema: name)?.rule, type == .text else { return nil }
    if name == "date-time" {
      // RFC 3339 also allows t, but no parameter of the rule excludes only the space.
      add(.bare("dateTime"), at: assertion.location)
      return .rule(.pattern(".{10}[Tt].*"))
    }
    return .rule(rule)
  }

  // MARK: Numbers

  private mutating func number(_ assertion: JSONSchemaAssertion) -> JSONSchemaConstraint? {
    guard let text = assertion.value.scalar, let plain = NumberLiteral.plain(text) else {
      return nil
    }
    if assertion.keyword == "multipleOf" { return multiple(of: plain) }
    let isWhole = !plain.contains(".")
    let isLow = assertion.keyword.hasSuffix("inimum")
    let isExclusive =
      assertion.keyword.hasPrefix("exclusive") && (isWhole || type != .integer)
    let bound: String? =
      switch type {
      case .integer: NumberLiteral.whole(text, roundedUp: isLow).map(String.init)
      case .number: text
      case .text, .decimal, .boolean, .date, .time, .datetime, .list, .file: plain
      }
    guard let bound else { return nil }
    if isLow {
      low.append(.init(isExclusive ? "minExclusive" : "min", .text(bound)))
    } else {
      high.append(.init(isExclusive ? "maxExclusive" : "max", .text(bound)))
    }
    return .always
  }

  private func multiple(of step: String) -> JSONSchemaConstraint? {
    switch type {
    case .number: return nil
    case .integer where step.contains("."):
      // Every integer is a multiple of 0.5 and 1e-8, but not of 1.5.
      return step.wholeMatch(of: /0\.0*[125]/) != nil ? .always : nil
    case .text, .integer, .decimal, .boolean, .date, .time, .datetime, .list, .file:
      return .rule(.rule("multipleOf", .text(step)))
    }
  }

  // MARK: Lists

  private mutating func list(_ assertion: JSONSchemaAssertion) -> JSONSchemaConstraint? {
    let value = assertion.value
    switch assertion.keyword {
    case "minItems": return addLength(value.scalar, isMinimum: true)
    case "maxItems": return addLength(value.scalar, isMinimum: false)
    case "uniqueItems": return value.scalar == "false" ? .always : nil
    case "items":
      if case .sequence = value.content { return nil }
      let assertions = context.assertions(of: assertion.subschema)
      let items = JSONSchemaValue(
        assertions, of: .text, allowedTypes: JSONSchemaTypes(assertions).allowed, isInside: true,
        in: context)
      guard items.lost.isEmpty, let rules = items.rules else { return nil }
      return rules.isEmpty ? .always : .rule(.rule("each", of: rules))
    default: return nil
    }
  }

  /// Adds a minimum or maximum length. The stricter bound applies.
  private mutating func addLength(_ text: String?, isMinimum: Bool) -> JSONSchemaConstraint? {
    guard let count = text.flatMap({ NumberLiteral.whole($0, roundedUp: isMinimum) }) else {
      return nil
    }
    if isMinimum {
      minLength = max(minLength ?? count, count)
    } else {
      maxLength = min(maxLength ?? count, count)
    }
    return .always
  }
}
