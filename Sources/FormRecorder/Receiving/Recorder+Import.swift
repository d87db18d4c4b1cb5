import FormBytes
import FormRules
import FormStore

extension Recorder {
  /// Imports a file: stores every record with its verdict and errors, and seals the run.
  ///
  /// Importing the same file again stores no records, unless `allowsReimport` is set. An
  /// interrupted import is resumed. A dry run only judges the records.
  ///
  /// - Throws: `RecorderError` if the file cannot be read to its end or the store cannot be
  ///   written. Records that were already committed stay as an unfinished import, which the same
  ///   call resumes.
  public func importFile(
    _ request: ImportRequest, _ callbacks: ImportCallbacks = ImportCallbacks()
  ) throws(RecorderError) -> ImportReport {
    try openForImports(isDryRun: request.isDryRun, by: request.by, reason: request.reason)
      .importFile(request, callbacks)
  }

  /// Opens the store for several imports.
  ///
  /// - Parameters:
  ///   - definitions: Definitions to import under, if any. They are stored with the first file that
  ///     is stored, or when a file was already imported. If all files fail, they are not stored.
  ///   - isDryRun: Whether each request to the importer is a dry run. The store is opened for
  ///     reading, and need not exist.
  ///   - by: The operator who applies the definitions.
  ///   - reason: The reason for applying the definitions.
  /// - Throws: `RecorderError` if the definitions are refused, or if there is neither a store nor a
  ///   definition.
  public func openForImports(
    applying definitions: DefinitionSet? = nil, isDryRun: Bool = false, by: String? = nil,
    reason: String? = nil
  ) throws(RecorderError) -> FileImporter {
    if let definitions { try checkBeforeStore(definitions) }
    let attribution = Attribution(by: by, reason: reason)
    if isDryRun {
      let store = try storeIfPresent()
      if let store, let definitions {
        _ = try stageDefinitions(definitions, attribution, for: store)
      }
      return FileImporter(
        recorder: self, access: store.map(StoreAccess.dryRun),
        definitions: store == nil ? definitions : nil, applied: [])
    }
    // Do not create a store that the import cannot use.
    guard try hasDatabase || definitions != nil else {
      throw RecorderError(
        .missing(.form(nil)), "there is no form yet", .supplyDefinitions, .applyDefinitions)
    }
    let store = try storeForWriting(attribution)
    return FileImporter(
      recorder: self, access: .writing(store), definitions: nil,
      applied: try definitions.map { definitions throws(RecorderError) in
        try stageDefinitions(definitions, attribution, for: store)
      } ?? [])
  }

  func importFile(
    _ request: ImportRequest, _ callbacks: ImportCallbacks, into store: WritableStore
  ) throws(RecorderError) -> ImportReport {
    var request = try request.findingSource(in: store)
    let bound = try bind(form: request.form, rules: request.rules, in: store)
    request.adoptSource(for: bound.form.name)
    var report = try ImportOperation(self, request, bound: bound, in: store, callbacks: callbacks)
      .run()
    guard let importID = report.importID else { return report }
    do throws(RecorderError) {
      try carryCorrections(to: &report, after: request, under: bound.plan, in: store, callbacks)
      try repair(&report, after: request, under: bound.plan, in: store, callbacks)
    } catch {
      throw error.after(
        "import \(importID) is finished, but not all of its corrections are stored; import the "
          + "file again to complete them")
    }
    return report
  }

  /// Applies the corrections of earlier deliveries to an import that has finished, and counts them
  /// in its report. If the process is killed before that, repeating the import or the next delivery
  /// does it.
  private func carryCorrections(
    to report: inout ImportReport, after request: ImportRequest, under plan: Plan, in store: Store,
    _ callbacks: ImportCallbacks
  ) throws(RecorderError) {
    guard request.carriesCorrections, let importID = report.importID,
      let known = report.deliveries
    else { return }
    let carried = try mappingErrors { try CarriedCorrections(to: importID, under: plan, in: store) }
    if !carried.patches.isEmpty {
      let refused = try carried.store(self, after: request)
      callbacks.noteRefusals(refused, of: "carried correction", in: report.file)
      report.deliveries = try mappingErrors {
        try store.deliveryCounts(
          ofImport: importID, distinct: known.new + known.changed + known.unchanged)
      }
    }
    report.deliveries?.replaced = carried.replaced
  }

  /// Corrects the rejected records of an import by the repairs of its source, and counts them in
  /// its report. If the process is killed before that, repeating the import does it.
  private func repair(
    _ report: inout ImportReport, after request: ImportRequest, under plan: Plan, in store: Store,
    _ callbacks: ImportCallbacks
  ) throws(RecorderError) {
    guard let current = request.sourceVersion, let importID = report.importID else { return }
    let repairs = try mappingErrors {
      try SourceRepairs(ofImport: importID, current, under: plan, in: store)
    }
    guard let (repaired, refused) = try repairs?.store(self, after: request) else { return }
    callbacks.noteRefusals(refused, of: "repair", in: report.file)
    report.repairs = repaired
  }
}

extension ImportCallbacks {
  /// Notes the corrections after an import that were refused, unless another process has corrected
  /// or replaced the record.
  fileprivate func noteRefusals(
    _ refused: [CorrectionCounts.Refused], of what: String, in file: String
  ) {
    let reasons = refused.map(\.reason).filter { $0.latest == nil }
    guard let first = reasons.first else { return }
    let more = reasons.count > 1 ? ", …" : ""
    note("\(file): \(reasons.count.counted(what)) refused: \(first.description)\(more)")
  }
}
