import ArgumentParser

/// The choice between a form and a rule set with the same name.
struct DefinitionKindOptions: ParsableArguments {
  @Option(help: "Only the form or only the rule set, if both have the name.")
  var kind: DefinitionChoice?

  enum DefinitionChoice: String, ExpressibleByArgument, CaseIterable { case form, rules }

  /// Whether the form is chosen, or nil for both.
  var isForm: Bool? { kind.map { $0 == .form } }
}
