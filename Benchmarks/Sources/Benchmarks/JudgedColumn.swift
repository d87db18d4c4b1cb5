import FormBytes
import FormRules

/// A batch of records with one field, for measuring the time of judging it.
struct JudgedColumn {
  /// The batch size of an import.
  static let records = 4_096

  private let bytes: [UInt8]
  private let cells: [Cell]
  private let form: Form

  /// Creates a batch in which the field `value` has the given texts, repeated to fill it.
  init(_ texts: [String], type: FieldType) {
    var bytes: [UInt8] = []
    let cells = texts.map { text in
      let start = UInt32(bytes.count)
      bytes += Array(text.utf8)
      return Cell(start: start, end: UInt32(bytes.count), kind: .string)
    }
    self.bytes = bytes
    self.cells = (0..<Self.records).map { cells[$0 % cells.count] }
    form = Form(name: "f", fields: [Field(name: "value", type: type)])
  }

  /// The average length of a text in bytes.
  var averageBytes: Double {
    Double(cells.reduce(0) { $0 + Int($1.end - $1.start) }) / Double(cells.count)
  }

  /// Measures the cost per record of judging with one rule, or with none.
  ///
  /// - Parameter passes: Whether a failing record is an error.
  func cost(
    of rule: RuleEntry?, _ stopwatch: Stopwatch, passes: Bool = true
  ) throws -> (nanoseconds: Double, allocations: Double) {
    var ruleSet = RuleSet(name: "r", form: "f")
    if let rule {
      if RuleRegistry.rule(named: rule.rule)?.scope == .record {
        ruleSet.recordRules = [rule]
      } else {
        ruleSet.fields = [FieldRules(field: "value", rules: [rule])]
      }
    }
    let plan = try Plan(form: form, ruleSet: ruleSet)
    let configuration = RunState.Configuration(now: Instant(seconds: 1_781_524_800))
    var judge = try Judge(plan, configuration)
    var errors: [JudgedError] = []
    judge.judge(cells.span, in: bytes.span, into: &errors)
    if passes, !errors.isEmpty { throw BenchmarkError.fails(rule?.rule ?? "") }
    return try stopwatch.measure(operations: Self.records) {
      // Otherwise `unique` would find the values of the previous run.
      if rule?.rule == "unique" { judge = try Judge(plan, configuration) }
    } _: {
      judge.judge(cells.span, in: bytes.span, into: &errors)
    }
  }
}

/// The reason why a measurement is invalid.
enum BenchmarkError: Error, CustomStringConvertible {
  /// A rule rejects values that should pass. The value is the rule's name.
  case fails(String)
  /// The result is wrong. The value describes it.
  case wrong(String)

  var description: String {
    switch self {
    case .fails(let rule): "\(rule) refuses a value that its documentation says it accepts"
    case .wrong(let what): what
    }
  }
}
