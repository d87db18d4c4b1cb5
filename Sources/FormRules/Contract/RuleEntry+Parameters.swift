// Every rule has a factory beside it, in `RuleEntry+KIND.swift`: named as definitions name it, with its
// parameters as `docs/rules.md` has them. What is left out is not said, so the rule's own default
// holds. Parameters are checked when the rule is bound.

extension RuleEntry {
  /// A rule with those of its parameters that are said; nil and null are not. A factory gives them by
  /// the names and types that the rule declares, which is seen to where a program is being debugged.
  init(_ rule: any Rule.Type, _ parameters: KeyValuePairs<String, (any ParameterValue)?>) {
    let documentation = rule.documentation
    for (name, value) in parameters {
      assert(
        value.map { documentation.declares(name, for: $0) } ?? true,
        "the factory of '\(rule.name)' gives '\(name)', which the rule does not declare so")
    }
    let said = parameters.compactMap { name, value in
      value.map { DefinitionNode.Entry(name, $0.parameterNode) }
    }.filter { !$0.value.isNull }
    self.init(rule.name, DefinitionNode(.mapping(said)))
    self.parameters = usualParameters(of: documentation)
  }
}

extension RuleDocumentation {
  /// Whether a parameter is declared so that it takes the value.
  fileprivate func declares(_ name: String, for value: any ParameterValue) -> Bool {
    parameters.first { $0.name == name }.map { value.fits($0.type) } ?? takesMoreParameters
  }
}

extension RuleEntry {
  /// The parameters as people write them: nothing, the value of the main parameter, or a mapping.
  func usualParameters(of documentation: RuleDocumentation) -> DefinitionNode? {
    guard let parameters, case .mapping(var entries) = parameters.sortedByKey.content,
      !entries.contains(where: { $0.key == Self.mainParameter })
    else { return parameters }
    if entries.isEmpty { return nil }
    if let index = entries.firstIndex(where: { $0.key == documentation.mainParameter }) {
      if entries.count == 1 { return entries[0].value }
      entries[index].key = Self.mainParameter
    }
    return DefinitionNode(.mapping(entries)).sortedByKey
  }
}
