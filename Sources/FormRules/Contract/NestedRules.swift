/// The rules inside `all`, `any`, `not`, `each` and presets. They apply to the same field as the
/// rule that contains them; those of `each` apply to its items.
struct NestedRules: Sendable {
  /// A bound nested rule.
  struct NestedRule: Sendable {
    let rule: any Rule
    /// The stored name of the rule.
    let name: String
    let trims: Bool
    /// The documented codes of the rule's causes, before `code` replaces them.
    let codes: [String]
    /// The index of the rule's first cause in `NestedRules.causes`.
    let firstCause: Int

    /// Evaluates the rule. A rule that does not evaluate blank values accepts them.
    func evaluate(
      _ value: Value, _ text: Span<UInt8>, in record: borrowing RecordContext
    ) -> RuleResult {
      var (value, text) = (value, text)
      if trims {
        text = text.extracting(text.trimmedRange)
        // A text that trimming makes empty is blank only for rules that evaluate blank values.
        if text.isEmpty, value.isPresent, rule.evaluatesBlank { value = .empty }
      }
      if value.isBlank, !rule.evaluatesBlank { return .passes }
      return rule.evaluate(value, text, in: record)
    }

    /// Returns the index of the failure's cause in `NestedRules.causes`.
    func cause(of failure: Failure) -> Int? {
      (failure.cause ?? codes.firstIndex(of: failure.code)).map { firstCause + $0 }
    }
  }

  let rules: [NestedRule]
  /// The causes of all nested rules, in the order of the rules.
  let causes: [RuleCause]

  /// The name of the parameter that holds the nested rules.
  static let parameter = "rules"

  /// The external data that the nested rules need.
  var externalInputs: [ExternalInput] { rules.flatMap(\.rule.externalInputs) }

  /// The names of the rules, in order, for messages.
  var names: [String] { rules.map(\.name) }

  /// Whether one of the rules also evaluates missing and empty values.
  var evaluatesBlank: Bool { rules.contains { $0.rule.evaluatesBlank } }

  /// Binds the rules inside a rule.
  ///
  /// - Throws: `DefinitionError` if a rule cannot be bound, cannot be nested (rules that compare
  ///   or apply to records), or has a modifier, such as `when`, that belongs to the containing
  ///   rule.
  init(
    _ entries: [RuleEntry], _ parameters: borrowing RuleParameters
  ) throws(DefinitionError) {
    if entries.isEmpty { throw parameters.error("requires rules", .missing(nil)) }
    var rules: [NestedRule] = []
    var causes: [RuleCause] = []
    for entry in entries { rules.append(try Self.bind(entry, parameters, causes: &causes)) }
    (self.rules, self.causes) = (rules, causes)
  }

  /// Binds one rule.
  ///
  /// - Parameter causes: The causes of the rules before it; those of this rule are appended.
  private static func bind(
    _ entry: RuleEntry, _ parameters: borrowing RuleParameters, causes: inout [RuleCause]
  ) throws(DefinitionError) -> NestedRule {
    let (library, outer) = (parameters.library, parameters.type)
    guard let type = library.rule(named: entry.rule) else {
      throw .unknown("rule", entry.rule, known: library.names, at: entry.location)
    }
    guard type.canBeNested else {
      throw DefinitionError(
        "'\(entry.rule)' cannot be used inside '\(parameters.rule)', which evaluates a single value",
        .misplaced(entry.rule), at: entry.location)
    }
    if let key = entry.modifierNames.first(where: {
      !RuleEntry.isModifier($0, inside: outer)
    }) {
      throw DefinitionError(
        RuleEntry.misplaced(key, inside: outer), .misplaced(key), at: entry.location)
    }
    try parameters.nesting.countRule(at: entry.location)
    let rule = try type.init(parameters.inside(entry, type))
    var entry = entry
    rule.complete(&entry)
    try entry.checkMessages(of: rule)
    var messages = entry.messagesOfCauses
    messages.messageCode = try entry.messageCode.map { name throws(DefinitionError) in
      let codes = library.all.flatMap { $0.documentation.codes }
      if let code = codes.first(where: { $0.code == name.value }) { return code }
      throw .unknown("code", name.value, known: codes.map(\.code), at: name.location)
    }
    let firstCause = causes.count
    let index = (causes.last?.nestedRule ?? -1) + 1
    for var cause in rule.causes {
      cause.code = entry.code(of: cause)
      cause.arguments += rule.messageArguments
      cause.nestedRule += index
      if !messages.isEmpty { cause.messages = messages }
      causes.append(cause)
    }
    return NestedRule(
      rule: rule, name: entry.rule, trims: entry.trim == true, codes: rule.causes.map(\.code),
      firstCause: firstCause)
  }

  /// Evaluates the rules in order: fails with the first failure. A failure takes precedence over an
  /// undecided result of an earlier rule.
  func all(
    _ value: Value, _ text: Span<UInt8>, in record: borrowing RecordContext
  ) -> RuleResult {
    var result = RuleResult.passes
    for index in rules.indices {
      switch rules[index].evaluate(value, text, in: record) {
      case .passes: break
      case .fails(let failure): return .fails(reported(failure, of: rules[index]))
      case .undecided(let undecided): result.markUndecided(reported(undecided, of: rules[index]))
      }
    }
    return result
  }

  /// Evaluates the rules in order until one passes; nil if all of them fail.
  func any(
    _ value: Value, _ text: Span<UInt8>, in record: borrowing RecordContext
  ) -> RuleResult? {
    var result = RuleResult.passes
    for index in rules.indices {
      switch rules[index].evaluate(value, text, in: record) {
      case .passes: return .passes
      case .fails: break
      case .undecided(let undecided):
        result.markUndecided(reported(undecided, of: rules[index]))
      }
    }
    if case .undecided = result { return result }
    return nil
  }

  /// Returns the failure of a nested rule under the code and cause that the containing rule
  /// reports.
  private func reported(_ failure: Failure, of rule: NestedRule) -> Failure {
    guard let cause = rule.cause(of: failure) else { return failure }
    var reported = Failure(causes[cause].code, failure.arguments)
    reported.cause = cause
    return reported
  }

  private func reported(_ undecided: UndecidedReason, of rule: NestedRule) -> UndecidedReason {
    guard case .unavailable(let failure) = undecided else { return undecided }
    return .unavailable(reported(failure, of: rule))
  }
}

extension RuleDocumentation {
  /// Whether the rule consists of nested rules: its main parameter is the list of them.
  package var consistsOfRules: Bool { mainParameter == NestedRules.parameter }
}

// For rules with a single code for all failures of their nested rules. Only a missing answer of a
// service keeps the code of the nested rule.
extension NestedRules {
  /// Returns the causes of such a rule: one for each of its codes, then the nested causes of
  /// missing answers.
  func causes(withSharedCodes codes: [RuleDocumentation.Code]) -> [RuleCause] {
    codes.map { RuleCause($0) }
      + causes.filter(\.isUnanswered).map { cause in
        var cause = cause
        cause.nestedRule = 0
        return cause
      }
  }

  /// Maps an undecided result of the nested rules to the causes of a rule with one code.
  func withSharedCode(_ undecided: UndecidedReason, _ code: String) -> UndecidedReason {
    guard case .unavailable(var failure) = undecided else { return undecided }
    guard let cause = failure.cause, causes[cause].isUnanswered else {
      return .unavailable(Failure(code))
    }
    failure.cause = 1 + causes[..<cause].count(where: \.isUnanswered)
    return .unavailable(failure)
  }
}
