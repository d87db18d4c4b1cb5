package import FormRules

/// The most common rules with random parameters.
extension CaseGenerator {
  /// A rule for a field; it may be impossible to bind.
  package mutating func commonRule(on field: Int) -> (String, DefinitionNode?) {
    let names = ["unique", "required", "blank", "depends", "resembles"]
    return chance(35) ? commonRule(named: pick(names), on: field) : nestableRule(on: field)
  }

  private mutating func nestableRule(
    on field: Int, depth: Int = 2
  ) -> (String, DefinitionNode?) {
    var names = ["in", "notIn", "equals", "notEquals"]
    switch differential.form.fields[field].type {
    case .text: names += ["length", "length", "pattern", "pattern"]
    case .list: names += ["length", "length", "contains", "lacks"]
    case .integer, .decimal, .number, .date, .time, .datetime:
      names += ["range", "range", "between", "before", "after", "pattern"]
    case .boolean: names += ["true", "false"]
    case .file: break
    }
    if depth > 0 { names += ["all", "any", "not"] }
    let name = pick(names)
    guard ["all", "any", "not"].contains(name) else { return commonRule(named: name, on: field) }
    var parts: [DefinitionNode] = []
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      let (inner, node) = nestableRule(on: field, depth: depth - 1)
      parts.append(node.map { .mapping([(inner, $0)]) } ?? .text(inner))
    }
    return (name, .init(.sequence(parts)))
  }

  mutating func commonRule(
    named name: String, on field: Int
  ) -> (String, DefinitionNode?) {
    switch name {
    case "unique": (name, chance(40) ? uniqueParameters(fields: []) : nil)
    case "depends": (name, dependencyParameters(of: field))
    case "resembles":
      (
        name,
        .mapping([
          ("times", .text(pick(["2", "3"]))), ("least", .text(pick(["1", "2", "3"]))),
        ])
      )
    case "length": (name, lengthParameters(isText: differential.form.fields[field].type == .text))
    case "range":
      (
        name,
        .mapping(
          pick([["min"], ["max"], ["min", "max"], ["minExclusive", "max"], ["maxExclusive"]])
            .map { ($0, operand(on: field)) })
      )
    case "between":
      (
        name,
        .mapping([
          ("from", operand(on: field)), ("to", operand(on: field)),
          ("inclusive", .text(pick(["true", "false"]))),
        ])
      )
    case "before", "after":
      (
        name,
        .mapping([comparand("date", on: field), ("orEqual", .text(pick(["true", "false"])))])
      )
    case "equals", "notEquals": (name, .mapping([comparand("to", on: field)]))
    case "in", "notIn": (name, listParameters(on: field))
    case "contains", "lacks": (name, .init(.sequence(some(["a", "b"], 1...2).map { .text($0) })))
    case "pattern":
      (
        name,
        .mapping([
          ("pattern", .text(pick(Self.patterns))),
          ("mode", .text(pick(["whole", "search", "once"]))),
          ("ignoreCase", .text(pick(["true", "false"]))),
        ])
      )
    default: (name, nil)
    }
  }

  private static let patterns = [
    "[a-z]+", "[A-Z]{2}", "[0-9]+", ".{1,3}", "[^@]+@[^@]+", "a|b|de", "é.?", "[0-9-]*", "a*",
    #"\w+"#, "(?:a|b)+$",
  ]

  /// A rule for a field or for the fields of a record.
  mutating func uniqueParameters(fields: [String]) -> DefinitionNode {
    var entries: [(String, DefinitionNode)] = []
    if !fields.isEmpty {
      entries.append(
        ("fields", .init(.sequence(Set(fields).sorted().map { .text($0) }))))
    }
    if chance(30) { entries.append(("ignoreCase", "true")) }
    if chance(30) { entries.append(("normalize", "nfc")) }
    if chance(20) { entries.append(("ever", "true")) }
    return .mapping(entries)
  }

  mutating func dependencyParameters(of field: Int) -> DefinitionNode {
    let others = differential.form.fields.indices.filter { $0 != field }
    var on: [String] = []
    if !others.isEmpty { on = some(others, 1...2).map { differential.form.fields[$0].name } }
    var entries: [(String, DefinitionNode)] = [
      ("on", .init(.sequence(Set(on).sorted().map { .text($0) })))
    ]
    if chance(70) { entries.append(("atLeast", .text(pick(["2", "3", "5"])))) }
    if chance(50) { entries.append(("share", .text(pick(["plurality", "20%", "60%"])))) }
    if chance(50) { entries.append(("minority", .text(pick(["0%", "50%", "100%"])))) }
    if chance(40) { entries.append(("missing", .text(pick(["fail", "ignore"])))) }
    if chance(40) { entries.append(("ties", .text(pick(["fail", "ignore"])))) }
    return .mapping(entries)
  }

  private mutating func lengthParameters(isText: Bool) -> DefinitionNode {
    let least = Int.random(in: 0...3, using: &random)
    let most = least + Int.random(in: 0...4, using: &random)
    var entries: [(String, DefinitionNode)] =
      switch Int.random(in: 0...3, using: &random) {
      case 0: [("min", .text(String(least)))]
      case 1: [("max", .text(String(most)))]
      case 2: [("min", .text(String(least))), ("max", .text(String(most)))]
      default: [("exact", .text(String(most)))]
      }
    if isText, chance(50) {
      entries.append(("unit", .text(pick(["character", "scalar", "utf16", "utf8"]))))
    }
    if isText, chance(10) { entries.append(("ignore", ["space", "-"])) }
    return .mapping(entries)
  }

  private mutating func listParameters(on field: Int) -> DefinitionNode {
    let type = differential.form.fields[field].type
    if type == .text, chance(20) { return ["list": "list"] }
    let values = DefinitionNode(.sequence(some(constants(type), 1...4).map { .text($0) }))
    guard type == .text, chance(40) else { return values }
    return .mapping([("values", values), ("ignoreCase", "true")])
  }

  private mutating func operand(on field: Int) -> DefinitionNode {
    let type = differential.form.fields[field].type
    if chance(25) { return .mapping([("field", .text(pick(differential.form.fields).name))]) }
    if chance(20) {
      return .mapping([("param", .text(pick(differential.ruleSet.parameters).name))])
    }
    return .text(pick(constants(type)))
  }

  private mutating func comparand(
    _ name: String, on field: Int
  ) -> (String, DefinitionNode) {
    if case .mapping(let entries) = operand(on: field).content {
      return (entries[0].key, entries[0].value)
    }
    return (name, .text(pick(constants(differential.form.fields[field].type))))
  }

  /// Constants for a rule on a field of a type.
  package func constants(_ type: FieldType) -> [String] {
    switch type {
    case .date: ["2026-01-31", "2026-06-15", "2025-12-31", "today", "now"]
    case .datetime: ["2026-01-31T09:30:00Z", "2026-06-15T12:00:00Z", "today", "now"]
    default: pool(type).filter { !$0.isEmpty && type.literal($0) != nil }
    }
  }
}

extension DefinitionNode {
  /// A mapping with these entries.
  static func mapping(_ entries: [(String, DefinitionNode)]) -> DefinitionNode {
    DefinitionNode(.mapping(entries.map { Entry($0.0, $0.1) }))
  }
}
