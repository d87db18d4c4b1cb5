import FormBytes
public import FormRules

/// Runs the examples of a rule set.
public struct ExampleCheck: Sendable {
  /// The result of an example.
  public struct ExampleOutcome: Sendable, Equatable {
    /// The number of the example, from 1.
    public var number: Int
    /// The position of the example in its file.
    public var location: DefinitionLocation
    /// The deviation from the expected result, or nil if there is none.
    public var problem: String?
  }

  /// The results of all examples, in order.
  public let outcomes: [ExampleOutcome]

  /// The results that differ from the expected ones.
  public var failures: [ExampleOutcome] { outcomes.filter { $0.problem != nil } }

  /// Judges each example independently at the given time. Rules that read files or stored values,
  /// or request a service, are omitted.
  ///
  /// - Throws: `DefinitionErrors` if an example names an unknown field or rule. A failing example
  ///   does not throw.
  public init(_ plan: Plan, now: Instant) throws {
    var outcomes: [ExampleOutcome] = []
    let unknown = plan.ruleSet.examples.flatMap { $0.unknownNames(in: plan) }
    if !unknown.isEmpty { throw DefinitionErrors(unknown) }
    for (index, example) in plan.ruleSet.examples.enumerated() {
      let errors = try Self.failing(example, plan, now: now)
      outcomes.append(
        ExampleOutcome(
          number: index + 1, location: example.location,
          problem: Self.problem(example, failing: errors)))
    }
    self.outcomes = outcomes
  }

  /// The identifiers of the rules of severity `error` that fail.
  private static func failing(
    _ example: Example, _ plan: Plan, now: Instant
  ) throws -> [String] {
    var bytes: [UInt8] = []
    var cells: [Cell] = Array(repeating: .missing, count: plan.form.fields.count)
    for (name, text) in example.record {
      guard let field = plan.form.fieldIndex(name), let text else { continue }
      let start = UInt32(bytes.count)
      bytes += Array(text.utf8)
      cells[field] = Cell(start: start, end: UInt32(bytes.count), kind: .string)
    }
    return try mappingErrors {
      var configuration = RunState.Configuration(now: now, parameters: plan.sampleParameters)
      configuration.clock = RunClock(now, in: plan.form.zone)
      var judge = try Judge(plan, configuration)
      var errors: [JudgedError] = []
      judge.judge(cells.span, in: bytes.span, into: &errors)
      // Failures because external data is unavailable are ignored: they do not concern the rule
      // set.
      return errors.filter {
        $0.severity.rejects && !plan.rules[Int($0.rule)].isUnanswered($0)
      }.map { plan.rules[Int($0.rule)].id }
    }
  }

  private static func problem(_ example: Example, failing: [String]) -> String? {
    if example.isAccepted {
      return failing.isEmpty
        ? nil : "should be accepted, but is rejected by \(failing.joined(separator: ", "))"
    }
    if failing.isEmpty { return "should be rejected, but is accepted" }
    guard let because = example.because, Set(because) != Set(failing) else { return nil }
    return "should be rejected because of \(because.joined(separator: ", ")), "
      + "but is rejected by \(failing.joined(separator: ", "))"
  }
}

extension Example {
  /// The errors of names that no field or rule has.
  fileprivate func unknownNames(in plan: Plan) -> [DefinitionError] {
    let (fields, rules) = (plan.form.fields.map(\.name), plan.rules.map(\.id))
    var errors: [DefinitionError] = []
    for (name, _) in record where plan.form.fieldIndex(name) == nil {
      errors.append(
        .unknown("field", name, known: fields, at: fieldLocations[name] ?? location))
    }
    for id in because ?? [] where !rules.contains(id) {
      errors.append(.unknown("rule", id, known: rules, at: ruleLocations[id] ?? location))
    }
    return errors
  }
}

extension Plan {
  /// A value for each run parameter, for use when no parameters are given.
  var sampleParameters: [String: String] {
    Dictionary(
      uniqueKeysWithValues: ruleSet.parameters.compactMap { parameter in
        parameter.type.sample.map { (parameter.name, $0) }
      })
  }
}

extension FieldType {
  /// A text of this type, for run parameters, because examples specify none.
  fileprivate var sample: String? {
    switch self {
    case .text, .list, .file: ""
    case .integer, .decimal, .number: "0"
    case .boolean(let words): words.yes.first
    case .date: "1970-01-01"
    case .time: "00:00"
    case .datetime: "1970-01-01T00:00:00Z"
    }
  }
}

extension DefinitionSet {
  /// Runs the examples of all rule sets with the definitions in the files alone.
  ///
  /// - Throws: `RecorderError` if a rule set's form is not in the files, if a rule set does not fit
  ///   its form, or if an example names an unknown field or rule.
  public func runExamples(now: Instant) throws(RecorderError) -> [ExampleReport] {
    try filedRuleSets.map { (ruleSet, file) throws(RecorderError) in
      guard let form = forms.first(where: { $0.name == ruleSet.form }) else {
        throw RecorderError(
          .refused,
          "\(file): rule set '\(ruleSet.name)' is for form '\(ruleSet.form)', which is not in "
            + "the files; add its file")
      }
      do {
        let plan = try Plan(form: form, ruleSet: ruleSet)
        return ExampleReport(
          ruleSet: ruleSet.name, file: file, outcomes: try ExampleCheck(plan, now: now).outcomes)
      } catch let error as DefinitionErrors {
        throw RecorderError(.refused, DefinitionErrors(error.errors, file: file).description)
      } catch {
        throw RecorderError(error).inFile(file)
      }
    }
  }
}

/// The results of the examples of one rule set.
public struct ExampleReport: Sendable {
  /// The rule set.
  public var ruleSet: String
  /// The file of the rule set.
  public var file: String
  /// The results of its examples.
  public var outcomes: [ExampleCheck.ExampleOutcome]
}
