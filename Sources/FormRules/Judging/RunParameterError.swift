import FormBytes

/// An error in the parameters or the scenario of a run.
public enum RunParameterError: Error, Sendable, Equatable {
  /// The rule set has no parameter with this name.
  case unknownParameter(name: String, known: [String])
  /// A parameter of the rule set has no value.
  case missingParameter(name: String, type: String)
  /// The value of a parameter does not have its type.
  case mistypedParameter(name: String, type: String)
  /// No rule of the rule set is for this scenario.
  case unknownScenario(name: String, known: [String])
}

extension RunParameterError: CustomStringConvertible {
  /// A description of the error in one line, without values.
  public var description: String {
    switch self {
    case .unknownParameter(let name, let known):
      let hint = known.nearest(to: name).map { "; did you mean '\($0)'?" } ?? ""
      return "the rule set has no parameter '\(name)'\(hint)"
    case .missingParameter(let name, let type):
      return "the rule set requires the parameter '\(name)' (type \(type))"
    case .mistypedParameter(let name, let type):
      return "the parameter '\(name)' is not of the type \(type)"
    case .unknownScenario(let name, let known):
      let hint =
        known.isEmpty ? "it has no scenarios" : "known: \(known.joined(separator: ", "))"
      return "the rule set has no scenario '\(name)'; \(hint)"
    }
  }
}

extension Plan {
  /// Creates the state that the records of a run share.
  ///
  /// - Parameter areNew: Whether a caller has given the configuration, so that an unknown scenario
  ///   is an error. Otherwise it comes from an earlier run.
  func run(
    _ configuration: RunState.Configuration, areNew: Bool
  ) throws(RunParameterError) -> RunState {
    if areNew, let scenario = configuration.scenario { try checkScenario(scenario) }
    return RunState(
      configuration, parameters: try ruleSet.parameters.literals(configuration.parameters),
      stateCount: stateCount, recordKey: RecordKey(form), fields: form.fields)
  }

  /// - Throws: `RunParameterError` if the rule set lacks a parameter or the scenario, or if a
  ///   parameter has no value or a value of the wrong type.
  package func check(
    parameters: [String: String], scenario: String?
  ) throws(RunParameterError) {
    if let scenario { try checkScenario(scenario) }
    _ = try ruleSet.parameters.literals(parameters)
  }

  /// - Throws: `RunParameterError` if no rule is for the scenario, because all rules with scenarios
  ///   would be skipped.
  package func checkScenario(_ name: String) throws(RunParameterError) {
    var known: [String] = []
    for scenario in rules.flatMap(\.scenarios) where !known.containsBytes(of: scenario) {
      known.append(scenario)
    }
    if !known.containsBytes(of: name) { throw .unknownScenario(name: name, known: known) }
  }
}

extension [RunParameter] {
  /// The values of all parameters, in order.
  package func literals(_ values: [String: String]) throws(RunParameterError) -> [Literal] {
    let names = map(\.name)
    if let unknown = values.keys.sorted().first(where: { !names.containsBytes(of: $0) }) {
      throw .unknownParameter(name: unknown, known: names)
    }
    var literals: [Literal] = []
    for parameter in self {
      guard let text = values[parameter.name] else {
        throw .missingParameter(name: parameter.name, type: parameter.type.name)
      }
      guard let literal = parameter.type.runParameter(text) else {
        throw .mistypedParameter(name: parameter.name, type: parameter.type.name)
      }
      literals.append(literal)
    }
    return literals
  }
}

extension FieldType {
  /// The value of a run parameter, which is data and not part of the definition: in the format of
  /// the type, or else in the format of constants.
  fileprivate func runParameter(_ text: String) -> Literal? {
    let bytes = Array(text.utf8)
    if let value = try? read(bytes.span) { return Literal(value, bytes: bytes) }
    return literal(text)
  }
}
