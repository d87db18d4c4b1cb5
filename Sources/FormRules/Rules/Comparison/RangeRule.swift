/// Requires a number, date or time within bounds.
struct RangeRule: Rule {
  static let name = "range"
  static let min = Parameter<ParameterOperand?>(
    "min", effect: .stricterIfGreater, "The smallest accepted value.", as: .operand)
  static let max = Parameter<ParameterOperand?>(
    "max", effect: .looserIfGreater, "The largest accepted value.", as: .operand)
  static let minExclusive = Parameter<ParameterOperand?>(
    "minExclusive", effect: .stricterIfGreater,
    "Instead of min: the value must be greater than this.", as: .operand)
  static let maxExclusive = Parameter<ParameterOperand?>(
    "maxExclusive", effect: .looserIfGreater, "Instead of max: the value must be less than this.",
    as: .operand)

  static let documentation = RuleDocumentation(
    "The value is within bounds.",
    discussion: """
      Each bound is a constant of the field's type, `now` or `today` for dates and datetimes, \
      {field: …} or {param: …}. If one bound is a field without a value of its type, the rule \
      fails if the value is beyond the other bound; otherwise the result is unknown and the rule \
      counts as skipped. Decimals are compared exactly, never as binary floating point.
      """,
    types: FieldType.orderedNames,
    parameters: [min, max, minExclusive, maxExclusive],
    codes: [
      .init(
        "range.tooSmall",
        bound("min", now: "not be in the past", time: "not be before", other: "be at least")),
      .init(
        "range.tooLarge",
        bound("max", now: "not be in the future", time: "not be after", other: "be at most")),
      .init(
        "range.notAbove",
        bound("minExclusive", now: "be in the future", time: "be after", other: "be more than")),
      .init(
        "range.notBelow",
        bound("maxExclusive", now: "be in the past", time: "be before", other: "be less than")),
    ],
    examples: [
      .init(
        ["min": 0, "max": 120], type: .integer, accepts: ["0", "120", "+7"], rejects: ["-1"]),
      .init(
        ["max": 120], type: .integer, accepts: ["-999"], rejects: ["121"], code: "range.tooLarge"),
      .init(
        ["max": "0.1"], type: .decimal(), accepts: ["0.1", "0.10", "-5"],
        rejects: ["0.10000000000000000000000000001"], code: "range.tooLarge"),
      .init(
        ["minExclusive": 0], type: .number, accepts: ["1e-300"], rejects: ["0", "-0.0"],
        code: "range.notAbove"),
      .init(
        ["min": 0, "maxExclusive": 1], type: .decimal(), accepts: ["0", "0.999"],
        rejects: ["1", "1.000"], code: "range.notBelow"),
      .init(["min": "2020-01-01"], type: .date(), accepts: ["2020-01-01"], rejects: ["2019-12-31"]),
    ])

  /// A message about a bound, with "before" and "after" for times and "more" and "less" for
  /// numbers.
  private static func bound(
    _ name: String, now: String, time: String, other: String
  ) -> String {
    "{label} must {kind, select, time {{\(name)Kind, select, now {\(now)} other {\(time) {\(name)}}}} "
      + "other {\(other) {\(name)}}}."
  }

  /// A bound of the range.
  struct Bound {
    var operand: Operand
    var isExclusive: Bool
    var parameter: Parameter<ParameterOperand?>
    /// The message arguments for the bound.
    var arguments: [MessageArgument]
    /// The code for a value beyond the bound.
    var code: String
  }

  private let lower, upper: Bound?
  let arguments: [MessageArgument]
  /// The bounds as constants, for fast comparison; nil if a bound depends on the record or has no
  /// rank.
  private let constant: ConstantRange?

  init(_ parameters: borrowing RuleParameters) throws(DefinitionError) {
    lower = try Self.bound(
      (Self.min, "range.tooSmall"), (Self.minExclusive, "range.notAbove"), parameters: parameters)
    upper = try Self.bound(
      (Self.max, "range.tooLarge"), (Self.maxExclusive, "range.notBelow"), parameters: parameters)
    if lower == nil, upper == nil {
      throw parameters.error("requires a bound, such as min or max", .missing(nil))
    }
    if let lower, let upper {
      try parameters.checkOrder(
        lower.operand, upper.operand, at: upper.parameter,
        isStrict: lower.isExclusive || upper.isExclusive)
    }
    let isTime = parameters.field?.type.kind.isTemporal == true
    arguments =
      [lower, upper].flatMap { $0?.arguments ?? [] }
      + [MessageArgument("kind", isTime ? "time" : "number")]
    constant = ConstantRange(lower, upper)
  }

