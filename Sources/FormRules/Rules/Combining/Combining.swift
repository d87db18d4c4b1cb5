/// A rule that evaluates nested rules for the same value: `all`, `any` or `not`.
protocol CombiningRule: Rule {
  var rules: NestedRules { get }
  init(rules: NestedRules)
}

extension CombiningRule {
  init(_ parameters: borrowing RuleParameters) throws(DefinitionError) {
    self.init(rules: try NestedRules(parameters.rules, parameters))
  }

  var arguments: [MessageArgument] { [MessageArgument("rules", rules: rules.names)] }
  var evaluatesBlank: Bool { rules.evaluatesBlank }
  var externalInputs: [ExternalInput] { rules.externalInputs }

  var causes: [RuleCause] {
    Self.usesNestedCodes ? rules.causes : rules.causes(withSharedCodes: Self.documentation.codes)
  }
}
