import FormBytes
import FormDefinitions
public import FormRules
import FormStore

extension Recorder {
  /// Stores the mapping of columns and the file format of an import in the next version of its
  /// source's definition. Creates the definition if there is none.
  ///
  /// - Throws: `RecorderError` if the import has no source, the source's name is not that of a
  ///   definition, or the file was imported before without this source, mapping or format.
  public func rememberMappingAndFormat(
    _ request: ImportRequest, of report: ImportReport
  ) throws(RecorderError) -> [AppliedDefinition] {
    guard let name = request.source else {
      throw RecorderError(.usage, "an import without a source cannot be remembered")
    }
    if report.wasReadOtherwise || report.isAlreadyImported && report.source != name {
      throw RecorderError(
        .refused,
        "\(report.file): was imported before with another source, mapping or format; "
          + "nothing is remembered", .allowReimport)
    }
    var attribution = request.attribution
    attribution.reason = request.reason ?? report.importID.map { "remembered from import \($0)" }
    return try changeSource(name, of: report.form, attribution: attribution) { form in
      // An entry that the import did not use would map a second column to the same field.
      form.map = request.input.withoutReplaced(form.map)
      for (column, field) in request.input.map { form.map[column] = field }
      form.file.delimiter = request.input.delimiter ?? form.file.delimiter
      form.file.encoding =
        request.input.encoding.map(TextEncoding.definitionName) ?? form.file.encoding
      form.file.header = request.input.header ?? form.file.header
      form.file.dialect = request.input.dialect ?? form.file.dialect
    }
  }

  /// Adds repairs for a form to the next version of a source's definition. Creates the definition
  /// if there is none. Repairs that it has are not added again.
  ///
  /// - Throws: `RecorderError` if the source's name is not that of a definition, if the form lacks
  ///   a field, or if a repair would put texts of a sensitive field into a definition, from which
  ///   they cannot be removed.
  public func keepRepairs(
    _ repairs: [Repair], forSource name: String, of form: String, by: String? = nil,
    reason: String? = nil
  ) throws(RecorderError) -> [AppliedDefinition] {
    let fields = try self.form(.withoutVersion(form)).fields
    for repair in repairs {
      switch repair.change {
      case .replace, .strip: break
      case .trim, .removeBlanks, .notation, .date, .number, .nearest, .others: continue
      }
      guard fields.first(where: { $0.name == repair.field })?.sensitive == true else { continue }
      throw RecorderError(
        .refused, "the field '\(repair.field)' is sensitive; its texts cannot be kept")
    }
    let attribution = Attribution(by: by, reason: reason)
    return try changeSource(name, of: form, attribution: attribution) { form in
      for repair in repairs { form.keep(repair) }
    }
  }

  /// - Throws: `RecorderError` if a source with this name cannot be defined.
  package func requireSourceName(_ name: String) throws(RecorderError) {
    if let problem = DefinitionNames.problem(ofName: name, "a source's name") {
      throw RecorderError(.usage, problem)
    }
  }

  /// Stores the next version of a source, under the lock under which it reads the last one, so that
  /// changes by others are kept.
  private func changeSource(
    _ name: String, of form: String, attribution: Attribution, _ change: (inout SourceForm) -> Void
  ) throws(RecorderError) -> [AppliedDefinition] {
    try requireSourceName(name)
    let store = try storeForWriting(attribution)
    return try mappingErrors {
      try store.keepingLock {
        var source =
          try store.version(of: .source, named: name)?.source() ?? Source(name: name, forms: [])
        var sent = source.form(named: form) ?? SourceForm(form: form)
        change(&sent)
        source.forms.removeAll { $0.form == form }
        source.forms.append(sent)
        source.forms.sort { $0.form < $1.form }
        return try apply(DefinitionSet(sources: [source]), attribution, to: store)
      }
    }
  }
}

extension SourceForm {
  /// Adds a repair. Replacements are added to those of the field if they are its last repair.
  fileprivate mutating func keep(_ repair: Repair) {
    if repairs.contains(repair) { return }
    if let last = repairs.lastIndex(where: { $0.field == repair.field }),
      case .replace(let known) = repairs[last].change, case .replace(let new) = repair.change
    {
      repairs[last].change = .replace(known.merging(new) { $1 })
    } else {
      repairs.append(repair)
    }
  }
}
