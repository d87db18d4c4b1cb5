import FormBytes
import FormDefinitions
import FormHashing
package import FormRules
package import FormStore

extension StoredVersion {
  /// The SHA-256 digest of the stored content.
  package var contentDigest: String { Digest.hexadecimal(of: content) }

  /// The stored form.
  package func form() throws(RecorderError) -> Form {
    guard case .form(let form) = try definition() else { throw isOtherKind(.form) }
    return form
  }

  /// The stored rule set.
  package func ruleSet() throws(RecorderError) -> RuleSet {
    guard case .ruleSet(let ruleSet) = try definition() else { throw isOtherKind(.ruleSet) }
    return ruleSet
  }

  /// The stored source.
  package func source() throws(RecorderError) -> Source {
    guard case .source(let source) = try definition() else { throw isOtherKind(.source) }
    return source
  }

  /// The stored definition.
  func definition() throws(RecorderError) -> Definition {
    let found = try mappingErrors {
      try DefinitionFile.parse(
        content, file: "\(name)@\(number)", knownRules: RuleRegistry.names
      ).first
    }
    guard let found else { throw .damaged("\(name)@\(number) is no definition") }
    return found
  }

  private func isOtherKind(_ kind: DefinitionKind) -> RecorderError {
    RecorderError(.refused, "\(name)@\(number) is not a \(kind.displayName)")
  }
}

extension Store {
  /// The latest version of each form.
  package func latestForms() throws -> [StoredForm] {
    try latestVersions(of: .form).map { StoredForm(try $0.form(), id: $0.definitionID) }
  }
}
