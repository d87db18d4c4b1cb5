import FormBytes
import FormInput
import FormRules
import FormStore

/// Runs one import: determines where it begins, opens the input, has its batches written, and
/// finishes it.
struct Importer {
  let recorder: Recorder
  let request: ImportRequest
  let bound: BoundRules
  let store: WritableStore
  let events: ImportEvents
  private let startedAt: String
  private let conditions: ImportConditions

  /// The input of an import.
  private enum Input {
    /// A file, whose fingerprint is reserved.
    case file(InputFile, FileFingerprint)
    case stream

    var file: InputFile? {
      if case .file(let file, _) = self { file } else { nil }
    }

    var fingerprint: FileFingerprint? {
      if case .file(_, let fingerprint) = self { fingerprint } else { nil }
    }
  }

  init(
    _ recorder: Recorder, _ request: ImportRequest, bound: BoundRules, in store: WritableStore,
    events: ImportEvents
  ) throws(RecorderError) {
    self.recorder = recorder
    self.request = request
    self.bound = bound
    self.store = store
    self.events = events
    startedAt = try recorder.settings.now().description
    conditions = ImportConditions(request, bound, services: recorder.settings.services)
  }

  func run() throws(RecorderError) -> ImportReport {
    try checkRequest()
    if let file = InputFile(request.path) {
      guard !file.belongs(toDatabase: store.path) else {
        throw RecorderError(.usage, "\(request.path): is the database")
      }
      return try importFile(file)
    }
    return try importStream()
  }

  /// Checks the request first, so that its errors are also reported for files that were already
  /// imported.
  private func checkRequest() throws(RecorderError) {
    _ = try request.input.readerOptions(bound.plan.form)
    _ = try ColumnMapping(form: bound.plan.form, mapped: request.input.assignments)
    guard request.scenario != nil || !request.parameters.isEmpty else { return }
    try mappingErrors {
      try bound.plan.check(parameters: request.parameters, scenario: request.scenario)
    }
  }

  private func importFile(_ file: InputFile) throws(RecorderError) -> ImportReport {
    let resumption = ImportResumption(
      store: store, file: file, request: request, conditions: conditions, form: bound.form.name,
      events: events, now: startedAt)
    switch try resumption.startingPoint() {
    case .known(let sha256):
      guard let known = try knownImport(sha256: sha256) else {
        throw RecorderError(.refused, "\(request.path): changed while it was being read")
      }
      return known
    case .start(let fingerprint):
      defer { store.release(fingerprint) }
      return try read(.file(file, fingerprint), resuming: nil)
    case .resume(let unfinished, let fingerprint):
      defer { store.release(fingerprint) }
      return try read(.file(file, fingerprint), resuming: unfinished)
    }
  }

  /// Imports a stream. A stream has no size that could identify it: an unfinished import of a
  /// stream under the same conditions is compared with the input, and a finished import is
  /// recognized only at the end of the input.
  private func importStream() throws(RecorderError) -> ImportReport {
    guard !request.allowsReimport, !request.isAtomic else {
      return try read(.stream, resuming: nil)
    }
    for id in try mappingErrors({ try store.unfinishedStreams(form: bound.form.name) }) {
      guard try mappingErrors({ try store.reserve(stream: id) }) else { continue }
      defer { store.release(stream: id) }
      guard let unfinished = try mappingErrors({ try store.unfinishedImport(id) }),
        unfinished.conditions.differences(from: conditions).isEmpty
      else { continue }
      return try read(.stream, resuming: unfinished)
    }
    return try read(.stream, resuming: nil)
  }

  /// Reads the input from its beginning. The records of an unfinished import that are already
  /// stored are only compared by their digests.
  private func read(
    _ input: Input, resuming unfinished: UnfinishedImport?
  ) throws(RecorderError) -> ImportReport {
    let boundaries = BatchBoundaries(
      rules: bound.plan.rules.count, chunk: request.chunk, ends: unfinished?.ends ?? [])
    let pass = try InputPass(
      recorder, request, plan: bound.plan, form: bound.form.definition, in: store,
      at: try clock(resuming: unfinished), events: events, boundaries: boundaries,
      knownEvent: unfinished?.knownEvent)
    if pass.requestsServices, request.isAtomic {
      throw RecorderError(
        .usage, "an atomic import cannot request services, because it would block other writers",
        .importNonatomically)
    }
    let columns = pass.session.input.mapping.storedColumns
    let writer = writer(of: input, pass, resuming: unfinished)
    let prefix = try unfinished.map { unfinished throws(RecorderError) in
      try StoredPrefix(
        unfinished, of: bound.plan, program: recorder.settings.program, database: recorder.database)
    }
    let pipeline = ImportPipeline(
      request.path, pass.session,
      preparer: BatchPreparer(bound.plan, knownColumns: unfinished?.columns.count ?? columns.count),
      boundaries: boundaries, prefix: prefix, claims: pass.claims)
    let loop = ImportLoop(
      request: request, events: events, pass: pass, pipeline: pipeline, writer: writer,
      boundaries: boundaries, file: input.file, unfinished: unfinished)
    do {
      try loop.run()
      return try finish(pass, pipeline.state, writer: writer, file: input.file)
    } catch {
      writer.rollback()
      throw RecorderError(error)
    }
  }

