/// Requires that a condition on the record's fields holds.
struct MustRule: Rule {
  static let name = "must"
  static let scope = RuleScope.record
  static let condition = Parameter<String?>(
    "condition", effect: .unknown, "The condition.", as: .condition)

  static let documentation = RuleDocumentation(
    "A condition on the fields of the record holds.",
    discussion: """
      The condition is a formrec expression, such as `end_date is blank or end_date >= \
      signup_date`. The rule fails only if the condition is false. A comparison with a missing, \
      empty or wrongly typed value is neither true nor false; if the whole condition is neither, \
      the record does not fail and the rule counts as skipped, unless a text is too long or too \
      complex for `matches`, as for `pattern`: then the rule fails. Arithmetic is exact, including \
      fractions (`total / persons <= 20`); only division by zero has an unknown result.
      """,
    mainParameter: "condition",
    parameters: [condition],
    codes: [.init("must.isFalse", "This must hold: {condition}.")],
    examples: [
      .init(
        "value = 0 or value > 17", type: .integer, accepts: ["0", "18", ""], rejects: ["17", "-1"]),
      .init("value is not blank", accepts: ["x", " "], rejects: [""]),
      .init("not (value matches '[a-z]+')", accepts: ["a1", "A"], rejects: ["a"]),
    ])

  private let condition: Expression
  var arguments: [MessageArgument] { [MessageArgument("condition", condition.text)] }

  init(_ parameters: borrowing RuleParameters) throws(DefinitionError) {
    guard let source = try parameters[Self.condition], let node = parameters.node(Self.condition)
    else {
      throw parameters.error("requires a condition", .missing(nil))
    }
    condition = try parameters.condition(source, at: node.location)
  }

  func evaluate(
    _ value: Value, _ text: Span<UInt8>, in record: borrowing RecordContext
  ) -> RuleResult {
    record.run.wasTooComplex = false
    return switch condition.truth(record) {
    case .isTrue: .passes
    case .isFalse: .fails("must.isFalse")
    // A text that is too long to be judged must not be accepted.
    case .unknown where record.run.wasTooComplex: .fails("must.isFalse")
    case .unknown: .undecided(.unknown)
    }
  }
}

extension DeclaredRule {
  /// A condition on the record's fields holds, such as `end is blank or end >= start`. Use it in a
  /// rule for whole records.
  public static func must(_ condition: String) -> Self {
    Self(MustRule.self, MustRule.condition(condition))
  }
}
