import FormInput
import FormRules
import FormStore

/// Judges an input like an import, and stores nothing.
struct DryRun {
  private let bound: BoundImport
  /// The file, or nil for a stream.
  private let file: InputFile?

  /// - Parameters:
  ///   - definitions: The definitions to judge under if there is no store.
  ///   - store: The store, or nil if it does not exist.
  init(
    _ recorder: Recorder, _ request: ImportRequest, under definitions: DefinitionSet?,
    in store: Store?, callbacks: ImportCallbacks
  ) throws(RecorderError) {
    var request = try request.findingSource(definitions, in: store)
    let plan: Plan
    var versions: BoundVersions?
    if store == nil, let definitions, !definitions.items.isEmpty {
      plan = try definitions.bind(form: request.form?.name, rules: request.rules?.name)
      callbacks.note(
        RecorderNote(
          "\(recorder.database) does not exist; the records are validated as the first of a new "
            + "database"))
    } else {
      let present = if let store { store } else { try recorder.storeForReading() }
      let stored = try recorder.bind(form: request.form, rules: request.rules, in: present)
      plan = stored.plan
      versions = stored
    }
    request.adoptSource(for: plan.form.name)
    bound = BoundImport(
      recorder: recorder, request: request, plan: plan, versions: versions, store: store,
      callbacks: callbacks)
    file = InputFile(request.readPath)
  }

  /// - Parameter dryRunContent: What the files before it would store, to which the input adds; nil
  ///   if it is the only file.
  func run(after dryRunContent: inout DryRunContent?) throws(RecorderError) -> ImportReport {
    try bound.requireValid(file)
    if let file {
      if let report = try knownReport(of: file, dryRunContent) { return report }
      try requireResumable(file)
    }
    let (request, plan) = (bound.request, bound.plan)
    let clock = request.clock(plan.form, at: try bound.recorder.settings.now(request.now))
    let opened = try OpenedImport(
      bound, at: clock.requireTimestamp(), after: dryRunContent,
      boundaries: BatchBoundaries(rules: plan.rules.count))
    var values: DryRunValues?
    var lookedUp = Set(plan.storedReferences)
    if let store = bound.store, let versions = bound.versions,
      let references = try dryRunContent?.references(in: store)
    {
      lookedUp.formUnion(references)
      values = try DryRunValues(
        lookedUp, of: versions, columns: opened.judge.input.mapping.storedColumns, in: store)
    }
    let isCompared = dryRunContent?.comparesWithRecords(of: plan, lookingUp: lookedUp) == true
    let pipeline = ImportPipeline(request.path, opened.judge, claims: opened.claims)
    var added = DryRunContent()
    var linesOfPurged: [Int64] = []
    try mappingErrors {
      let end = try pipeline.forEachBatch(
        bound.callbacks, fraction: { file?.fraction(read: opened.digest) }
      ) { batch, _ in
        if let store = bound.store, let versions = bound.versions {
          linesOfPurged += try store.linesOfPurged(batch, of: versions)
        }
        if isCompared {
          added.add(batch, of: plan, values: try values?.values(of: batch) ?? [])
        }
      }
      try end.requireComplete(request.path)
    }
    if file == nil, !request.allowsReimport,
      let report = try knownReport(ofStream: opened.digest.hexadecimal, dryRunContent)
    {
      return report
    }
    let judged = JudgedImport(opened: opened, state: pipeline.state)
    var report = judged.report()
    if !report.isRefused {
      judged.notePurged(linesOfPurged)
      report.exceededLimits += [try judged.missingColumns()].compactMap { $0 }
      dryRunContent?.deliver(added)
      let columns = pipeline.state.judge.input.mapping.storedColumns
      dryRunContent?.add(
        report, size: opened.digest.size,
        fields: columns.isEmpty ? nil : Set(columns.compactMap(\.field)))
    }
    judged.noteResult(report)
    return report
  }

  /// - Throws: `RecorderError` if an unfinished import of the file has another configuration.
  private func requireResumable(_ file: InputFile) throws(RecorderError) {
    guard let store = bound.store else { return }
    let unfinished: UnfinishedImport?
    do {
      let fingerprint = try file.fingerprint(form: bound.plan.form.name)
      unfinished = try store.imports(like: fingerprint)
        .first { bound.resumes($0, of: file) }
        .flatMap { try store.unfinishedImport($0.importID) }
    } catch {
      throw RecorderError(error).inFile(bound.request.path)
    }
    if let unfinished { try bound.requireSame(unfinished) }
  }

  /// The report of the import of a file that is already stored, or that an earlier file of the dry
  /// run would store. Nil if there is none.
  private func knownReport(
    of file: InputFile, _ dryRunContent: DryRunContent?
  ) throws(RecorderError) -> ImportReport? {
    if bound.request.allowsReimport { return nil }
    var sha256: String?
    if let store = bound.store,
      let digest = try file.digestOfImport(in: store, form: bound.plan.form.name, &sha256)
    {
      return try bound.knownReport(sha256: digest)
    }
    guard let dryRunContent, dryRunContent.hasImport(ofSize: file.size) else { return nil }
    let digest = try mappingErrors(file: file.path) { [sha256] in
      try sha256 ?? FileDigest.sha256(of: file.path)
    }
    return dryRunContent.repeatedReport(digest, bound)
  }

  private func knownReport(
    ofStream sha256: String, _ dryRunContent: DryRunContent?
  ) throws(RecorderError) -> ImportReport? {
    try bound.knownReport(sha256: sha256) ?? dryRunContent?.repeatedReport(sha256, bound)
  }
}

extension DryRunContent {
  /// The report of a file with the same content as an earlier one, or nil if there is none.
  fileprivate func repeatedReport(_ sha256: String, _ bound: BoundImport) -> ImportReport? {
    let request = bound.request
    guard var report = importReport(sha256: sha256, form: bound.plan.form.name) else { return nil }
    bound.callbacks.note(
      "\(request.path): has the content of \(report.file), and would not be stored again")
    (report.file, report.isAlreadyImported) = (request.path, true)
    report.addViolation(of: request.maximumRejected)
    return report
  }
}
