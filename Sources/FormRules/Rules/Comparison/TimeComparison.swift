/// What `after` and `before` have in common: they compare with a date or time that is told, another
/// field's, given, or the clock.
struct TimeComparison {
  private static let discussion = """
    `now` and `today` mean the run's clock, in UTC, which is recorded: a replay repeats. A date \
    compares with a moment as its first moment in UTC. When the field it is compared with is missing, \
    empty or not of its type, it cannot be told, and the rule counts as skipped. Numbers are taken too.
    """
  private static let parameters: [RuleDocumentation.Parameter] = [
    .other("date", "A constant of the field's type, `now` or `today`.", .value), .field, .parameter,
    .flag("orEqual", "Whether the date itself is taken too."),
  ]

  private let operand: Operand
  private let passing: Order
  private let takesEqual: Bool
  let arguments: [MessageArgument]
  /// The code of a value that fails.
  let code: RuleDocumentation.Code

  /// - Parameters:
  ///   - passing: how the value must be ordered to the other.
  ///   - documentation: its first code is of a value that is not, its second one too if the equal one
  ///     passes.
  init(
    _ parameters: borrowing RuleParameters, _ passing: Order, _ documentation: RuleDocumentation
  ) throws(DefinitionError) {
    operand = try parameters.comparand("date")
    self.passing = passing
    takesEqual = try parameters.flag("orEqual")
    arguments = parameters.arguments("date", operand)
    code = documentation.codes[takesEqual ? 1 : 0]
  }

  static func documentation(
    _ summary: String, codes: [RuleDocumentation.Code], examples: [RuleExample]
  ) -> RuleDocumentation {
    RuleDocumentation(
      summary, discussion: discussion, mainParameter: "date", types: FieldType.orderedNames,
      parameters: parameters, codes: codes, examples: examples)
  }

  fileprivate func answer(_ value: Value, _ record: borrowing RecordContext) -> RuleAnswer {
    switch value.order(to: record.value(of: operand)) {
    case passing: .passes
    case .equal: takesEqual ? .passes : .fails(code.code)
    case nil: .undecided(.unknown)
    default: .fails(code.code)
    }
  }
}

/// A rule that compares with a date or time.
protocol TimeComparisonRule: Rule {
  var comparison: TimeComparison { get }
}

extension TimeComparisonRule {
  var arguments: [MessageArgument] { comparison.arguments }

  var causes: [RuleCause] { [RuleCause(comparison.code)] }

  func check(
    _ value: Value, _ text: Span<UInt8>, _ record: borrowing RecordContext
  ) -> RuleAnswer {
    comparison.answer(value, record)
  }
}
