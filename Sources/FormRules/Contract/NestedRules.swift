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

  /// The main parameter of the rules that have rules inside.
  static let parameter = "rules"

  /// How deep rules may stand in one another. A definition that people read needs three.
  static let maximumDepth = 8

  /// What they need from outside.
  var demands: [RuleDemand] { parts.flatMap(\.rule.demands) }

  /// What messages show: the names, in order.
  var names: [String] { parts.map(\.name) }

  /// Whether one of them judges missing and empty values too.
  var looksAtBlank: Bool { parts.contains { $0.rule.looksAtBlank } }

  /// Binds the entries of a list, or a single one: rule names, or mappings of one rule name to its
  /// parameters, with others beside it, and what `RuleInside` takes.
  ///
  /// - Throws: also for `unique` and rules that judge records.
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
    var causes: [RuleCause] = []
    for entry in entries { parts.append(try Self.part(entry, parameters, &causes)) }
    (self.parts, self.causes) = (parts, causes)
  }

  /// - Parameter causes: those of the part are appended.
  private static func part(
    _ entry: DefinitionNode, _ parameters: borrowing RuleParameters, _ causes: inout [RuleCause]
  ) throws(DefinitionError) -> Part {
    let written = try RuleInside(entry, of: parameters.rule, in: parameters.library)
    guard let type = parameters.library.rule(named: written.name) else {
      throw .unknown("rule", written.name, known: parameters.library.names, at: written.location)
    }
    guard type.scope == .field || type.scope == .presence else {
      throw DefinitionError(
        "'\(written.name)' cannot stand inside '\(parameters.rule)', which judges one value",
        at: written.location)
    }
    try parameters.nesting.countRule(at: written.location)
    let trims = try written.trims()
    let rule = try type.init(parameters.inside(written, type, trims: trims))
    let (own, names) = (rule.causes, try written.codes(of: rule))
    let messages = try written.messages(of: rule)
    let part = Part(
      rule: rule, name: written.name, trims: trims, codes: own.map(\.code),
      firstCause: causes.count)
    let number = (causes.last?.part ?? -1) + 1
    for var cause in own {
      cause.code = names[cause.code] ?? cause.code
      cause.arguments += rule.messageArguments
      cause.part += number
      cause.own = messages ?? cause.own
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
