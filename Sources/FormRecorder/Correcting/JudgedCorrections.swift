import FormBytes
import FormInput
import FormRules
import FormStore

/// The judged corrections of a file. They are stored when their transaction is committed.
struct JudgedCorrections {
  private let correction: Correction
  private(set) var report: ImportReport
  private(set) var counts: CorrectionCounts
  /// In a dry run, what the corrections so far would store.
  private(set) var dryRunContent: DryRunContent
  /// The messages of failures, if the report lists verdicts.
  private let messages: PlanMessages?

  private var request: CorrectionRequest { correction.request }
  private var store: Store { correction.store }
  private var bound: BoundVersions { correction.bound }

  /// - Parameters:
  ///   - transaction: The transaction of all groups, or nil in a dry run.
  ///   - dryRunContent: What the corrections of earlier files of a dry run would store.
  init(
    _ selected: SelectedCorrections, in transaction: WriteTransaction?,
    after dryRunContent: DryRunContent
  ) throws {
    var correction = selected.correction
    try correction.readMaskedColumns(for: selected.groups.all)
    self.correction = correction
    (report, counts) = (selected.report, selected.counts)
    self.dryRunContent = dryRunContent
    messages =
      correction.request.listsVerdicts
      ? PlanMessages(correction.bound.plan, in: correction.request.localization) : nil
    for group in selected.groups.all {
      try correction.callbacks.throwIfStopped(request.path)
      try judge(group, transaction)
    }
  }

  /// Judges a group and stores it as a separate import, unless requests to services are open.
  private mutating func judge(
    _ group: CorrectionGroup, _ transaction: WriteTransaction?
  ) throws {
    let corrected = Set(group.corrects)
    // In a dry run, also by earlier files and groups.
    let replaced = corrected.union(dryRunContent.corrections.keys)
    let unstored =
      try group.key.importID.map {
        try dryRunContent.corrections(ofImport: $0, without: corrected)
      } ?? []
    let judge = try correction.open(
      group, try correction.counted(group, without: replaced, and: unstored))
    if !bound.plan.runComparingPositions.isEmpty {
      try ConflictingKeys(plan: bound.plan, store: store, setup: correction.setup).add(
        to: judge, keys: try correction.keys(group), of: group.key.importID, replaced: replaced,
        and: unstored)
    }
    try StoredClaims(
      bound.plan, formID: bound.form.definitionID, in: store,
      except: .submissions { [correctsAccepted = request.correctsAccepted] in
        correctsAccepted && corrected.contains($0)
      }
    )?.refresh(judge)
    try dryRunContent.add(to: judge, of: bound.plan) { claim in
      claim.corrects.map(corrected.contains) ?? false
    }
    let columns = group.key.columns
    var preparer = BatchPreparer(bound.plan, knownColumns: columns.count)
    let writer = try transaction.map { try self.writer(group, columns, transaction: $0) }
    try write(group, judge, preparer: &preparer, writer: writer)
    let rules = preparer.tally.ruleCounts(judge.skips)
    report.add(preparer.tally.counts, bound.plan.failures(rules), skips: bound.plan.skips(rules))
    guard let writer, !correction.hasOpenRequests else { return }
    let end = try writer.finish(
      RunEnd(
        counts: preparer.tally.counts, rules: rules, limits: [],
        finishedAt: try correction.recorder.settings.now().description),
      ImportEnd(
        sha256: report.sha256, size: correction.file.digest.size, malformed: 0, blankLines: 0))
    guard case .finished(let head) = end else { return }
    report.importID = report.importID ?? writer.importID
    // The last head is the receipt, because it covers the preceding ones.
    report.runID = writer.runID
    report.head = head
    counts.imports.append(writer.importID)
  }

  private mutating func write(
    _ group: CorrectionGroup, _ judge: InputJudge, preparer: inout BatchPreparer,
    writer: ImportWriter?
  ) throws {
    let batch = PreparedBatch()
    var hasher = BlockHasher(bound.errorLines)
    var copied = CopiedErrors(bound.plan, store)
    var done = 0
    var values: DryRunValues?
    if writer == nil, dryRunContent.hasLaterFiles {
      values = try DryRunValues(
        dryRunContent.references(in: store).union(bound.plan.storedReferences), of: bound,
        columns: group.key.columns, in: store)
    }
    while try judge.next(services: .collect) {
      preparer.fill(batch, from: judge)
      batch.corrects = Array(group.corrects[done..<done + batch.count])
      // A patch is the record of its line.
      let lines = group.records.lines[done..<done + batch.count]
      try copied.add(to: batch, judge) { [patches = request.patches] record in
        patches?[Int(lines[lines.startIndex + record]) - 1]
      }
      if let messages {
        counts.verdicts += batch.verdicts(
          of: group.records.ids[done..<done + batch.count], under: bound.plan, messages)
      }
      preparer.tally.add(batch)
      preparer.appendKeys(to: batch, judge)
      done += batch.count
      hasher.add(batch)
      batch.openBlock = hasher.block
      // With open requests the transaction is rolled back.
      if !correction.hasOpenRequests { try writer?.append(batch) }
      if writer == nil {
        _ = try store.linesOfPurged(batch, of: bound)
        dryRunContent.add(batch, of: bound.plan, values: try values?.values(of: batch) ?? [])
        dryRunContent.add(
          corrections: batch, group.key.columns, ofImport: group.key.importID,
          under: bound.plan, after: try store.lastSubmission())
      }
      correction.callbacks.progress(WorkProgress(done, of: group.records.count))
    }
  }

  private func writer(
    _ group: CorrectionGroup, _ columns: [ImportColumn], transaction: WriteTransaction
  ) throws -> ImportWriter {
    var importStart = ImportStart(
      .correction, of: request.isVerbatim ? nil : request.path,
      correction.file.detected, columns: columns)
    importStart.allowsReimport = true
    (importStart.source, importStart.batchLabel) = (group.key.source, group.key.batchLabel)
    importStart.firstPart = counts.imports.first
    if request.origin == .earlierDeliveries { importStart.options = #"{"carried":true}"# }
    var start = RunStart(
      kind: .correction, bound: bound, attribution: request.attribution,
      program: correction.recorder.settings.program, startedAt: correction.now.description)
    start.now = correction.clock.description
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
    var verdicts = named.map { CorrectionVerdict(submissionID: $0, errors: []) }
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
