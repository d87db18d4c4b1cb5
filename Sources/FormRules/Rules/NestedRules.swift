/// Rules inside a rule: what `all`, `any`, `not` and presets are made of. They judge the same field
/// as the rule around them, by the same bytes.
struct NestedRules: Sendable {
  /// One of them, bound.
  struct Part: Sendable {
    let rule: any Rule
    /// Its stored name.
    let name: String
  }

  let parts: [Part]

  /// The main parameter of the rules that have rules inside.
  static let parameter = "rules"

  /// How deep rules may stand in one another. A definition that people read needs three.
  static let maximumDepth = 8

  /// What they need from outside.
  var demands: [RuleDemand] { parts.flatMap(\.rule.demands) }

  /// What messages show: the names, in order.
  var names: [String] { parts.map(\.name) }

  /// Binds the entries of a list, or a single one: rule names, or mappings of one rule name to its
  /// parameters, with others beside it.
  ///
  /// - Throws: also for `unique` and rules that judge records or blanks, and for what modifies a
  ///   rule (`message`, `when` and the like): that belongs to the entry as a whole.
  init(
    _ node: DefinitionNode, _ parameters: borrowing RuleParameters
  ) throws(DefinitionError) {
    guard !node.isDeeper(than: 2 * Self.maximumDepth) else {
      throw parameters.error("rules stand more than \(Self.maximumDepth) deep in one another")
    }
    let entries: [DefinitionNode]
    if case .sequence(let items) = node.content { entries = items } else { entries = [node] }
    if entries.isEmpty { throw parameters.error("needs at least one rule") }
    var parts: [Part] = []
    for entry in entries { parts.append(try Self.part(entry, parameters)) }
    self.parts = parts
  }

  private static func part(
    _ entry: DefinitionNode, _ parameters: borrowing RuleParameters
  ) throws(DefinitionError) -> Part {
    let (name, location, node) = try split(entry, parameters)
    guard let type = RuleRegistry.rule(named: name) else {
      throw .unknown("rule", name, known: RuleRegistry.names, at: location)
    }
    guard type.scope == .field else {
      throw DefinitionError(
        "'\(name)' cannot stand inside '\(parameters.rule)', which judges one value that is there",
        at: location)
    }
    let rule = try type.init(
      RuleParameters(
        rule: name, documentation: type.documentation, node: node, location: location,
        field: parameters.field, form: parameters.form, given: parameters.given))
    return Part(rule: rule, name: name)
  }

  /// An entry's rule name, where it stands, and its parameters as `RuleEntry` has them.
  private static func split(
    _ entry: DefinitionNode, _ parameters: borrowing RuleParameters
  ) throws(DefinitionError) -> (String, SourceLocation, DefinitionNode?) {
    guard case .mapping(let entries) = entry.content else {
      guard let name = entry.scalar else {
        throw DefinitionError(
          "'\(parameters.rule)': a list in a list of rules; take one of the two away",
          at: entry.location)
      }
      return (name, entry.location, nil)
    }
    if let modifier = entries.first(where: {
      RuleEntry.modifierKeys.contains($0.key) || $0.key.hasPrefix("message.")
    }) {
      throw DefinitionError(
        "'\(modifier.key)' stands inside '\(parameters.rule)'; put it beside '\(parameters.rule)'",
        at: modifier.keyLocation)
    }
    let rules = entries.filter { RuleRegistry.rule(named: $0.key) != nil }
    guard let rule = rules.first ?? entries.first else {
      throw DefinitionError("a rule entry must name a rule", at: entry.location)
    }
    if rules.count > 1 {
      throw DefinitionError(
        "two rules in one entry, '\(rules[0].key)' and '\(rules[1].key)'; "
          + "begin a new item (-) for the second", at: rules[1].keyLocation)
    }
    let others = entries.filter { $0.key != rule.key }
    if others.isEmpty { return (rule.key, rule.keyLocation, rule.value.isNull ? nil : rule.value) }
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
    return (
      rule.key, rule.keyLocation,
      DefinitionNode(.mapping(own + others), at: rule.value.location)
    )
  }

  /// The first rule that says no, with what it says; nil when none does. A no holds whatever an
  /// undecided rule before it would have said.
  func firstFailure(
    _ value: Value, _ text: Span<UInt8>, _ record: borrowing RecordContext
  ) -> Failure? {
    for index in parts.indices {
      if let failure = parts[index].rule.check(value, text, record) {
        record.run.isUndecided = false
        return failure
      }
    }
    return nil
  }

  /// Whether at least one rule says yes.
  func anyPasses(
    _ value: Value, _ text: Span<UInt8>, _ record: borrowing RecordContext
  ) -> Bool {
    for index in parts.indices where parts[index].rule.check(value, text, record) == nil {
      return true
    }
    return false
  }
}

extension DefinitionNode {
  /// Whether lists and mappings stand more than so many deep in one another.
  fileprivate func isDeeper(than depth: Int) -> Bool {
    let children: [DefinitionNode]
    switch content {
    case .scalar: return false
    case .sequence(let items): children = items
    case .mapping(let entries): children = entries.map(\.value)
    }
    return depth == 0 || children.contains { $0.isDeeper(than: depth - 1) }
  }
}
