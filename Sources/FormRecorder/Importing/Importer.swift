import FormCSV
import FormRules
import FormStore
import Foundation

/// One import on its way: finds out where it begins, opens the input, and writes what the pipeline
/// prepares.
struct Importer {
  private let recorder: Recorder
  private let request: ImportRequest
  private let bound: BoundRules
  private let store: Store
  private let events: ImportEvents
  private let startedAt: String
  private let conditions: ImportConditions

  init(
    _ recorder: Recorder, _ request: ImportRequest, _ bound: BoundRules, _ store: Store,
    _ events: ImportEvents
  ) {
    self.recorder = recorder
    self.request = request
    self.bound = bound
    self.store = store
    self.events = events
    startedAt = recorder.clock().description
    conditions = ImportConditions(request, bound)
  }

  func run() throws(RecorderError) -> ImportReport {
    if let file = InputFile(request.path) {
      guard !file.belongs(toDatabase: store.path) else {
        throw RecorderError(.usage, "\(request.path): is the database itself")
      }
      return try run(file)
    }
    return try runStream()
  }

  private func run(_ file: InputFile) throws(RecorderError) -> ImportReport {
    let placement = ImportPlacement(
      store: store, file: file, request: request, conditions: conditions, form: bound.form.name)
    switch try placement.decide() {
    case .known(let sha256):
      guard let known = try recorder.knownImport(sha256: sha256, request, bound, store, events)
      else { throw RecorderError(.failed, "\(request.path): changed while it was read") }
      return known
    case .start(let place):
      defer { store.release(place) }
      return try run(file, place, resuming: nil)
    case .resume(let unfinished, let place):
      defer { store.release(place) }
      return try run(file, place, resuming: unfinished)
    }
  }

  /// A stream has no size to know it by: what is unfinished of a stream under these conditions is
  /// compared with it, and whether it stands finished is known at its end.
  private func runStream() throws(RecorderError) -> ImportReport {
    guard !request.again, !request.isAtomic else { return try run(nil, nil, resuming: nil) }
    for id in try explaining({ try store.unfinishedStreams(form: bound.form.name) }) {
      guard store.claim(stream: id) else { continue }
      defer { store.release(stream: id) }
      guard let unfinished = try explaining({ try store.unfinishedImport(id) }),
        unfinished.conditions.differences(from: conditions).isEmpty
      else { continue }
      return try run(nil, nil, resuming: unfinished)
    }
    return try run(nil, nil, resuming: nil)
  }

  /// Reads the input from its beginning; of an unfinished import the records that are stored are
  /// only compared, by their digests.
  private func run(
    _ file: InputFile?, _ place: ImportPlace?, resuming unfinished: UnfinishedImport?
  ) throws(RecorderError) -> ImportReport {
    let digest = StreamDigest()
    let cut = BatchCut(chunk: max(1, request.chunk), ends: unfinished?.ends ?? [])
    let now = try runClock(unfinished)
    let setup = try JudgingSetup(
      bound.plan, in: store, files: request.files,
      services: recorder.remoteMemory(of: bound.plan))
    let asks = setup.services != nil
    if asks, request.isAtomic {
      throw RecorderError(
        .usage,
        "a rule asks a service, and nobody else could write while it is waited for; import without "
          + "--atomic")
    }
    let claims = try StoredClaims(
      bound.plan, form: bound.form.definition, database: recorder.database)
    let stream = try openStream(
      setup, now, digest, cut, spools: file == nil && claims != nil,
      asksFirst: asks && claims != nil)
    let first = unfinished?.spans.first?.lowerBound
    stream.add(try setup.references(before: first))
    for line in bound.plan.leftOutNotes(
      files: request.files, hasStore: true, services: setup.services)
    {
      events.note(line)
    }
    for line in stream.openingNotes {
      events.note("\(request.path): \(line)")
    }
    let columns = stream.mapping.columns
    let writer = try writer(now, place, file, stream, unfinished)
    let prefix = try unfinished.map { unfinished throws(RecorderError) in
      try StoredPrefix(unfinished, program: recorder.program, database: recorder.database)
    }
    let pipeline = ImportPipeline(
      stream, BatchPreparer(bound.plan, knownColumns: unfinished?.columns.count ?? columns.count),
      cut, prefix: prefix, claims: claims, asks: asks)
    defer { pipeline.stop() }
    do {
      try write(pipeline, writer, cut, unfinished, asks: asks) { file?.share(read: digest) }
      return try finish(pipeline, writer, digest, file)
    } catch {
      writer.rollback()
      throw RecorderError(error)
    }
  }

