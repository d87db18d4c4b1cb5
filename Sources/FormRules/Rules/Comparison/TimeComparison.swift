/// The common part of `after` and `before`: comparison with a constant date or time, another field,
/// a run parameter, or the clock.
struct TimeComparison {
  private static let discussion = """
    `now` means the clock of the run, and `today` its day in the time zone of the run. Both are \
    recorded, so a replay gives the same result. A date compared with a datetime counts as its first instant in UTC. If the field \
    to compare with is missing, empty or not of its type, the result is unknown and the rule \
    counts as skipped. Number fields are accepted too.
    """
  static let date = Parameter<ParameterOperand?>(
    "date", effect: .given(.stricterIfGreater), "A constant of the field's type, `now` or `today`.")
  static let orEqual = Parameter<Bool>(
    "orEqual", effect: .looserIfTrue, "Whether an equal value is accepted too.")

  /// - Parameters:
  ///   - name: The rule's name, which is also the word in its message.
  ///   - opposite: The word in the message if equal values pass.
  static func documentation(
    _ name: String, opposite: String, examples: [RuleExample]
  ) -> RuleDocumentation {
    RuleDocumentation(
      "The value is \(name) a date or time.", discussion: discussion, mainParameter: date.name,
      types: FieldType.orderedNames,
      parameters: [
        name == BeforeRule.name ? date.reversed : date.declaration, Comparand.field,
        Comparand.parameter, orEqual,
      ],
      codes: [
        code("\(name).not\(name.prefix(1).uppercased())\(name.dropFirst())", "must be", word: name),
        code("\(name).\(opposite)", "must not be", word: opposite),
      ],
      examples: examples)
  }

  private static func code(
    _ code: String, _ verb: String, word: String
  ) -> RuleDocumentation.Code {
    let tense = word == AfterRule.name ? "future" : "past"
    return .init(
      code,
      "{label} \(verb) {dateKind, select, now {in the \(tense)} other {\(word) {date}}}.")
  }

  fileprivate let operand: Operand
  fileprivate let acceptsEqual: Bool
  fileprivate let cause: RuleCause
  fileprivate let arguments: [MessageArgument]

  fileprivate init(
    _ parameters: borrowing RuleParameters, _ codes: [RuleDocumentation.Code]
  ) throws(DefinitionError) {
    operand = try parameters.comparand(Self.date)
    acceptsEqual = try parameters[Self.orEqual]
    cause = RuleCause(codes[acceptsEqual ? 1 : 0])
    arguments = parameters.arguments("date", operand)
  }
}

/// The rule `after` or `before`.
protocol TimeComparisonRule: Rule {
  /// The required order of the value relative to the operand.
  static var order: Ordering { get }
  var comparison: TimeComparison { get }
  init(comparison: TimeComparison)
}

extension TimeComparisonRule {
  init(_ parameters: borrowing RuleParameters) throws(DefinitionError) {
    self.init(comparison: try TimeComparison(parameters, Self.documentation.codes))
  }

  var arguments: [MessageArgument] { comparison.arguments }
  var causes: [RuleCause] { [comparison.cause] }

  func evaluate(
    _ value: Value, _ text: Span<UInt8>, in record: borrowing RecordContext
  ) -> RuleResult {
    switch value.order(to: record.value(of: comparison.operand)) {
    case Self.order: .passes
    case .equal: comparison.acceptsEqual ? .passes : .fails(comparison.cause.code)
    case nil: .undecided(.unknown)
    default: .fails(comparison.cause.code)
    }
  }
}