  /// Compares with each bound separately, so a bound without a value does not hide a failure of the
  /// other.
  private func compare(_ value: Value, _ record: borrowing RecordContext) -> RuleResult {
    var isUnknown = false
    if let lower {
      switch value.order(to: record.value(of: lower.operand)) {
      case .descending: break
      case .equal: if lower.isExclusive { return .fails(lower.code) }
      case .ascending: return .fails(lower.code)
      case nil: isUnknown = true
      }
    }
    if let upper {
      switch value.order(to: record.value(of: upper.operand)) {
      case .ascending: break
      case .equal: if upper.isExclusive { return .fails(upper.code) }
      case .descending: return .fails(upper.code)
      case nil: isUnknown = true
      }
    }
    return isUnknown ? .undecided(.unknown) : .passes
  }

  private static func bound(
    _ inclusive: (parameter: Parameter<ParameterOperand?>, code: String),
    _ exclusive: (parameter: Parameter<ParameterOperand?>, code: String),
    parameters: borrowing RuleParameters
  ) throws(DefinitionError) -> Bound? {
    let closed = try parameters.operand(inclusive.parameter)
    let open = try parameters.operand(exclusive.parameter)
    if closed != nil, open != nil {
      throw parameters.error(
        "\(inclusive.parameter.name) and \(exclusive.parameter.name) exclude each other",
        at: exclusive.parameter)
    }
    guard let operand = closed ?? open else { return nil }
    let chosen = closed == nil ? exclusive : inclusive
    return Bound(
      operand: operand, isExclusive: closed == nil,
      parameter: chosen.parameter,
      arguments: parameters.arguments(chosen.parameter.name, operand), code: chosen.code)
  }

  func evaluate(
    _ value: Value, _ text: Span<UInt8>, in record: borrowing RecordContext
  ) -> RuleResult {
    switch constant?.order(of: value) {
    case .equal: .passes
    case .ascending: .fails(lower?.code ?? "")
    case .descending: .fails(upper?.code ?? "")
    case nil: compare(value, record)
    }
  }

  func evaluate(_ column: borrowing RuleColumn, _ results: inout ColumnResults) {
    guard let constant else {
      column.evaluate(&results) { value, text, record in evaluate(value, text, in: record) }
      return
    }
    column.evaluate(&results, unless: { constant.order(of: $0) == .equal }) {
      value, text, record in
      evaluate(value, text, in: record)
    }
  }
}

extension DeclaredRule {
  /// The value is within bounds.
  ///
  /// - Parameters:
  ///   - min: The smallest accepted value.
  ///   - max: The largest accepted value.
  ///   - minExclusive: The value that accepted values must exceed; excludes `min`.
  ///   - maxExclusive: The value that accepted values must be less than; excludes `max`.
  public static func range(
    min: some RuleOperand = RuleReference.unspecified,
    max: some RuleOperand = RuleReference.unspecified,
    minExclusive: some RuleOperand = RuleReference.unspecified,
    maxExclusive: some RuleOperand = RuleReference.unspecified
  ) -> Self {
    Self(
      RangeRule.self, RangeRule.min(min), RangeRule.max(max), RangeRule.minExclusive(minExclusive),
      RangeRule.maxExclusive(maxExclusive))
  }
  /// The value is in a range: `18...`, `0..<120`.
  public static func range<Bound: FormValue>(_ range: some RuleRange<Bound>) -> Self {
    let bounds = range.ruleBounds
    return Self(
      RangeRule.self, RangeRule.min(bounds.lower),
      RangeRule.max(bounds.excludesUpper ? nil : bounds.upper),
      RangeRule.maxExclusive(bounds.excludesUpper ? bounds.upper : nil))
  }
}
