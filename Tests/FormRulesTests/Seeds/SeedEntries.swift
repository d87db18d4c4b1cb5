@testable import FormRules

/// Converts rules of the source libraries to entries of a rule set.
struct SeedEntries {
  /// A rule or parameter that is not in the table.
  struct Unknown: Error, CustomStringConvertible {
    let description: String
  }

  /// The type of field that the rules require; nil means that of the value.
  private(set) var type: FieldType?

  /// The entries of a field.
  mutating func entries(_ field: SeedField) throws -> [RuleEntry] {
    var entries = try field.rules.flatMap { try self.entries($0) }
    for index in entries.indices {
      entries[index].id = "\(field.name).\(entries[index].id ?? "\(index)")"
      if !field.scenarios.isEmpty { entries[index].scenarios = field.scenarios }
    }
    for (error, message) in field.messages {
      for index in entries.indices where names(entries[index], error) {
        entries[index].message = message.text
      }
    }
    return entries
  }

  /// Whether the entry's preset has an error of this name.
  private func names(_ entry: RuleEntry, _ error: String) -> Bool {
    guard case .mapping(let parameters) = entry.parameters?.content,
      let preset = parameters.first?.value.scalar.flatMap(PresetRegistry.preset(named:))
    else { return false }
    return "\(preset.document)".contains("\"\(error)\"")
  }

  /// The entries of a rule and its options.
  mutating func entries(_ rule: SeedRule) throws -> [RuleEntry] {
    var entries = try plainEntries(rule)
    if rule["required"] == .bool(true) {
      entries = try self.entries(SeedRule("required", [:], like: rule)) + entries
    }
    for index in entries.indices {
      // In 0.2.1, allowEmpty disables only required.
      if rule["allowEmpty"] == .bool(true), rule.version != "0.2.1" || isRequired(entries[index]) {
        entries[index].empty = .skip
      }
      if let scenarios = rule["onScenarios"]?.list {
        entries[index].scenarios = scenarios.compactMap(\.text)
      }
      if let condition = rule["when"]?.list?.last {
        entries[index].when = Located(condition == .bool(true) ? "1 = 1" : "1 = 2")
      }
    }
    return entries
  }

  private func isRequired(_ entry: RuleEntry) -> Bool {
    entry.parameters == ["": "ngr.required"]
  }

  private mutating func plainEntries(_ rule: SeedRule) throws -> [RuleEntry] {
    switch try reading(rule) {
    case .rules(let rules): return try rules.flatMap { try entries($0) }
    case .cardWithTwoMessages:
      var known = try use("atg.paymentCard", rule, [:], without: ["accepted"])
      var accepted = try use("atg.paymentCard", rule, ["accepted": "acceptedTypes"])
      known.id = "known"
      known.message = rule["invalidCardNumberError"]?.text
      accepted.message = rule["cardTypeNotSupportedError"]?.text
      accepted.needs = [Located("value.known")]
      return [known, accepted]
    case .optional(let rules):
      return try rules.flatMap { try entries($0) }.map { entry in
        var entry = entry
        entry.when = Located("not value is blank")
        return entry
      }
    case .use(let preset, let names, let type):
      self.type = type ?? self.type
      return [try use(preset, rule, names)]
    case let reading: return [try combination(reading, rule)]
    }
  }

  private func reading(_ rule: SeedRule) throws -> SeedReading {
    guard let reading = SeedTable.reading(rule) else {
      throw Unknown(description: "\(rule.system) \(rule.name) \(rule.params) is in no table")
    }
    return reading
  }

  private func combination(_ reading: SeedReading, _ rule: SeedRule) throws -> RuleEntry {
    switch reading {
    case .any(let rules): return RuleEntry("any", try nodes(rules))
    case .not(let rules): return RuleEntry("not", try nodes(rules))
    case .results(let rules, .any): return RuleEntry("any", try nodes(rules))
    default: throw Unknown(description: "\(rule.name) is no rule of one value")
    }
  }

