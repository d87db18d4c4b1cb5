import FormDefinitions
import FormRules

/// Collects the keywords that constrain one value, and converts them to rules.
struct JSONSchemaKeywords {
  enum Answer { case converted, impossible, unknown }

  private let type: FieldType
  /// The JSON types that the field may have, or nil for any.
  private let kinds: Set<String>?
  private var low: [DefinitionNode.Entry] = []
  private var high: [DefinitionNode.Entry] = []
  private var length = MappingBuilder()
  /// The other rules.
  var rules: [DefinitionNode] = []

  init(_ type: FieldType, kinds: Set<String>?) { (self.type, self.kinds) = (type, kinds) }

  /// The rules, bounds first.
  ///
  /// A repeated bound becomes a separate rule. Nil if no value is within the bounds.
  var all: [DefinitionNode]? {
    var first: [DefinitionNode] = []
    if !length.entries.isEmpty {
      if let least = count("min"), let most = count("max"), least > most { return nil }
      var parameters = length
      if !isList { parameters.add("unit", "scalar") }
      first.append(.rule("length", parameters.node))
    }
    for index in 0..<max(low.count, high.count) {
      let bounds = [low, high].compactMap { index < $0.count ? $0[index] : nil }
      if bounds.count == 2, isEmpty(from: bounds[0], to: bounds[1]) { return nil }
      first.append(.rule("range", DefinitionNode(.mapping(bounds))))
    }
    return first + rules
  }

