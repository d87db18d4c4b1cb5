extension Rule {
  /// What messages of the rule may name, whatever its parameters; nil when only they say.
  package static var messageNames: [String]? {
    if holdsRules { return nil }
    let documentation = documentation
    var names = documentation.parameters.map(\.name) + MessageArgument.general
    for code in documentation.codes {
      names += MessageTemplate(lenient: code.message).names.filter { !names.contains($0) }
    }
    return names
  }

  /// What messages of the rule may name, which knows the rules inside it.
  var messageNames: [String] {
    if let names = Self.messageNames { return names }
    let causes = causes
    return MessageArgument.general + [RuleCause.failedName]
      + (causes.flatMap(\.arguments) + arguments).map(\.name)
      + causes.flatMap { MessageTemplate(lenient: $0.english).names }
  }
}
