import FormDefinitions
import FormRules

/// Gathers keywords that demand something of one value, and says them in rules.
struct JSONSchemaKeywords {
  enum Answer { case taken, impossible, unknown }

  private let type: FieldType
  private var low: [DefinitionNode.Entry] = []
  private var high: [DefinitionNode.Entry] = []
  private var length = MappingBuilder()
  /// Further rules.
  var rules: [DefinitionNode] = []

  init(_ type: FieldType) { self.type = type }

  /// The rules, bounds first; a bound that is said twice makes a rule of its own.
  var all: [DefinitionNode] {
    var first: [DefinitionNode] = []
    if !length.entries.isEmpty {
      var parameters = length
      if case .list = type {} else { parameters.add("unit", "scalar") }
      first.append(.rule("length", parameters.node))
    }
    for index in 0..<max(low.count, high.count) {
      let bounds = [low, high].compactMap { index < $0.count ? $0[index] : nil }
      first.append(.rule("range", DefinitionNode(.mapping(bounds))))
    }
    return first + rules
  }

  private var isText: Bool { type == .text || type.isMoment }

  mutating func take(_ assertion: JSONSchemaAssertion) -> Answer {
    let (keyword, value) = (assertion.keyword, assertion.value)
    let known = rules.count
    defer {
      for index in known..<rules.count { rules[index].location = assertion.location }
    }
    switch keyword {
    case "nullable": return .taken
    case "const": return choose([value])
    case "enum": return choose(value.items)
    case "minLength", "maxLength", "pattern", "format", "formatMinimum", "formatMaximum":
      if type.isNumeric || type.name == "boolean" { return .taken }
      return isText ? text(keyword, value) : .unknown
    case "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf":
      if type.isMoment || type.name == "boolean" { return .taken }
      return type.isNumeric ? number(keyword, value) : .unknown
    case "minItems", "maxItems", "items", "uniqueItems", "contains", "prefixItems":
      if case .list = type { return list(keyword, value) }
      return type == .text ? .unknown : .taken
    default: return .unknown
    }
  }

  private mutating func choose(_ values: [DefinitionNode]) -> Answer {
    // A null is a value that is missing; lists and objects stand in no cell.
    let texts = values.filter { !$0.isNull }.compactMap { value in
      value.scalar.flatMap { text in
        type.isNumeric ? NumberLiteral.plain(text) : text
      }
    }
    guard !texts.isEmpty else { return .impossible }
    if type.isNumeric, texts.contains(where: { $0.contains(".") }), type == .integer {
      return choose(texts.filter { !$0.contains(".") }.map { .text($0) })
    }
    rules.append(.rule("in", .list(texts)))
    return .taken
  }

  private mutating func text(_ keyword: String, _ value: DefinitionNode) -> Answer {
    guard let text = value.scalar else { return .unknown }
    switch keyword {
    case "minLength", "maxLength":
      guard type == .text, let count = NumberLiteral.whole(text, roundedUp: keyword == "minLength")
      else { return .unknown }
      addLength(keyword == "minLength" ? "min" : "max", count)
    case "pattern":
      rules.append(
        DefinitionNode(
          .mapping([
            .init("pattern", .text(SchemaPattern.pcre(ofECMAScript: text))),
            .init("mode", .text("search")),
          ])))
    case "formatMinimum" where type.isMoment: low.append(.init("min", .text(text)))
    case "formatMaximum" where type.isMoment: high.append(.init("max", .text(text)))
    case "format":
      if text == "date" && type.name == "date" || text == "date-time" && type.name == "datetime" {
        return .taken
      }
      guard let rule = Self.format(text)?.rule, type == .text else { return .unknown }
      rules.append(rule)
    default: return .unknown
    }
    return .taken
  }

  private static func format(_ name: String) -> PortableFormat? {
    switch name {
    case "email": .mailbox
    // These are forms of the package's own.
    case "mailbox", "base64", "hex", "json", "geopoint", "plainDuration": nil
    case "duration": .plainDuration
    default: PortableFormat(rawValue: name)
    }
  }

  private mutating func number(_ keyword: String, _ value: DefinitionNode) -> Answer {
    guard let text = value.scalar, let plain = NumberLiteral.plain(text) else { return .unknown }
    let isWhole = !plain.contains(".")
    if keyword == "multipleOf" {
      guard type != .number, isWhole || type != .integer else {
        return type == .integer ? fraction(plain) : .unknown
      }
      rules.append(.rule("multipleOf", .text(plain)))
      return .taken
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
    return .taken
  }

  /// A whole number is a multiple of 0.5 and of 1e-8 always, of 1.5 not.
  private func fraction(_ step: String) -> Answer {
    guard step.hasPrefix("0."), let last = step.last, "125".contains(last),
      step.dropFirst(2).dropLast().allSatisfy({ $0 == "0" })
    else { return .unknown }
    return .taken
  }

  private mutating func list(_ keyword: String, _ value: DefinitionNode) -> Answer {
    switch keyword {
    case "minItems", "maxItems":
      guard
        let count = value.scalar.flatMap({
          NumberLiteral.whole($0, roundedUp: keyword == "minItems")
        })
      else { return .unknown }
      addLength(keyword == "minItems" ? "min" : "max", count)
      return .taken
    case "uniqueItems": return value.scalar == "false" ? .taken : .unknown
    case "items":
      guard case .mapping(let entries) = value.content else {
        return value.scalar == "true" ? .taken : .unknown
      }
      var inner = JSONSchemaKeywords(.text)
      for entry in entries {
        if ["title", "description", "type"].contains(entry.key) {
          let kinds: [String: DefinitionNode] = [
            "integer": .bare("integer"), "number": .bare("number"),
            "boolean": .rule("in", .list(["true", "false"])),
          ]
          if entry.key == "type", let rule = entry.value.scalar.flatMap({ kinds[$0] }) {
            inner.rules.append(rule)
          }
          continue
        }
        let assertion = JSONSchemaAssertion(
          keyword: entry.key, value: entry.value, pointer: "", location: entry.keyLocation)
        guard inner.take(assertion) == .taken else { return .unknown }
      }
      if !inner.all.isEmpty { rules.append(.wrapping("each", inner.all)) }
      return .taken
    default: return .unknown
    }
  }

  private mutating func addLength(_ key: String, _ count: String) {
    guard let index = length.entries.firstIndex(where: { $0.key == key }) else {
      return length.add(key, count)
    }
    // The stricter one holds.
    var entries = length.entries
    let old = Int(entries[index].value.scalar ?? "") ?? 0
    let new = Int(count) ?? 0
    entries[index].value = .text(String(key == "min" ? max(old, new) : min(old, new)))
    length = MappingBuilder(entries)
  }
}

extension FieldType {
  /// Whether values are days, times or moments.
  var isMoment: Bool { ["date", "time", "datetime"].contains(name) }
}
