import FormBytes
import FormRules

/// A batch of records of one field, and how long a judge takes over it.
struct JudgedColumn {
  /// As many as an import judges at once.
  static let records = 4_096

  private let bytes: [UInt8]
  private let cells: [Cell]
  private let form: Form

  /// Texts of a field called `value`, over and over up to a batch.
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

  /// The average length of a text.
  var averageBytes: Double {
    Double(cells.reduce(0) { $0 + Int($1.end - $1.start) }) / Double(cells.count)
  }

  /// The cost of judging a record by a rule, or by none.
  ///
  /// - Parameter passes: whether no record may fail, as in a measurement of the passing case.
  func cost(
    of rule: RuleEntry?, _ stopwatch: Stopwatch, passes: Bool = true
  ) throws -> (nanoseconds: Double, allocations: Double) {
    var ruleSet = RuleSet(name: "r", form: "f")
    if let rule {
      if RuleRegistry.rule(named: rule.rule)?.scope == .record {
        ruleSet.record = [rule]
      } else {
        ruleSet.fields = [FieldRules(field: "value", rules: [rule])]
      }
    }
    let plan = try Plan(form: form, ruleSet: ruleSet)
    let conditions = RunState.Conditions(now: Instant(seconds: 1_781_524_800))
    var judge = try Judge(plan, conditions)
    var batch = JudgedBatch()
    batch.cells = cells
    judge.judge(&batch, in: bytes.span)
    if passes, !batch.errors.isEmpty { throw BenchmarkError.fails(rule?.rule ?? "") }
    return try stopwatch.measure(operations: Self.records) {
      // What `unique` has seen would be seen again.
      if rule?.rule == "unique" { judge = try Judge(plan, conditions) }
    } _: {
      judge.judge(&batch, in: bytes.span)
    }
  }
}

/// What makes a measurement worthless.
enum BenchmarkError: Error, CustomStringConvertible {
  /// Values that should pass are refused.
  case fails(String)
  /// Something came out that should not have.
  case wrong(String)

  var description: String {
    switch self {
    case .fails(let rule): "\(rule) refuses a value that its documentation says it accepts"
    case .wrong(let what): what
    }
  }
}
