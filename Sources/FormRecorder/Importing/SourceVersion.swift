import FormDefinitions
package import FormRules
import FormStore

/// The version of a source's definition that an import uses.
package struct SourceVersion: Sendable {
  let source: Source
  /// The version's number, or nil if the definition is not stored.
  let number: Int?

  /// The name and the version, such as `north@3`.
  package var title: String { source.name + (number.map { "@\($0)" } ?? "") }
}

extension ImportRequest {
  /// Returns the request with the definition of its source, if there is one.
  ///
  /// - Parameters:
  ///   - definitions: Definitions that precede those of the store.
  /// - Throws: `RecorderError` also if the source or the batch is empty.
  func findingSource(
    _ definitions: DefinitionSet? = nil, in store: Store?
  ) throws(RecorderError) -> ImportRequest {
    try requireNames(source: source, batch: batch)
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

  fileprivate mutating func use(_ version: SourceVersion) {
    sourceVersion = version
    form = form ?? version.source.onlyForm.flatMap(VersionReference.init)
  }

  /// Adopts what the definition of the source specifies for a form and the request does not.
  mutating func adoptSource(for form: String) {
    if let source = sourceForm(form) { input.adopt(source) }
  }
}

extension InputOptions {
  /// Adopts what the definition of a source specifies and the options do not.
  package mutating func adopt(_ source: SourceForm) {
    delimiter = delimiter ?? source.file.delimiter
    // The text of a part is UTF-8, whatever the encoding of its file is.
    if part == nil { encoding = encoding ?? source.file.encoding }
    header = header ?? source.file.header
    if source.file.dialect != FileDialect() { dialect = dialect ?? source.file.dialect }
    decimals = source.decimals
    sourceMap = source.map
  }
}

extension DefinitionSet {
  /// The definition of a source, if there is one.
  package func source(named name: String) -> Source? {
    filedSources.first { $0.source.name == name }?.source
  }
}

extension Source {
  /// The form whose records the source sends, if it is a single one.
  package var onlyForm: String? { forms.count == 1 ? forms[0].form : nil }
}