  /// Nested rules.
  private func nodes(_ rules: [SeedRule]) throws -> DefinitionNode {
    DefinitionNode(
      .sequence(
        try rules.map { rule in
          guard case .use(let preset, let names, _) = try reading(rule) else {
            return ["all": try nodes(rule.rules("rules"))]
          }
          return DefinitionNode(
            .mapping([.init("use", .text(preset))] + (try parameters(of: preset, rule, names))))
        }))
  }

  private func use(
    _ preset: String, _ rule: SeedRule, _ names: [String: String], without: Set<String> = []
  ) throws -> RuleEntry {
    let parameters = try parameters(of: preset, rule, names, without: without)
    var entry = RuleEntry("use", DefinitionNode(.mapping([.init("", .text(preset))] + parameters)))
    entry.message =
      rule["message"]?.text ?? rule["with_errorMessage"]?.text
      ?? rule["with_error"]?.object?["errorMessage"]?.text
    entry.code = rule["error"]?.text
    return entry
  }

  /// The modifiers of a rule in a seed.
  private static let options: Set<String> = [
    "required", "allowEmpty", "message", "error", "with_error", "with_errorMessage", "mode", "type",
    "country", "syntax", "property", "now", "handler", "on", "response", "control", "status",
    "errors",
    "pattern", "value", "invalidCardNumberError", "cardTypeNotSupportedError",
  ]

  private func parameters(
    of preset: String, _ rule: SeedRule, _ names: [String: String], without: Set<String> = []
  ) throws -> [DefinitionNode.Entry] {
    let known = PresetRegistry.preset(named: preset)?.parameters.map(\.key) ?? []
    var entries: [DefinitionNode.Entry] = []
    for (key, value) in rule.params.sorted(by: { $0.key < $1.key }) where !without.contains(key) {
      if key == "range", let bounds = Self.bounds(value.text ?? "") {
        entries += [.init("min", .text("\(bounds.min)")), .init("max", .text("\(bounds.max)"))]
        continue
      }
      let name = names[key] ?? key
      guard known.contains(name) else {
        if Self.options.contains(key) { continue }
        throw Unknown(description: "\(preset) has no parameter for \(key) of \(rule.name)")
      }
      if let node = Self.node(value, for: key, of: rule) { entries.append(.init(name, node)) }
    }
    return entries
  }

  /// The library compares a length with the lower bound, and with the difference of the bounds.
  private static func bounds(_ range: String) -> (min: Int, max: Int)? {
    let ends = range.split(separator: "..<").compactMap { Int($0) }
    return ends.count == 2 ? (ends[0], ends[1] - ends[0]) : nil
  }

  /// Terms of the source libraries and ours.
  private static let words = [
    "uppercaseLetters": "upper", "lowercaseLetters": "lower", "decimalDigits": "digit",
    "alphanumerics": "alphanumeric", "symbols": "symbol", "whitespaces": "space",
    "characters": "character", "unicodeScalars": "scalar", "americanExpress": "amex",
    "text/plain; charset=utf-8'": "text/plain",
  ]

  private static func node(
    _ value: VectorOption, for key: String, of rule: SeedRule
  ) -> DefinitionNode? {
    switch value {
    case .string("all") where key == "cardType" || key == "accepted": nil
    case .string(let text): .text(words[text] ?? text)
    case .bool(let flag): .flag(key == "allowsUnicode" ? !flag : flag)
    case .list(let options) where key == "options":
      .flag(options.contains(.string("caseInsensitive")))
    case .list where key == "value": .text(value.listText)
    case .list(let items): .list(items.compactMap(\.text).map { words[$0] ?? $0 })
    // A target that is a reference.
    case .object(let entries): .text(entries["value"]?.text ?? "")
    case .number, .null: value.text.map(DefinitionNode.text)
    }
  }
}

extension VectorOption {
  /// The items of a list in the notation of a list field; a list of numbers is JSON.
  var listText: String {
    guard let items = list else { return text ?? "" }
    if items.contains(where: { $0.list != nil }) {
      return "[\(items.map(\.listText).joined(separator: ","))]"
    }
    let texts = items.compactMap(\.text)
    return items.allSatisfy { if case .number = $0 { true } else { false } } && !items.isEmpty
      ? "[\(texts.joined(separator: ","))]" : texts.joined(separator: ",")
  }
}
