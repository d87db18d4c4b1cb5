package import FormRules

extension [Repair] {
  /// Reads a list of repairs in the notation of a source's key `repairs`.
  ///
  /// - Throws: All errors.
  package init(node: DefinitionNode) throws(DefinitionErrors) {
    var reader = DefinitionReader(knownRules: [])
    self = reader.repairs(node)
    if !reader.errors.isEmpty { throw DefinitionErrors(reader.errors) }
  }
}

extension Repair {
  /// Reads a repair of a field in the notation of a source's key `repairs`.
  ///
  /// - Throws: All errors.
  package init(_ field: String, node: DefinitionNode) throws(DefinitionErrors) {
    let repairs = try [Repair](
      node: DefinitionNode(.sequence([DefinitionNode(.mapping([.init(field, node)]))])))
    self = repairs[0]
  }
}
