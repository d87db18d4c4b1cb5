import FormBytes
import FormInput
import FormRules
import FormStore

extension Correction {
  /// Judges a group and stores it as a separate import, unless requests to services are open.
  ///
  /// - Parameter transaction: The transaction of all groups, or nil in a dry run.
  mutating func judge(
    _ group: CorrectionGroup, _ transaction: WriteTransaction?, report: inout ImportReport
  ) throws {
    let session = try open(group, try counted(group))
    let replaced = Set(group.corrects)
    if !bound.plan.runComparingPositions.isEmpty {
      try ConflictingKeys(plan: bound.plan, store: store, setup: setup).add(
        to: session, keys: try keys(group), of: group.key.importID, replaced: replaced)
    }
    try StoredClaims(
      bound.plan, formID: bound.form.definition, in: store,
      except: .submissions { [correctsAccepted = request.correctsAccepted] in
        correctsAccepted && replaced.contains($0)
      }
    )?.refresh(session)
    try dryRunContent.add(to: session, of: bound.plan) { claim in
      claim.corrects.map(replaced.contains) ?? false
    }
    let columns = group.key.columns
    var preparer = BatchPreparer(bound.plan, knownColumns: columns.count)
    let writer = try transaction.map { try self.writer(group, columns, transaction: $0) }
    try write(group, session, preparer: &preparer, writer: writer)
    let rules = preparer.tally.ruleCounts(session.skips)
    report.add(preparer.tally.counts, bound.plan.failures(rules), skips: bound.plan.skips(rules))
    guard let writer, answers?.open.isEmpty != false else { return }
    let end = try writer.finish(
      RunEnd(
        counts: preparer.tally.counts, rules: rules, limits: [],
        finishedAt: try recorder.settings.now().description),
      ImportEnd(sha256: report.sha256, size: file.digest.size, malformed: 0, blankLines: 0))
    guard case .finished(let head) = end else { return }
    report.importID = report.importID ?? writer.importID
    // The last head is the receipt, because it covers the preceding ones.
    report.runID = writer.runID
    report.head = head
    counts.imports.append(writer.importID)
  }

  private mutating func write(
    _ group: CorrectionGroup, _ session: InputSession, preparer: inout BatchPreparer,
    writer: ImportWriter?
  ) throws {
    let batch = PreparedBatch()
    var hasher = BlockHasher(bound.errorLines)
    var carried = CopiedErrors(bound.plan, store)
    var done = 0
    while try session.next(services: .collect) {
      preparer.fill(batch, from: session)
      batch.corrects = Array(group.corrects[done..<done + batch.count])
      try carried.add(to: batch, session, corrected: batch.corrects[...])
      if let messages {
        counts.verdicts += batch.verdicts(
          of: group.records.ids[done..<done + batch.count], under: bound.plan, messages)
      }
      preparer.tally.add(batch)
      preparer.appendKeys(to: batch, session)
      done += batch.count
      hasher.add(batch)
      batch.openBlock = hasher.block
      // With open requests the transaction is rolled back.
      if answers?.open.isEmpty != false { try writer?.append(batch) }
      if writer == nil {
        dryRunContent.add(batch, of: bound.plan)
        dryRunContent.add(
          corrections: batch, group.key.columns, of: bound.plan, after: try store.lastSubmission())
      }
      events.progress(WorkProgress(done, of: group.records.count))
    }
  }

  /// - Parameter counted: The counts for rules that compare with all records of the import, or nil
  ///   to omit these rules.
  func open(
    _ group: CorrectionGroup, _ counted: CountedRecords? = nil
  ) throws -> InputSession {
    var conditions = try conditions(group)
    conditions.counted = counted
    let session = try InputSession(input(group), bound.plan, conditions: conditions)
    session.add(try setup.references())
    return session
  }

  private func input(_ group: CorrectionGroup) throws(RecorderError) -> MappedInput {
    try MappedInput(
      CorrectedRecordReader(group.key.columns.map(\.header), group.records),
      ColumnMapping(form: bound.plan.form, storedColumns: group.key.columns))
  }

  private func conditions(_ group: CorrectionGroup) throws -> RunState.Conditions {
    setup.conditions(
      at: RunClock(now, in: bound.plan.form.zone),
      parameters: try JSON.strings(group.key.parameters), source: group.key.source,
      scenario: group.key.scenario)
  }

  /// Counts the corrections and the other current records of the original import.
  ///
  /// Returns nil for corrections of single submissions, and of imports that contain only rejected
  /// records.
  private func counted(_ group: CorrectionGroup) throws -> CountedRecords? {
    guard let importID = group.key.importID,
      try store.importKind(importID) != .externalRun
    else { return nil }
    var conditions = try conditions(group)
    try conditions.countRecords(for: bound.plan, mayQuote: bound.plan.mayQuote) { conditions in
      let counting = StoredCounting(plan: bound.plan, store: store, conditions: conditions)
      try counting.count(currentOf: importID, replaced: Set(group.corrects))
      let session = try InputSession(
        input(group), bound.plan, conditions: conditions, for: .counting)
      while try session.count() {}
    }
    return conditions.counted
  }

  /// The keys of the corrections under each `unique` rule.
  private func keys(_ group: CorrectionGroup) throws -> [Int: Set<Hash128>] {
    let session = try open(group)
    session.ignoreEarlierRecords()
    session.evaluateOnlyUnique()
    var keys: [Int: Set<Hash128>] = [:]
    while try session.next(services: .onlyRecorded) {
      for record in session.judgedRecords.indices {
        for position in bound.plan.statefulRulePositions {
          if let key = session.key(ofRule: position, record: record) {
            keys[position, default: []].insert(key)
          }
        }
      }
    }
    return keys
  }

  private func writer(
    _ group: CorrectionGroup, _ columns: [ImportColumn], transaction: WriteTransaction
  ) throws -> ImportWriter {
    var importStart = ImportStart(
      .correction, of: request.isVerbatim ? nil : request.path,
      file.detected, columns: columns)
    importStart.allowsReimport = true
    (importStart.source, importStart.batchLabel) = (group.key.source, group.key.batchLabel)
    importStart.firstPart = counts.imports.first
    if request.origin == .earlierDeliveries { importStart.options = #"{"carried":true}"# }
    var start = RunStart(
      kind: .correction, bound: bound, attribution: request.attribution,
      program: recorder.settings.program, startedAt: now.description)
    start.now = RunClock(now, in: bound.plan.form.zone).description
    (start.parameters, start.scenario) = (group.key.parameters, group.key.scenario)
    start.knownEvent = try store.lastEvent()
    return ImportWriter(transaction.store, start, importStart: importStart, in: transaction)
  }
}

extension PreparedBatch {
  /// The verdicts of the records, with the numbers of the submissions that they name.
  fileprivate func verdicts(
    of named: ArraySlice<Int64>, under plan: Plan, _ messages: PlanMessages
  ) -> [CorrectionVerdict] {
    var verdicts = named.map { CorrectionVerdict(submission: $0, errors: []) }
    for error in errors {
      let rule = plan.rules[Int(error.rule)]
      let code = error.code ?? rule.defaultCode
      verdicts[Int(error.record)].errors.append(
        ReportedError(
          rule: rule.id, field: rule.field.map { plan.form.fields[$0].name }, code: code,
          severity: rule.severity,
          message: messages.message(
            ofRule: Int(error.rule), code: code,
            arguments: [MessageArgument](json: error.arguments))))
    }
    return verdicts
  }
}