  private func writer(
    _ now: Instant, _ place: ImportPlace?, _ file: InputFile?, _ stream: RecordStream,
    _ unfinished: UnfinishedImport?
  ) throws(RecorderError) -> ImportWriter {
    try explaining {
      let start = RunStart(
        kind: .import, form: bound.form, rules: bound.rules, plan: bound.plan,
        latestForm: bound.latestForm, now: now.description, given: request.given.sortedJSON,
        scenario: request.scenario, by: request.by, program: recorder.program,
        startedAt: startedAt)
      let notes = stream.notes
      let importStart = ImportStart(
        kind: file == nil ? .stream : .file, place: place,
        fileName: request.path == "-"
          ? nil : URL(fileURLWithPath: request.path).lastPathComponent,
        path: file?.canonicalPath, isAgain: request.again, source: request.source,
        batch: request.batch, by: request.by,
        delimiter: notes.delimiter.map { String(UnicodeScalar($0)) },
        encoding: notes.encoding.rawValue + (notes.hasByteOrderMark ? "-sig" : ""),
        options: conditions.options, columns: stream.mapping.columns)
      guard let unfinished else { return try ImportWriter(store, start, importStart) }
      return try ImportWriter(store, start, importStart, resuming: unfinished)
    }
  }

  /// A chunk of long records ends at so many bytes: the WAL holds all of it.
  private static let longestChunk = 128 << 20

  /// Takes batches until the end. Where services are asked, each is committed at once: no transaction is
  /// open while they are waited for.
  private func write(
    _ pipeline: ImportPipeline, _ writer: ImportWriter, _ cut: BatchCut,
    _ unfinished: UnfinishedImport?, asks: Bool, _ share: () -> Double?
  ) throws {
    var read = cut.already
    var uncommitted = 0
    var isResumed = unfinished == nil
    while let step = pipeline.next() {
      if !isResumed, let unfinished {
        events.note("resumed import \(unfinished.importID) after record \(cut.already)")
        isResumed = true
      }
      switch step {
      case .gate:
        try writer.begin()
        pipeline.passGate(writer.importID)
      case .batch(let batch):
        read += batch.count
        try writer.append(batch)
        uncommitted += batch.text.count
        pipeline.recycle(batch)
        let isLong = uncommitted >= Self.longestChunk && !pipeline.hasGates
        if cut.endsChunk(at: read) || isLong || asks, !request.isAtomic {
          try writer.commit(releasing: asks)
          uncommitted = 0
          events.committed(writer.committed)
        }
        events.progress(WorkProgress(read, share: share()))
      }
      if events.shouldStop() { throw try stopped(writer) }
    }
    let outcome = pipeline.outcome
    if let error = outcome.error { throw try unreadable(error, writer) }
    guard let unfinished else { return }
    if outcome.judgesOtherwise { throw otherProgram(unfinished) }
    if outcome.differs || outcome.preparer.counts.records < cut.already {
      throw differs(unfinished)
    }
  }

  /// Ends the import on request, after the batches so far.
  private func stopped(_ writer: ImportWriter) throws -> RecorderError {
    guard !request.isAtomic else {
      writer.rollback()
      return RecorderError(.stopped, "\(request.path): stopped; nothing was recorded")
    }
    try writer.commit()
    events.committed(writer.committed)
    return RecorderError(
      .stopped,
      "\(request.path): stopped; \(writer.committed) records are recorded, as the unfinished import "
        + "\(writer.importID); the same command resumes it, 'formrec discard \(writer.importID)' "
        + "gives it up")
  }

  /// The input broke. What was read before is kept only if some of it was committed already.
  private func unreadable(
    _ error: RecorderError, _ writer: ImportWriter
  ) throws -> RecorderError {
    guard writer.committed > 0, !request.isAtomic else { return error.inFile(request.path) }
    try writer.commit()
    return RecorderError(
      error.kind,
      "\(error.inFile(request.path)); \(writer.committed) records before it are kept in the "
        + "unfinished import \(writer.importID)")
  }

  private func differs(_ unfinished: UnfinishedImport) -> RecorderError {
    let name = request.path == "-" ? "standard input" : request.path
    return RecorderError(
      .failed,
      "\(name): is not what import \(unfinished.importID) was begun with, whose first "
        + "\(unfinished.records) records are stored; nothing was recorded. To give that import up: "
        + "formrec discard \(unfinished.importID); to begin anew beside it: --again")
  }

  private func otherProgram(_ unfinished: UnfinishedImport) -> RecorderError {
    RecorderError(
      .failed,
      "\(request.path): import \(unfinished.importID) was begun by formrec \(unfinished.program), "
        + "which judged its first \(unfinished.records) records otherwise than this version; "
        + "finish it with that one, or give it up: formrec discard \(unfinished.importID)")
  }

