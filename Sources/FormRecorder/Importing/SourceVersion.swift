import FormRules

/// The version of a source's definition that an import uses.
package struct SourceVersion: Sendable {
  let source: Source
  /// The version's number, or nil if the definition is not stored.
  let number: Int?

  /// The name and the version, such as `north@3`.
  package var title: String { source.name + (number.map { "@\($0)" } ?? "") }
}
