public import ArgumentParser
public import FormRules

/// The choice between definitions with the same name.
struct DefinitionKindOptions: ParsableArguments {
  @Option(help: "Only the form, the rule set or the source, if several have the name.")
  var kind: DefinitionKind?
}

extension DefinitionKind: ExpressibleByArgument {}
