import FormRules
import FormStore

extension ImportRequest {
  /// Returns the request with the definition of its source, if there is one.
  ///
  /// - Parameters:
  ///   - definitions: Definitions that precede those of the store.
  /// - Throws: `RecorderError` also if the source or the batch label is empty.
  func findingSource(
    _ definitions: DefinitionSet? = nil, in store: Store?
  ) throws(RecorderError) -> ImportRequest {
    try requireNames(source: source, batchLabel: batchLabel)
    var request = self
    guard let name = source else { return request }
    if let source = definitions?.source(named: name) {
      request.use(SourceVersion(source: source, number: nil))
    } else if let stored = try mappingErrors({ try store?.version(of: .source, named: name) }) {
      request.use(SourceVersion(source: try stored.source(), number: stored.number))
    }
    return request
  }

  /// What the definition of the source specifies for a form.
  func sourceForm(_ form: String) -> SourceForm? { sourceVersion?.source.form(named: form) }

  private mutating func use(_ version: SourceVersion) {
    sourceVersion = version
    form = form ?? version.source.onlyForm.flatMap(VersionReference.init)
  }

  /// Adopts what the definition of the source specifies for a form and the request does not.
  mutating func adoptSource(for form: String) {
    if let source = sourceForm(form) { input.adopt(source) }
  }
}
