/// What is wrong with the given parameters or the scenario of a run.
public struct GivenError: Error, Sendable, CustomStringConvertible {
  /// What is wrong and what to do, one line.
  public let description: String
}

extension Plan {
  /// What a run of the plan shares over its records.
  ///
  /// - Parameter areNew: whether somebody has just given the conditions, who hears of an unknown
  ///   scenario.
  func run(
    _ conditions: RunState.Conditions, areNew: Bool
  ) throws(GivenError) -> RunState {
    if areNew, let scenario = conditions.scenario { try checkScenario(scenario) }
    return RunState(
      conditions, given: try ruleSet.given.literals(conditions.given), memories: memories,
      recordKey: RecordKey(form))
  }

  /// - Throws: when a given parameter or the scenario is none of the rule set's, or a parameter lacks its
  ///   value or has one of another type.
  package func check(given: [String: String], scenario: String?) throws(GivenError) {
    if let scenario { try checkScenario(scenario) }
    _ = try ruleSet.given.literals(given)
  }

  /// Throws for a scenario that no rule is for: it would leave out every rule of scenarios.
  private func checkScenario(_ name: String) throws(GivenError) {
    var known: [String] = []
    for rule in rules {
      known += rule.scenarios.filter { !known.contains($0) }
    }
    if known.contains(name) { return }
    let hint = known.isEmpty ? "it has none" : "known: \(known.joined(separator: ", "))"
    throw GivenError(description: "the rule set has no scenario '\(name)'; \(hint)")
  }
}

extension [GivenParameter] {
  /// The values of all given parameters, in order.
  func literals(_ given: [String: String]) throws(GivenError) -> [Literal] {
    if let unknown = given.keys.sorted().first(where: { name in !contains { $0.name == name } }) {
      let names = map(\.name)
      let hint = names.nearest(to: unknown).map { "; did you mean '\($0)'?" } ?? ""
      throw GivenError(
        description: "the rule set has no given parameter '\(unknown)'\(hint)")
    }
    var literals: [Literal] = []
    for parameter in self {
      guard let text = given[parameter.name] else {
        throw GivenError(
          description:
            "the rule set needs --given \(parameter.name)=VALUE (type \(parameter.type.name))")
      }
      guard let literal = parameter.type.given(text) else {
        throw GivenError(
          description: "--given \(parameter.name) is not of the type \(parameter.type.name)")
      }
      literals.append(literal)
    }
    return literals
  }
}

extension FieldType {
  /// A given value, which is data and no part of the definition: in the type's own format, or else as a
  /// constant is written.
  fileprivate func given(_ text: String) -> Literal? {
    let bytes = Array(text.utf8)
    if let value = try? read(bytes.span) { return Literal(value, bytes: bytes) }
    return literal(text)
  }
}
