package import FormRules
package import FormTestSupport

/// Changes the parameters of rules at random.
package enum ChangedParameters {
  /// Returns an entry, of which one or two parameters have other values, or one of the rules inside
  /// it does. It may be impossible to bind.
  ///
  /// - Parameter texts: Constants of the type of the field.
  package static func of(
    _ entry: RuleEntry, texts: [String], using random: inout SeededGenerator
  ) -> RuleEntry {
    var entry = entry
    guard let documentation = RuleRegistry.rule(named: entry.rule)?.documentation else {
      return entry
    }
    if documentation.consistsOfRules {
      entry.rules = nested(entry.readRules, texts, using: &random)
      entry.parameters = nil
      return entry
    }
    var named = entry.namedParameters
    for _ in 0..<Int.random(in: 1...2, using: &random) {
      guard let parameter = documentation.parameters.randomElement(using: &random) else { break }
      let current = named.first { $0.key == parameter.name }?.value
      named.removeAll { $0.key == parameter.name }
      if Int.random(in: 0..<4, using: &random) == 0 { continue }
      let examples = documentation.examples.compactMap { example in
        RuleEntry(entry.rule, example.parameters).namedParameters
          .first { $0.key == parameter.name }?.value
      }
      let value = value(
        parameter.type, among: examples + [current].compactMap(\.self), texts, using: &random)
      if let value { named.append(.init(parameter.name, value)) }
    }
    entry.parameters = named.isEmpty ? nil : DefinitionNode(.mapping(named))
    return entry
  }

  private static func nested(
    _ rules: [RuleEntry], _ texts: [String], using random: inout SeededGenerator
  ) -> [RuleEntry] {
    var rules = rules
    guard let index = rules.indices.randomElement(using: &random) else { return rules }
    switch Int.random(in: 0..<6, using: &random) {
    case 0 where rules.count > 1: rules.remove(at: index)
    case 1:
      let name = ["required", "blank", "email", "uuid"].randomElement(using: &random) ?? "email"
      rules.append(RuleEntry(name))
    case 2: rules.reverse()
    case 3: rules.append(of(rules[index], texts: texts, using: &random))
    default: rules[index] = of(rules[index], texts: texts, using: &random)
    }
    return rules
  }

  private static func value(
    _ type: ParameterType, among known: [DefinitionNode], _ texts: [String],
    using random: inout SeededGenerator
  ) -> DefinitionNode? {
    func list(_ items: [String]) -> DefinitionNode {
      let count = Int.random(in: 1...4, using: &random)
      return DefinitionNode(
        .sequence(items.shuffled(using: &random).prefix(count).map(DefinitionNode.text)))
    }
    switch type {
    case .flag: return Bool.random(using: &random) ? "true" : "false"
    case .choice(let words): return words.randomElement(using: &random).map(DefinitionNode.text)
    case .choices(let words): return list(words)
    case .integer(let range):
      let near =
        (known.compactMap { $0.scalar.flatMap(Int.init) } + [3])
        .randomElement(using: &random) ?? 3
      let number = near + Int.random(in: -2...2, using: &random)
      return .text(String(min(max(number, range.lowerBound), range.upperBound)))
    case .integers: return list((0...6).map(String.init))
    case .texts, .values, .characters:
      return list(Array(Set(known.flatMap(\.values) + texts.prefix(3))).sorted())
    case .operand, .value:
      return (texts.map(DefinitionNode.text) + known).randomElement(using: &random)
    case .text, .name, .condition, .rules, .mapping:
      return known.randomElement(using: &random)
    }
  }
}
