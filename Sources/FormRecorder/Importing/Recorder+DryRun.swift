import FormCSV
import FormRules
import FormStore

extension Recorder {
  /// Judges a file as `importFile` would, and stores nothing: no import, no version, no database.
  ///
  /// - Parameter definitions: forms and rule sets that stand in for stored ones of their names; nil
  ///   or empty means what is stored.
  public func importDryRun(
    _ request: ImportRequest, definitions: DefinitionSet? = nil,
    _ events: ImportEvents = ImportEvents()
  ) throws(RecorderError) -> ImportReport {
    let store = try? Store(readingAt: database)
    let plan: Plan
    if let definitions, !definitions.items.isEmpty {
      plan = try definitions.bind(form: request.form?.name, rules: request.rules?.name)
    } else {
      plan = try bind(form: request.form, rules: request.rules, in: try storeForReading()).plan
    }
    try request.localization.requireKnown(by: [plan])
    let digest = StreamDigest()
    let setup = try JudgingSetup(
      plan, in: store, files: request.files, services: remoteMemory(of: plan))
    let stream = try dryStream(request, setup, digest)
    stream.add(try setup.references())
    for line in plan.leftOutNotes(
      files: request.files, hasStore: store != nil, services: setup.services)
    {
      events.note(line)
    }
    for line in stream.openingNotes {
      events.note("\(request.path): \(line)")
    }
    let claims = try store.flatMap { store throws(RecorderError) in
      try storedClaims(plan, store)
    }
    let pipeline = ImportPipeline(
      stream, BatchPreparer(plan, knownColumns: stream.mapping.columns.count), claims: claims)
    defer { pipeline.stop() }
    let file = InputFile(request.path)
    var read = 0
    while let step = pipeline.next() {
      switch step {
      case .gate: pipeline.passGate(0)
      case .batch(let batch):
        read += batch.count
        events.progress(WorkProgress(read, share: file?.share(read: digest)))
        pipeline.recycle(batch)
      }
      if events.shouldStop() { throw RecorderError(.stopped, "\(request.path): stopped") }
    }
    if let error = pipeline.outcome.error {
      throw error.inFile(request.path)
    }
    let preparer = pipeline.outcome.preparer
    for line in pipeline.outcome.stream.closingNotes { events.note("\(request.path): \(line)") }
    for note in preparer.faultNotes(file: request.path, in: request.localization) {
      events.note(note)
    }
    let rules = preparer.ruleCounts(stream.skips)
    var limits = plan.ruleSet.limits
    if let maximum = request.maximumRejected { limits.append(Limit(.rejected, max: maximum)) }
    return ImportReport(
      importID: nil, run: nil, file: request.path, form: plan.form.name, formVersion: nil,
      rules: plan.ruleSet.name, rulesVersion: nil, source: request.source,
      sha256: digest.hexadecimal, counts: preparer.counts,
      byRule: plan.failures(rules), skipped: plan.skips(rules),
      isAlreadyImported: false,
      passedLimits: limits.compactMap { $0.violation(preparer.counts) },
      unknownColumns: stream.mapping.unknownColumns,
      missingFields: stream.mapping.missingFields.map(\.name), head: nil)
  }

  /// Looks whether definitions and files go together, before anything of either is stored.
  ///
  /// - Throws: when none of the files could be imported, with what is wrong with the first.
  public func requireImportable(
    _ files: [String], _ request: ImportRequest, definitions: DefinitionSet
  ) throws(RecorderError) {
    try requireReadable(files)
    // A form or rule set that is stored already; binding it says what is wrong.
    guard let plan = try? definitions.bind(form: request.form?.name, rules: request.rules?.name)
    else { return }
    var first: RecorderError?
    for file in files {
      // To open a pipe here would take its writer away.
      if file == "-" || InputFile.isStream(file) { return }
      var request = request
      request.path = file
      do {
        let setup = try JudgingSetup(
          plan, in: try? Store(readingAt: database), files: request.files)
        _ = try dryStream(request, setup, StreamDigest())
        return
      } catch {
        first = first ?? error
      }
    }
    if let first { throw first }
  }

  private func storedClaims(_ plan: Plan, _ store: Store) throws(RecorderError) -> StoredClaims? {
    let form = try explaining { try store.version(of: .form, named: plan.form.name) }
    return try form.flatMap { form throws(RecorderError) in
      try StoredClaims(plan, form: form.definition, database: database)
    }
  }

  private func dryStream(
    _ request: ImportRequest, _ setup: JudgingSetup, _ digest: StreamDigest
  ) throws(RecorderError) -> RecordStream {
    do {
      let reader = try RecordInput.open(
        request.path, options: try request.input.readerOptions(setup.plan.form), digest)
      let stream = try RecordStream(
        ReadAheadReader(reader), setup.plan,
        setup.conditions(
          now: clock(), given: request.given, source: request.source, scenario: request.scenario),
        map: request.input.map)
      return stream
    } catch {
      throw RecorderError(error).inFile(request.path)
    }
  }
}