  private func count(_ key: String) -> Int? {
    length.entries.first { $0.key == key }?.value.scalar.flatMap { Int($0) }
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

  private var isText: Bool { type == .text || type.isMoment }

  private var isList: Bool { if case .list = type { true } else { false } }

  /// Returns whether the texts of the field can represent values of a JSON type.
  private func mayBe(_ kind: String) -> Bool {
    type.isNumeric || type == .text && kinds?.contains(kind) ?? true
  }

  mutating func convert(_ assertion: JSONSchemaAssertion, _ reader: inout JSONSchemaReader)
    -> Answer
  {
    let (keyword, value) = (assertion.keyword, assertion.value)
    let known = rules.count
    defer {
      for index in known..<rules.count { rules[index].location = assertion.location }
    }
    switch keyword {
    case "nullable": return .converted
    case "const": return choose([value])
    case "enum": return choose(value.items)
    case "minLength", "maxLength", "pattern", "format", "formatMinimum", "formatMaximum":
      if type.isNumeric || type.name == "boolean" || isList { return .converted }
      return isText ? text(keyword, value) : .unknown
    case "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf":
      if !mayBe("number"), !mayBe("integer") { return .converted }
      return type.isNumeric ? number(keyword, value) : .unknown
    case "minItems", "maxItems", "items", "uniqueItems", "contains", "prefixItems",
      "additionalItems", "unevaluatedItems", "minContains", "maxContains":
      // A list in a field of another type is rejected.
      return isList ? list(assertion, &reader) : .converted
    case "properties", "patternProperties", "additionalProperties", "unevaluatedProperties",
      "propertyNames", "required", "minProperties", "maxProperties", "dependencies",
      "dependentRequired", "dependentSchemas":
      return .converted
    default: return .unknown
    }
  }

  private mutating func choose(_ values: [DefinitionNode]) -> Answer {
    guard let texts = JSONSchemaConstants.texts(values, of: type, kinds: kinds) else {
      return .unknown
    }
    if texts.isEmpty { return .impossible }
    rules.append(.rule("in", .list(texts)))
    return .converted
  }

  private mutating func text(_ keyword: String, _ value: DefinitionNode) -> Answer {
    guard let text = value.scalar else { return .unknown }
    switch keyword {
    case "minLength", "maxLength":
      guard type == .text, let count = NumberLiteral.whole(text, roundedUp: keyword == "minLength")
      else { return .unknown }
      addLength(keyword == "minLength" ? "min" : "max", count)
    case "pattern":
      guard let pattern = SchemaPattern.pcre(ofECMAScript: text) else { return .unknown }
      rules.append(
        DefinitionNode(
          .mapping([.init("pattern", .text(pattern)), .init("mode", .text("search"))])))
    case "formatMinimum" where type.isMoment: low.append(.init("min", .text(text)))
    case "formatMaximum" where type.isMoment: high.append(.init("max", .text(text)))
    case "format":
      if text == "date" && type.name == "date" || text == "date-time" && type.name == "datetime" {
        return .converted
      }
      guard let rule = PortableFormat(jsonSchema: text)?.rule, type == .text else {
        return .unknown
      }
      if text == "date-time" {
        // RFC 3339 also allows t, but no parameter of the rule excludes only the space.
        rules += [.bare("dateTime"), .rule("pattern", .text(".{10}[Tt].*"))]
      } else {
        rules.append(rule)
      }
    default: return .unknown
    }
    return .converted
  }

  private mutating func number(_ keyword: String, _ value: DefinitionNode) -> Answer {
    guard let text = value.scalar, let plain = NumberLiteral.plain(text) else { return .unknown }
    let isWhole = !plain.contains(".")
    if keyword == "multipleOf" {
      guard type != .number, isWhole || type != .integer else {
        return type == .integer ? fraction(plain) : .unknown
      }
      rules.append(.rule("multipleOf", .text(plain)))
      return .converted
    }
    let isLow = keyword.hasSuffix("inimum")
    var name = isLow ? "min" : "max"
    if keyword.hasPrefix("exclusive"), isWhole || type != .integer { name += "Exclusive" }
    let bound =
      type == .integer
      ? NumberLiteral.whole(text, roundedUp: isLow) : type == .number ? text : plain
    guard let bound, type != .integer || Int64(bound) != nil else { return .unknown }
    if isLow {
      low.append(.init(name, .text(bound)))
    } else {
      high.append(.init(name, .text(bound)))
    }
    return .converted
  }

  /// Returns `.converted` if every integer is a multiple of the step, as for 0.5 and 1e-8, but not for
  /// 1.5.
  private func fraction(_ step: String) -> Answer {
    guard step.hasPrefix("0."), let last = step.last, "125".contains(last),
      step.dropFirst(2).dropLast().allSatisfy({ $0 == "0" })
    else { return .unknown }
    return .converted
  }

  private mutating func list(
    _ assertion: JSONSchemaAssertion, _ reader: inout JSONSchemaReader
  ) -> Answer {
    let (keyword, value) = (assertion.keyword, assertion.value)
    switch keyword {
    case "minItems", "maxItems":
      guard
        let count = value.scalar.flatMap({
          NumberLiteral.whole($0, roundedUp: keyword == "minItems")
        })
      else { return .unknown }
      addLength(keyword == "minItems" ? "min" : "max", count)
      return .converted
    case "uniqueItems": return value.scalar == "false" ? .converted : .unknown
    case "items":
      if case .sequence = value.content { return .unknown }
      let assertions = JSONSchemaAssertion.all(of: value, at: assertion.pointer, in: &reader)
      let items = JSONSchemaValue(
        assertions, of: .text, kinds: JSONSchemaTypes(assertions).kinds, isInside: true, &reader)
      guard items.lost.isEmpty, let inner = items.rules else { return .unknown }
      if !inner.isEmpty { rules.append(.wrapping("each", inner)) }
      return .converted
    default: return .unknown
    }
  }

  private mutating func addLength(_ key: String, _ count: String) {
    guard let index = length.entries.firstIndex(where: { $0.key == key }) else {
      return length.add(key, count)
    }
    // The stricter bound applies.
    var entries = length.entries
    let old = self.count(key) ?? 0
    let new = Int(count) ?? 0
    entries[index].value = .text(String(key == "min" ? max(old, new) : min(old, new)))
    length = MappingBuilder(entries)
  }
}

extension FieldType {
  /// Whether values are dates, times or moments.
  var isMoment: Bool { ["date", "time", "datetime"].contains(name) }
}