  private func finish(
    _ pipeline: ImportPipeline, _ writer: ImportWriter, _ digest: StreamDigest, _ file: InputFile?
  ) throws -> ImportReport {
    let outcome = pipeline.outcome
    let preparer = outcome.preparer
    if let file, let change = file.change(afterReading: digest.size) {
      if writer.committed > 0, !request.isAtomic { try writer.commit() } else { writer.rollback() }
      throw changed(change, writer)
    }
    var limits = bound.plan.ruleSet.limits
    if let maximum = request.maximumRejected { limits.append(Limit(.rejected, max: maximum)) }
    let passed = limits.compactMap { $0.violation(preparer.counts) }
    let rules = preparer.ruleCounts(outcome.stream.skips)
    let sha256 = digest.hexadecimal
    var report = ImportReport(
      importID: nil, run: nil, file: request.path, form: bound.form.name,
      formVersion: bound.form.number, rules: bound.rules.name, rulesVersion: bound.rules.number,
      source: request.source, sha256: sha256, counts: preparer.counts,
      byRule: bound.plan.failures(rules), skipped: bound.plan.skips(rules),
      isAlreadyImported: false, passedLimits: passed,
      unknownColumns: outcome.stream.mapping.unknownColumns,
      missingFields: outcome.stream.mapping.missingFields.map(\.name), head: nil)
    if request.isAtomic, !passed.isEmpty {
      writer.rollback()
      noteFindings(outcome, passed)
      report.isRefused = true
      return report
    }
    let end = try writer.finish(
      RunEnd(
        counts: preparer.counts, rules: rules, limits: passed,
        finishedAt: recorder.clock().description),
      ImportEnd(
        sha256: sha256, size: digest.size, malformed: preparer.faults.values.reduce(0, +),
        blankLines: outcome.stream.notes.blankLines))
    guard case .finished(let head) = end else {
      guard let known = try recorder.knownImport(sha256: sha256, request, bound, store, events)
      else { throw RecorderError(.failed, "\(request.path): the store changed meanwhile") }
      return known
    }
    events.committed(preparer.counts.records)
    noteFindings(outcome, passed)
    report.importID = writer.importID
    report.run = writer.run
    report.head = head
    if !bound.plan.form.key.isEmpty {
      report.deliveries = try explaining {
        try store.keyCounts(ofImport: writer.importID).map(DeliveryCounts.init)
      }
    }
    return report
  }

  /// What the user should know of the file besides the counts.
  private func noteFindings(_ outcome: ImportPipeline.Outcome, _ passed: [String]) {
    let preparer = outcome.preparer
    for note in outcome.stream.closingNotes.map({ "\(request.path): \($0)" })
      + preparer.faultNotes(file: request.path, in: request.localization)
    {
      events.note(note)
    }
    if preparer.counts.records == 0 {
      events.note(
        "\(request.path): has \(outcome.stream.isDelimited ? "a header and " : "")no records")
    }
    for limit in passed { events.note("\(request.path): limit exceeded: \(limit)") }
  }

  private func changed(_ change: String, _ writer: ImportWriter) -> RecorderError {
    RecorderError(
      .failed,
      "\(request.path): changed while it was read: \(change); "
        + (writer.committed == 0
          ? "nothing was recorded"
          : "the import \(writer.importID) is left unfinished, with \(writer.committed) records; "
            + "'formrec discard \(writer.importID)' gives it up"))
  }

  private func runClock(_ unfinished: UnfinishedImport?) throws(RecorderError) -> Instant {
    guard let unfinished else { return recorder.clock() }
    guard let now = Instant(text: unfinished.now) else {
      throw RecorderError(.failed, "the clock of import \(unfinished.importID) is damaged")
    }
    return now
  }

  private func openStream(
    _ setup: JudgingSetup, _ now: Instant, _ digest: StreamDigest, _ cut: BatchCut, spools: Bool,
    asksFirst: Bool
  ) throws(RecorderError) -> RecordStream {
    do {
      let reader = try RecordInput.open(
        request.path, options: try request.input.readerOptions(bound.plan.form), digest,
        spools: spools)
      return try RecordStream(
        ReadAheadReader(reader, cut), bound.plan,
        setup.conditions(
          now: now, given: request.given, source: request.source, scenario: request.scenario),
        map: request.input.map, asksFirst: asksFirst)
    } catch {
      throw RecorderError(error).inFile(request.path)
    }
  }
}
