import FormDefinitions
import FormRules
import FormStore

/// The version of a source's definition that an import uses.
package struct SourceVersion: Sendable {
  let source: Source
  /// The version's number, or nil if the definition is not stored.
  let number: Int?

  /// The name and the version, such as `north@3`.
  package var title: String { source.name + (number.map { "@\($0)" } ?? "") }
}

extension Recorder {
  /// Returns a request that has the settings of its source's definition for the form. The settings
  /// of the request take precedence. The request is unchanged if its source has no definition.
  ///
  /// - Parameters:
  ///   - definitions: Definitions that precede those of the store.
  func applyingSource(
    to request: ImportRequest, _ definitions: DefinitionSet? = nil, in store: Store?
  ) throws(RecorderError) -> ImportRequest {
    var request = request
    guard let name = request.source else { return request }
    if let source = definitions?.filedSources.first(where: { $0.source.name == name })?.source {
      request.use(SourceVersion(source: source, number: nil))
    } else if let stored = try mappingErrors({ try store?.version(of: .source, named: name) }) {
      request.use(SourceVersion(source: try stored.source(), number: stored.number))
    }
    return request
  }
}

extension ImportRequest {
  /// What the definition of the source specifies for a form.
  func sourceForm(_ form: String) -> SourceForm? { sourceVersion?.source.form(named: form) }

  fileprivate mutating func use(_ version: SourceVersion) {
    sourceVersion = version
    if form == nil, version.source.forms.count == 1 {
      form = VersionReference(version.source.forms[0].form)
    }
  }

  /// Adopts what the definition of the source specifies for a form and the request does not.
  mutating func adoptSource(for form: String) {
    guard let source = sourceForm(form) else { return }
    input.delimiter = input.delimiter ?? source.file.delimiter
    input.encoding = input.encoding ?? source.file.encoding
    input.header = input.header ?? source.file.header
    if source.file.dialect != FileDialect() { input.dialect = input.dialect ?? source.file.dialect }
    input.decimals = source.decimals
    input.sourceMap = source.map
  }
}
