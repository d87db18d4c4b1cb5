extension Preset {
  /// Reads a preset.
  ///
  /// - Throws: `DefinitionError` for errors that do not depend on a field. Whether the rules accept
  ///   their parameters and the type of the field is checked when the preset is used.
  public init(
    _ name: String, _ document: DefinitionNode, at location: DefinitionLocation = .none
  ) throws(DefinitionError) {
    try self.init(unchecked: name, document, at: location)
    if let rules { try check(rules) }
  }

  /// Checks the names of rules and parameters.
  private func check(_ rules: DefinitionNode) throws(DefinitionError) {
    guard case .sequence(let items) = rules.content, !items.isEmpty else {
      throw error("requires a list of rules", rules.location)
    }
    var reader = RuleRegistry.reader
    reader.isOfPreset = true
    _ = reader.rules(rules, inside: UseRule.self)
    if let error = reader.errors.first { throw error }
    var used: Set<String> = []
    _ = try rules.replacingParameters { (name, location) throws(DefinitionError) in
      guard parameters.contains(where: { $0.key == name }) else {
        throw .unknown(
          "parameter of preset '\(self.name)':", name, known: parameters.map(\.key), at: location)
      }
      used.insert(name)
      return .text(name)
    }
    if let parameter = parameters.first(where: { !used.contains($0.key) }) {
      throw error("does not use its parameter '\(parameter.key)'", parameter.keyLocation)
    }
  }
}
