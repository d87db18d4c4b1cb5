/// Rules inside a rule: what `all`, `any`, `not` and presets are made of. They judge the same field
/// as the rule around them.
struct NestedRules: Sendable {
  /// One of them, bound.
  struct Part: Sendable {
    let rule: any Rule
    /// Its stored name.
    let name: String
    let trims: Bool
    /// The codes of its causes, before others stand for them.
    let codes: [String]
    /// Where its causes begin among those of all parts.
    let firstCause: Int

    /// What the rule says; a rule that does not look at blanks has nothing against one.
    func check(
      _ value: Value, _ text: Span<UInt8>, _ record: borrowing RecordContext
    ) -> RuleAnswer {
      var (value, text) = (value, text)
      if trims {
        text = text.extracting(text.trimmedRange)
        // What is blank only now is judged like any text, but seen as blank by who asks for that.
        if text.isEmpty, value.isPresent, rule.looksAtBlank { value = .empty }
      }
      if value.isBlank, !rule.looksAtBlank { return .passes }
      return rule.check(value, text, record)
    }

    /// Which of the causes of all parts a failure of this one is.
    func cause(of failure: Failure) -> Int? {
      (failure.cause ?? codes.firstIndex(of: failure.code)).map { firstCause + $0 }
    }
  }

  let parts: [Part]
  /// The ways in which one of them can fail.
  let causes: [RuleCause]

  /// The name of the parameter of rules that are made of rules.
  static let parameter = "rules"

  /// How deep rules may stand in one another. A definition that people read needs three.
  static let maximumDepth = 8

  /// What they need from outside.
  var demands: [RuleDemand] { parts.flatMap(\.rule.demands) }

  /// What messages show: the names, in order.
  var names: [String] { parts.map(\.name) }

  /// Whether one of them judges missing and empty values too.
  var looksAtBlank: Bool { parts.contains { $0.rule.looksAtBlank } }

  /// Binds the rules inside a rule.
  ///
  /// - Throws: also for `unique`, rules that judge records, and what modifies a rule (`when` and the
  ///   like) but belongs to the rule around it.
  init(
    _ entries: [RuleEntry], _ parameters: borrowing RuleParameters
  ) throws(DefinitionError) {
    if entries.isEmpty { throw parameters.error("needs rules") }
    var parts: [Part] = []
    var causes: [RuleCause] = []
    for entry in entries { parts.append(try Self.part(entry, parameters, &causes)) }
    (self.parts, self.causes) = (parts, causes)
  }

  /// - Parameter causes: those of the part are appended.
  private static func part(
    _ entry: RuleEntry, _ parameters: borrowing RuleParameters, _ causes: inout [RuleCause]
  ) throws(DefinitionError) -> Part {
    let (library, outer) = (parameters.library, parameters.type)
    guard let type = library.rule(named: entry.rule) else {
      throw .unknown("rule", entry.rule, known: library.names, at: entry.location)
    }
    guard type.scope == .field || type.scope == .presence else {
      throw DefinitionError(
        "'\(entry.rule)' cannot stand inside '\(parameters.rule)', which judges one value",
        at: entry.location)
    }
    if let key = entry.modifierNames.first(where: {
      !RuleEntry.isModifier($0, inside: outer)
    }) {
      throw DefinitionError(RuleEntry.misplaced(key, inside: outer), at: entry.location)
    }
    try parameters.nesting.countRule(at: entry.location)
    let rule = try type.init(parameters.inside(entry, type))
    try entry.checkMessages(of: rule)
    var messages = entry.ownMessages
    messages.borrowed = try entry.says.map { says throws(DefinitionError) in
      let codes = library.all.flatMap { $0.documentation.codes }
      if let code = codes.first(where: { $0.code == says.value }) { return code }
      throw .unknown("code", says.value, known: codes.map(\.code), at: says.location)
    }
    let own = rule.causes
    let part = Part(
      rule: rule, name: entry.rule, trims: entry.trim == true, codes: own.map(\.code),
      firstCause: causes.count)
    let number = (causes.last?.part ?? -1) + 1
    for var cause in own {
      cause.code = entry.code(of: cause)
      cause.arguments += rule.messageArguments
      cause.part += number
      if !messages.isEmpty { cause.own = messages }
      causes.append(cause)
    }
    return part
  }

  /// Whether the value satisfies all of them, with what the first one says that it does not. A no
  /// holds whatever an undecided rule before it would have said.
  func all(
    _ value: Value, _ text: Span<UInt8>, _ record: borrowing RecordContext
  ) -> RuleAnswer {
    var answer = RuleAnswer.passes
    for index in parts.indices {
      switch parts[index].check(value, text, record) {
      case .passes: break
      case .fails(let failure): return .fails(named(failure, of: parts[index]))
      case .undecided(let undecided): answer.doubt(named(undecided, of: parts[index]))
      }
    }
    return answer
  }

  /// Whether the value satisfies one of them; nil when it surely satisfies none.
  func any(
    _ value: Value, _ text: Span<UInt8>, _ record: borrowing RecordContext
  ) -> RuleAnswer? {
    var answer = RuleAnswer.passes
    for index in parts.indices {
      switch parts[index].check(value, text, record) {
      case .passes: return .passes
      case .fails: break
      case .undecided(let undecided): answer.doubt(around(named(undecided, of: parts[index])))
      }
    }
    if case .undecided = answer { return answer }
    return nil
  }

  /// A part's failure as one of the whole.
  private func named(_ failure: Failure, of part: Part) -> Failure {
    guard let cause = part.cause(of: failure) else { return failure }
    var named = Failure(causes[cause].code, failure.arguments)
    named.cause = cause
    return named
  }

  private func named(_ undecided: Undecided, of part: Part) -> Undecided {
    guard case .unanswered(let failure) = undecided else { return undecided }
    return .unanswered(named(failure, of: part))
  }
}

extension RuleDocumentation {
  /// Whether the rule's only parameter is a list of rules.
  var isMadeOfRules: Bool { mainParameter == NestedRules.parameter }
}

/// What a rule does that fails with a code of its own, whatever the rules inside it fail with: only
/// that something outside did not answer, it says as they do.
extension NestedRules {
  /// Its causes: those of its codes, then those of silence of the rules inside.
  func causes(around codes: [RuleDocumentation.Code]) -> [RuleCause] {
    codes.map { RuleCause($0) }
      + causes.filter(\.isUnanswered).map { cause in
        var cause = cause
        cause.part = 0
        return cause
      }
  }

  /// An undecided answer of the rules inside as one of the rule around them, which has one code.
  func around(_ undecided: Undecided) -> Undecided {
    guard case .unanswered(var failure) = undecided, let cause = failure.cause else {
      return undecided
    }
    failure.cause = 1 + causes[..<cause].count(where: \.isUnanswered)
    return .unanswered(failure)
  }
}
