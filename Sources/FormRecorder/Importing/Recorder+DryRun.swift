import FormInput
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
    var planned: DryRunContent?
    return try importDryRun(request, definitions: definitions, after: &planned, events)
  }

  /// Validates one of several files without storing anything, as if the files before it were
  /// stored.
  ///
  /// - Parameter planned: What the files before it would store; the file adds to it. Nil if it is
  ///   the only file.
  /// - Throws: `RecorderError`, as `importDryRun(_:definitions:_:)` does.
  public func importDryRun(
    _ request: ImportRequest, definitions: DefinitionSet?, after planned: inout DryRunContent?,
    _ events: ImportEvents
  ) throws(RecorderError) -> ImportReport {
    let store: Store?
    let plan: Plan
    var rulesVersion: Int?
    var request = try applyingSource(to: request, definitions, in: try storeIfPresent())
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
    let file = InputFile(request.readPath)
    let known = store.map {
      KnownImports(
        recorder: self, request: request, store: $0, plan: plan, rulesVersion: rulesVersion,
        events: events)
    }
    if let file, let report = try importReport(of: file, known, request, plan, planned, events) {
      return report
    }
    let form = try mappingErrors { try store?.version(of: .form, named: plan.form.name) }
    let pass = try InputPass(
      self, request, plan: plan, form: form?.definition, in: store,
      at: request.clock(plan.form, at: try settings.now(request.now)), after: planned,
      events: events, boundaries: BatchBoundaries(rules: plan.rules.count))
    let pipeline = ImportPipeline(request.path, pass.session, claims: pass.claims)
    var added = DryRunContent()
    try mappingErrors {
      try pipeline.forEachBatch(events, fraction: { file?.fraction(read: pass.digest) }) {
        if planned != nil { added.add($0, of: plan) }
      }
    }
    if file == nil, !request.allowsReimport,
      let report = try known?.report(sha256: pass.digest.hexadecimal)
        ?? planned?.repeatedReport(pass.digest.hexadecimal, request, plan, events)
    {
      return report
    }
    var report = pass.report(pipeline.state)
    if !report.isRefused {
      report.exceededLimits += [try pass.missingColumns(pipeline.state)].compactMap { $0 }
      planned?.deliver(added)
      let columns = pipeline.state.session.input.mapping.storedColumns
      planned?.add(
        report, size: pass.digest.size,
        fields: columns.isEmpty ? nil : Set(columns.compactMap(\.field)))
    }
    pass.noteResult(pipeline.state, report)
    return report
  }

  /// The report of the import of a file that is already stored, or that an earlier file of the dry
  /// run would store. Nil if there is none.
  private func importReport(
    of file: InputFile, _ known: KnownImports?, _ request: ImportRequest, _ plan: Plan,
    _ planned: DryRunContent?, _ events: ImportEvents
  ) throws(RecorderError) -> ImportReport? {
    if request.allowsReimport { return nil }
    var sha256: String?
    if let known,
      let digest = try file.digestOfImport(in: known.store, form: plan.form.name, &sha256)
    {
      return try known.report(sha256: digest)
    }
    guard let planned, planned.hasImport(ofSize: file.size) else { return nil }
    let digest = try mappingErrors(file: file.path) { [sha256] in
      try sha256 ?? FileDigest.sha256(of: file.path)
    }
    return planned.repeatedReport(digest, request, plan, events)
  }

  /// Checks that files can be opened and may contain records, before anything is stored.
  ///
  /// - Throws: `RecorderError`, the error of the first file, if none of them can be opened.
  public func requireReadable(_ files: [String]) throws(RecorderError) {
    var first: RecorderError?
    for file in files {
      // A pipe can be read only once.
      if file == "-" || InputFile.isStream(file) { return }
      do {
        try requireRecords(inFile: file)
        return
      } catch {
        first = first ?? RecorderError(error).inFile(file)
      }
    }
    if let first { throw first }
  }

  /// Checks that definitions and files fit together before any of them is stored.
  ///
  /// - Throws: `RecorderError`, the error of the first file, if none of the files can be imported.
  public func requireImportable(
    _ files: [String], _ request: ImportRequest, definitions: DefinitionSet
  ) throws(RecorderError) {
    try requireReadable(files)
    let store: Store?
    do {
      store = try request.source == nil ? nil : storeIfPresent()
    } catch  where error.remedies.contains(.updateDatabase) {
      // The import itself updates a store of an older version.
      store = nil
    }
    var request = try applyingSource(to: request, definitions, in: store)
    // The form or rule set may already be stored. Binding it later reports the error.
    guard let plan = try? definitions.bind(form: request.form?.name, rules: request.rules?.name)
    else { return }
    request.adoptSource(for: plan.form.name)
    var first: RecorderError?
    for file in files {
      // A pipe can be read only once.
      if file == "-" || InputFile.isStream(file) { return }
      request.path = file
      do {
        // The files are opened but not judged, so stored records do not matter.
        let setup = try JudgingSetup(
          plan, in: nil, files: request.files.orDefault(of: settings))
        _ = try InputReading(request, under: plan).session(
          setup.conditions(
            at: request.clock(plan.form, at: try settings.now(request.now)),
            parameters: request.parameters,
            source: request.source, scenario: request.scenario))
        return
      } catch {
        first = first ?? error
      }
    }
    if let first { throw first }
  }
}

extension DryRunContent {
  /// The report of a file with the same content as an earlier one, or nil if there is none.
  fileprivate func repeatedReport(
    _ sha256: String, _ request: ImportRequest, _ plan: Plan, _ events: ImportEvents
  ) -> ImportReport? {
    guard var report = importReport(sha256: sha256, form: plan.form.name) else { return nil }
    events.note(
      "\(request.path): has the content of \(report.file), and would not be stored again")
    (report.file, report.isAlreadyImported) = (request.path, true)
    report.addViolation(of: request.maximumRejected)
    return report
  }
}
