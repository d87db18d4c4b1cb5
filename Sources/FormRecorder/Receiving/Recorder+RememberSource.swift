import FormDefinitions
import FormRules
import FormStore

extension Recorder {
  /// Stores the mapping of columns and the file format of an import as the next version of its
  /// source's definition, which begins with them if there is none.
  ///
  /// - Throws: `RecorderError` if the import has no source, or the source's name is not that of a
  ///   definition.
  public func remember(
    _ request: ImportRequest, of report: ImportReport
  ) throws(RecorderError) -> [AppliedDefinition] {
    guard let name = request.source else {
      throw RecorderError(.usage, "an import without a source cannot be remembered")
    }
    if let fault = DefinitionNames.fault(ofName: name, "a source's name") {
      throw RecorderError(.usage, fault)
    }
    let store = try storeForReading()
    let stored = try mappingErrors { try store.version(of: .source, named: name) }
    var source = try stored?.source() ?? Source(name: name, forms: [])
    var form = source.form(named: report.form) ?? SourceForm(form: report.form)
    for (column, field) in request.input.map { form.map[column] = field }
    form.file.delimiter = request.input.delimiter ?? form.file.delimiter
    form.file.encoding = request.input.encoding ?? form.file.encoding
    form.file.header = request.input.header ?? form.file.header
    form.file.dialect = request.input.dialect ?? form.file.dialect
    source.forms.removeAll { $0.form == form.form }
    source.forms.append(form)
    source.forms.sort { $0.form < $1.form }
    return try apply(
      DefinitionSet(sources: [source]), by: request.by,
      reason: request.reason ?? report.importID.map { "remembered from import \($0)" })
  }
}