  private func writer(
    of input: Input, _ pass: InputPass, resuming unfinished: UnfinishedImport?
  ) -> ImportWriter {
    var start = RunStart(
      kind: .import, bound: bound, attribution: request.attribution,
      program: recorder.settings.program, startedAt: startedAt)
    (start.now, start.knownEvent) = (pass.clock.description, pass.knownEvent)
    (start.parameters, start.scenario) = (request.parameters.sortedJSON, request.scenario)
    var importStart = ImportStart(
      input.file == nil ? .stream : .file, of: request.path, pass.session.input.detected,
      columns: pass.session.input.mapping.storedColumns)
    importStart.fingerprint = input.fingerprint
    importStart.path = input.file?.canonicalPath
    importStart.allowsReimport = request.allowsReimport
    (importStart.source, importStart.batch) = (request.source, request.batch)
    importStart.options = conditions.options
    return ImportWriter(store, start, importStart: importStart, resuming: unfinished)
  }

  private func finish(
    _ pass: InputPass, _ state: ImportPipeline.State, writer: ImportWriter, file: InputFile?
  ) throws -> ImportReport {
    if let file, let change = file.change(afterReading: pass.digest.size) {
      if writer.committed > 0 { try writer.commit() } else { writer.rollback() }
      throw changed(change, writer)
    }
    let finishedAt = try recorder.settings.now().description
    let sha256 = pass.digest.hexadecimal
    if let outcome = try writer.takeEffect(sha256: sha256, at: finishedAt) {
      return try report(of: outcome, sha256)
    }
    try reevaluate(pass, state, writer: writer)
    var report = pass.report(state)
    report.formVersion = bound.form.number
    report.rulesVersion = bound.rules.number
    if report.isRefused {
      writer.rollback()
      pass.noteResult(state, report)
      return report
    }
    report.exceededLimits += [try pass.missingColumns(state)].compactMap { $0 }
    let tally = state.preparer.tally
    let outcome = try writer.finish(
      RunEnd(
        counts: tally.counts, rules: tally.ruleCounts(state.session.skips),
        limits: report.exceededLimits, finishedAt: finishedAt),
      ImportEnd(
        sha256: sha256, size: pass.digest.size, malformed: tally.malformed,
        blankLines: state.session.input.detected.blankLines))
    guard case .finished(let head) = outcome else { return try self.report(of: outcome, sha256) }
    report.head = head
    events.committed(tally.counts.records)
    noteErased(writer.linesOfErased)
    pass.noteResult(state, report)
    report.importID = writer.importID
    report.runID = writer.run
    if !bound.plan.form.key.isEmpty {
      report.deliveries = try mappingErrors {
        try store.keyCounts(ofImport: writer.importID, distinct: writer.recordKeys)
          .map(DeliveryCounts.init)
      }
    }
    return report
  }

  /// The report of an import whose records are already stored.
  private func report(of outcome: ImportWriter.Outcome, _ sha256: String) throws -> ImportReport {
    if case .counted(let importID) = outcome {
      throw RecorderError.countedTwice(request.path, importID)
    }
    guard let known = try knownImport(sha256: sha256) else {
      throw RecorderError(
        .refused, "\(request.path): the database was changed by another process")
    }
    return known
  }

  private func noteErased(_ lines: [Int64]) {
    if lines.isEmpty { return }
    let shown = lines.prefix(10).map(String.init).joined(separator: ", ")
    let more = lines.count > 10 ? ", …" : ""
    events.note(
      """
      \(request.path): \(lines.count.counted("record")) purged before: line \(shown)\(more)
      """)
  }

  /// Evaluates the rules `unique: ever` again if other deliveries took effect, or released keys,
  /// after the import began.
  private func reevaluate(
    _ pass: InputPass, _ state: ImportPipeline.State, writer: ImportWriter
  ) throws {
    let rules = pass.plan.storeComparingPositions
    guard !rules.isEmpty, try writer.mustReevaluate(rules) else { return }
    let reevaluation = try ClaimReevaluation(pass, writer, in: store, form: bound.form.definition)
    var (rejected, accepted) = (0, 0)
    try reevaluation.run { records in
      try writer.replaceVerdicts(records)
      for record in records {
        state.preparer.tally.replace(record)
        switch (reevaluation.isRejected(record.before), reevaluation.isRejected(record.after)) {
        case (false, true): rejected += 1
        case (true, false): accepted += 1
        default: break
        }
      }
    }
    state.session.replaceSkips(reevaluation.skips)
    func which(_ count: Int) -> String { count == 1 ? "records is" : "records are" }
    if rejected > 0 {
      events.note(
        """
        \(request.path): other imports or submissions claimed keys while import \(writer.importID) was \
        unfinished: \(rejected) of its accepted \(which(rejected)) now rejected
        """)
    }
    if accepted > 0 {
      events.note(
        """
        \(request.path): keys were released while import \(writer.importID) was unfinished: \
        \(accepted) of its rejected \(which(accepted)) now accepted
        """)
    }
  }

  private func changed(_ change: String, _ writer: ImportWriter) -> RecorderError {
    let what = "\(request.path): changed while it was being read: \(change)"
    guard writer.committed > 0 else {
      return RecorderError(.fileChanged(importID: nil), "\(what); nothing was stored")
    }
    return RecorderError(
      .fileChanged(importID: writer.importID),
      "\(what); import \(writer.importID) is unfinished, with \(writer.committed) records",
      .discard(importID: writer.importID))
  }

  /// The clock of the run. A resumed import keeps its clock.
  private func clock(resuming unfinished: UnfinishedImport?) throws(RecorderError) -> RunClock {
    guard let unfinished else {
      return request.clock(bound.plan.form, at: try recorder.settings.now(request.now))
    }
    guard let clock = RunClock(text: unfinished.now) else {
      throw RecorderError.damaged("the clock of import \(unfinished.importID) is damaged")
    }
    return clock
  }
}
