import FormRules

extension DefinitionErrors {
  /// The error for a source, which other formats cannot express.
  static func notConvertible(_ source: Source) -> DefinitionErrors {
    DefinitionErrors([
      DefinitionError(
        "source '\(source.name)' cannot be converted; remove it", .misplaced("source"), at: .none)
    ])
  }
}
