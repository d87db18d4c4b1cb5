/// A rule as it is written inside another one: its bare name, or a mapping of its name to its
/// parameters, with others beside it, and `trim` and `code`.
struct RuleInside {
  let name: String
  let location: SourceLocation
  /// As `RuleEntry` has them.
  let parameters: DefinitionNode?
  private var modifiers: [DefinitionNode.Entry] = []

  /// - Parameter outer: the name of the rule that it stands in.
  /// - Throws: also for what else modifies a rule (`message`, `when` and the like), which belongs to
  ///   the entry as a whole.
  init(_ entry: DefinitionNode, of outer: String) throws(DefinitionError) {
    guard case .mapping(let entries) = entry.content else {
      guard let name = entry.scalar else {
        throw DefinitionError(
          "'\(outer)': a list in a list of rules; take one of the two away", at: entry.location)
      }
      (self.name, location, parameters) = (name, entry.location, nil)
      return
    }
    let others = entries.filter { !Self.isModifier($0.key) }
    let rule = try Self.rule(among: others, at: entry.location)
    (name, location) = (rule.key, rule.keyLocation)
    parameters = try Self.parameters(of: rule, among: others)
    modifiers = entries.filter { Self.isModifier($0.key) }
    if let modifier = modifiers.first(where: { $0.key != "trim" && $0.key != "code" }) {
      throw DefinitionError(
        "'\(modifier.key)' stands inside '\(outer)'; put it beside '\(outer)'",
        at: modifier.keyLocation)
    }
  }

  /// Whether it sees the text without blanks at its ends.
  func trims() throws(DefinitionError) -> Bool {
    guard let node = modifiers.first(where: { $0.key == "trim" })?.value else { return false }
    switch node.scalar {
    case "true": return true
    case "false": return false
    default: throw DefinitionError("trim must be true or false", at: node.location)
    }
  }

  /// What stands for its codes: one name for all of them, or a mapping of each to a name. Those
  /// without a name are kept.
  func codes(of rule: any Rule.Type) throws(DefinitionError) -> [String: String] {
    guard let node = modifiers.first(where: { $0.key == "code" })?.value else { return [:] }
    let own = rule.documentation.codes.map(\.code)
    var names: [String: String] = [:]
    switch node.content {
    case .scalar(let name, _) where !name.isEmpty: for code in own { names[code] = name }
    case .mapping(let entries):
      for entry in entries {
        guard own.contains(entry.key) else {
          throw .unknown("code of '\(self.name)':", entry.key, known: own, at: entry.keyLocation)
        }
        names[entry.key] = entry.value.scalar
      }
    case .scalar, .sequence:
      throw DefinitionError(
        "code must be a name, or a mapping of codes to names", at: node.location)
    }
    return names
  }

  private static func isModifier(_ key: String) -> Bool {
    RuleEntry.modifierKeys.contains(key) || key.hasPrefix("message.")
  }

  private static func rule(
    among entries: [DefinitionNode.Entry], at location: SourceLocation
  ) throws(DefinitionError) -> DefinitionNode.Entry {
    let named = entries.filter { RuleRegistry.rule(named: $0.key) != nil }
    let rules = named.filter { entry in
      !named.contains { RuleRegistry.isParameter(entry.key, of: $0.key) }
    }
    guard let rule = rules.first ?? entries.first else {
      throw DefinitionError("a rule entry must name a rule", at: location)
    }
    if rules.count > 1 {
      throw DefinitionError(
        "two rules in one entry, '\(rules[0].key)' and '\(rules[1].key)'; "
          + "begin a new item (-) for the second", at: rules[1].keyLocation)
    }
    return rule
  }

  private static func parameters(
    of rule: DefinitionNode.Entry, among entries: [DefinitionNode.Entry]
  ) throws(DefinitionError) -> DefinitionNode? {
    let others = entries.filter { $0.key != rule.key }
    if others.isEmpty { return rule.value.isNull ? nil : rule.value }
    let own: [DefinitionNode.Entry]
    switch rule.value.content {
    case _ where rule.value.isNull: own = []
    case .mapping(let mapping): own = mapping
    case .scalar, .sequence:
      own = [.init(RuleEntry.mainParameter, at: rule.value.location, rule.value)]
    }
    for other in others where own.contains(where: { $0.key == other.key }) {
      throw DefinitionError(
        "'\(other.key)' stands in the parameters of '\(rule.key)' and beside them; keep one",
        at: other.keyLocation)
    }
    return DefinitionNode(.mapping(own + others), at: rule.value.location)
  }
}
