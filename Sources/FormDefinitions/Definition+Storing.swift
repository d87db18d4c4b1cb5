package import FormRules

extension Definition {
  /// Returns the definition as it is read back from its stored form, in which rules and parameters
  /// have one spelling. A definition that was created in Swift may contain what the reader of files
  /// refuses.
  ///
  /// - Throws: `DefinitionErrors` with all errors of the reader, without locations.
  package func readBack() throws(DefinitionErrors) -> Definition {
    let json = canonicalJSON()
    let read: [Definition]
    do {
      read = try DefinitionFile.parse(json, file: name, knownRules: RuleRegistry.names)
    } catch {
      throw DefinitionErrors(
        error.errors.map { DefinitionError("'\(name)': \($0.message)", $0.cause, at: .none) })
    }
    guard read.count == 1, read[0] == self || read[0].canonicalJSON() == json else {
      throw DefinitionErrors([
        DefinitionError("'\(name)' cannot be stored unchanged", .invalidValue, at: .none)
      ])
    }
    return read[0]
  }

  /// Returns the normalized content for storing and hashing. See `Form.canonicalJSON()`.
  package func canonicalJSON() -> String {
    switch self {
    case .form(let form): form.canonicalJSON()
    case .ruleSet(let ruleSet): ruleSet.canonicalJSON()
    case .source(let source): source.canonicalJSON()
    }
  }
}
