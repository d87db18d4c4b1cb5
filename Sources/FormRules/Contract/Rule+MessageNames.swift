extension Rule {
  /// The names that messages of the rule may use; nil if they depend on the parameters.
  package static var messageNames: [String]? {
    if usesNestedCodes { return nil }
    let documentation = documentation
    var names = documentation.parameters.map(\.name) + MessageArgument.general
    for code in documentation.codes {
      names += MessageTemplate(lenient: code.message).names.filter { !names.contains($0) }
    }
    return names
  }

  /// The names that messages of this bound rule may use, including those of its nested rules.
  var messageNames: [String] {
    if let names = Self.messageNames { return names }
    let causes = causes
    return MessageArgument.general + [RuleCause.failedName]
      + (causes.flatMap(\.arguments) + arguments).map(\.name)
      + causes.flatMap { MessageTemplate(lenient: $0.english).names }
  }
}
