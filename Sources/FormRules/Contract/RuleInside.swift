/// A rule as it is written inside another one: its bare name, or a mapping of its name to its
/// parameters, with others beside it, and `trim`, `code`, `message` and `says`.
struct RuleInside {
  let name: String
  let location: SourceLocation
  /// As `RuleEntry` has them.
  let parameters: DefinitionNode?
  private let library: any RuleLibrary.Type
  private var modifiers: [DefinitionNode.Entry] = []

  /// - Parameters:
  ///   - outer: the name of the rule that it stands in.
  ///   - library: the rules that there are.
  /// - Throws: also for what else modifies a rule (`when` and the like), which belongs to the entry as
  ///   a whole; so do messages where no failure of a rule inside is ever shown.
  init(
    _ entry: DefinitionNode, of outer: String, in library: any RuleLibrary.Type
  ) throws(DefinitionError) {
    self.library = library
    guard case .mapping(let entries) = entry.content else {
      guard let name = entry.scalar else {
        throw DefinitionError(
          "'\(outer)': a list in a list of rules; take one of the two away", at: entry.location)
      }
      (self.name, location, parameters) = (name, entry.location, nil)
      return
    }
    let others = entries.filter { !Self.isModifier($0.key) }
    let rule = try Self.rule(among: others, at: entry.location, in: library)
    (name, location) = (rule.key, rule.keyLocation)
    parameters = try Self.parameters(of: rule, among: others)
    modifiers = entries.filter { Self.isModifier($0.key) }
    let isShown = library.rule(named: outer).map { $0.holdsRules } ?? true
    for modifier in modifiers where !Self.belongs(modifier.key, isShown: isShown) {
      throw DefinitionError(
        "'\(modifier.key)' stands inside '\(outer)'; put it beside '\(outer)'",
        at: modifier.keyLocation)
    }
  }

  private static func belongs(_ key: String, isShown: Bool) -> Bool {
    key == "trim" || key == "code" || isShown && (key == says || key.hasPrefix("message"))
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
  func codes(of rule: any Rule) throws(DefinitionError) -> [String: String] {
    guard let node = modifiers.first(where: { $0.key == "code" })?.value else { return [:] }
    let own = rule.causes.filter { !$0.isUnanswered }.map(\.code)
    let known = rule.knownCodes
    var names: [String: String] = [:]
    switch node.content {
    case .scalar(let name, _) where !name.isEmpty: for code in own { names[code] = name }
    case .mapping(let entries):
      for entry in entries {
        guard known.contains(entry.key) else {
          throw .unknown("code of '\(self.name)':", entry.key, known: known, at: entry.keyLocation)
        }
        names[entry.key] = entry.value.scalar
      }
    case .scalar, .sequence:
      throw DefinitionError(
        "code must be a name, or a mapping of codes to names", at: node.location)
    }
    return names
  }

  /// The key that names the code whose message is taken.
  static let says = "says"

  /// Messages of its own, which name what the rule has; nil when it has none.
  func messages(of rule: any Rule) throws(DefinitionError) -> CauseMessages? {
    var messages = CauseMessages()
    var isEmpty = true
    for modifier in modifiers where modifier.key.hasPrefix("message") || modifier.key == Self.says {
      isEmpty = false
      if modifier.key == Self.says {
        messages.borrowed = try code(modifier.value)
      } else {
        try messages.add(
          modifier.value, language: modifier.key.split(separator: ".").dropFirst().first)
      }
    }
    let names = rule.messageNames
    for (language, text) in messages.texts {
      let what = "the message of '\(name)'"
      if let fault = MessageTemplate.fault(of: text, what, language: language, names: names) {
        throw DefinitionError(fault, at: location)
      }
    }
    return isEmpty ? nil : messages
  }

  private func code(
    _ node: DefinitionNode
  ) throws(DefinitionError) -> RuleDocumentation.Code {
    let codes = library.all.flatMap { $0.documentation.codes }
    let name = node.scalar ?? ""
    if let code = codes.first(where: { $0.code == name }) { return code }
    throw .unknown("code", name, known: codes.map(\.code), at: node.location)
  }

  private static func isModifier(_ key: String) -> Bool {
    RuleEntry.modifierKeys.contains(key) || key.hasPrefix("message.") || key == says
  }

  private static func rule(
    among entries: [DefinitionNode.Entry], at location: SourceLocation,
    in library: any RuleLibrary.Type
  ) throws(DefinitionError) -> DefinitionNode.Entry {
    let named = entries.filter { library.rule(named: $0.key) != nil }
    let rules = named.filter { entry in
      !named.contains { library.isParameter(entry.key, of: $0.key) }
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
