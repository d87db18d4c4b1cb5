import FormRules
import FormStore

extension Recorder {
  /// Judges a file like `importFile` but stores nothing: no import, no version, no database.
  ///
  /// - Parameter definitions: Forms and rule sets that replace stored ones with the same names. Nil
  ///   or empty means that only stored definitions are used.
  /// - Throws: `RecorderError`, as an import of the file does.
  public func importDryRun(
    _ request: ImportRequest, definitions: DefinitionSet? = nil,
    _ events: ImportEvents = ImportEvents()
  ) throws(RecorderError) -> ImportReport {
    var dryRunContent: DryRunContent?
    return try importDryRun(request, definitions: definitions, after: &dryRunContent, events)
  }

  /// Validates one of several files without storing anything, as if the files before it were
  /// stored.
  ///
  /// - Parameter dryRunContent: What the files before it would store, to which the file adds; nil
  ///   if it is the only file.
  /// - Throws: `RecorderError`, as `importDryRun(_:definitions:_:)` does.
  public func importDryRun(
    _ request: ImportRequest, definitions: DefinitionSet?,
    after dryRunContent: inout DryRunContent?, _ events: ImportEvents
  ) throws(RecorderError) -> ImportReport {
    try DryRun(try bound(request, definitions, events)).run(after: &dryRunContent)
  }

  /// Binds a request to definitions that are not stored, or to stored ones.
  private func bound(
    _ request: ImportRequest, _ definitions: DefinitionSet?, _ events: ImportEvents
  ) throws(RecorderError) -> BoundImport {
    let store: Store?
    let plan: Plan
    var rulesVersion: Int?
    var request = try request.findingSource(definitions, in: try storeIfPresent())
    if let definitions, !definitions.items.isEmpty {
      store = try storeIfPresent()
      plan = try definitions.bind(form: request.form?.name, rules: request.rules?.name)
    } else {
      let present = try storeForReading()
      store = present
      let bound = try bind(form: request.form, rules: request.rules, in: present)
      plan = bound.plan
      rulesVersion = bound.rules.number
    }
    if store == nil {
      events.note(
        "\(database) does not exist; the records are validated as the first of a new database")
    }
    request.adoptSource(for: plan.form.name)
    try request.localization.requireKnown(by: [plan])
    let form = try mappingErrors { try store?.version(of: .form, named: plan.form.name) }
    return BoundImport(
      recorder: self, request: request, plan: plan, formID: form?.definition,
      rulesVersion: rulesVersion, store: store, events: events)
  }
}
