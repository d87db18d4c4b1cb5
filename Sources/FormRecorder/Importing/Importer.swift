import FormCSV
import FormRules
import FormStore
import Foundation

/// One import on its way: opens the input, finds out whether it goes on with an unfinished import,
/// and writes what the pipeline prepares.
struct Importer {
  private let recorder: Recorder
  private let request: ImportRequest
  private let bound: BoundRules
  private let store: Store
  private let events: ImportEvents
  private let startedAt: String

  init(
    _ recorder: Recorder, _ request: ImportRequest, _ bound: BoundRules, _ store: Store,
    _ events: ImportEvents
  ) throws(RecorderError) {
    self.recorder = recorder
    self.request = request
    self.bound = bound
    self.store = store
    self.events = events
    startedAt = recorder.clock().description
  }

  private enum Attempt {
    case done(ImportReport)
    /// The input is not that of the unfinished import.
    case differs
  }

  func run() throws(RecorderError) -> ImportReport {
    for unfinished in try unfinishedImports() {
      let attempt = try attempt(resuming: unfinished)
      if case .done(let report) = attempt { return report }
      if request.path == "-" {
        throw RecorderError(
          .failed,
          "standard input does not go on with the unfinished import \(unfinished.importID); run "
            + "that import again, or start anew with --again")
      }
    }
    guard case .done(let report) = try attempt(resuming: nil) else {
      throw RecorderError(.failed, "\(request.path): changed while it was read")
    }
    return report
  }

  private func unfinishedImports() throws(RecorderError) -> [UnfinishedImport] {
    // A file that is recorded again is gone on with, too; a stream that is, begins anew.
    if request.isAtomic || request.again && request.path == "-" { return [] }
    return try explaining {
      try store.unfinishedImports(
        form: bound.form, rules: bound.rules, options: optionsJSON, source: request.source,
        batch: request.batch
      ).filter { $0.given == request.given.sortedJSON }
    }
  }

  /// What the meaning of the records depends on. The encoding is left out: whether text was decoded
  /// alike shows in the digests.
  private var optionsJSON: String {
    JSON.object([
      "delimiter": .optional(request.input.delimiter), "header": .optional(request.input.header),
      "format": .optional(request.input.format),
      "map": .array(request.input.map.map { .string("\($0.column)=\($0.field)") }),
    ]).text
  }

  /// Reads the input from its beginning; of an unfinished import the records that are stored are
  /// only compared, by their digests.
  private func attempt(
    resuming unfinished: UnfinishedImport?
  ) throws(RecorderError) -> Attempt {
    let now = try runClock(unfinished)
    let digest = StreamDigest()
    let already = unfinished?.records ?? 0
    let cut = BatchCut(chunk: max(1, request.chunk), already: already)
    let stream = try openStream(now: now, digest, cut)
    stream.add(try references(unfinished))
    for line in bound.plan.leftOutNotes(files: request.files, hasStore: true) { events.note(line) }
    for line in stream.mapping.notes(stream.notes.format) {
      events.note("\(request.path): \(line)")
    }
    let start = RunStart(
      kind: .import, form: bound.form, rules: bound.rules, plan: bound.plan,
      now: now.description, given: request.given.sortedJSON, scenario: request.scenario,
      by: request.by,
      startedAt: startedAt)
    let columns = stream.mapping.columns
    let writer = try explaining {
      if let unfinished {
        return try RunWriter(store, start, resuming: unfinished, columns: columns.count)
      }
      return try RunWriter(
        store, start,
        import: ImportStart(
          kind: request.path == "-" ? .stream : .file,
          fileName: request.path == "-"
            ? nil : URL(fileURLWithPath: request.path).lastPathComponent,
          source: request.source, batch: request.batch, by: request.by, options: optionsJSON,
          columns: columns))
    }
    let pipeline = ImportPipeline(
      stream, BatchPreparer(bound.plan, knownColumns: columns.count), hashes: true)
    defer { pipeline.stop() }
    do {
      guard try write(pipeline, writer, unfinished) else { return .differs }
      return .done(try finish(pipeline, writer, digest))
    } catch {
      writer.rollback()
      throw RecorderError(error)
    }
  }

  /// Takes batches until the end; false when they are not those of the unfinished import.
  private func write(
    _ pipeline: ImportPipeline, _ writer: RunWriter, _ unfinished: UnfinishedImport?
  ) throws -> Bool {
    let already = unfinished?.records ?? 0
    var read = 0
    var block = 0
    while let batch = pipeline.next() {
      read += batch.count
      if let unfinished, read <= already {
        if let digest = batch.blockDigest {
          guard block < unfinished.blocks.count, unfinished.blocks[block] == digest else {
            return false
          }
          block += 1
        }
        if read == already, batch.partialDigest.hexadecimal != unfinished.partialDigest {
          return false
        }
        if read == already {
          events.note("going on with import \(unfinished.importID) after record \(already)")
        }
      } else {
        try writer.append(batch)
        let isChunkFull = (read - already) % max(1, request.chunk) == 0
        if isChunkFull, !request.isAtomic {
          try writer.commit()
          events.committed(writer.committed)
        }
      }
      events.progress(read)
      pipeline.recycle(batch)
      if events.shouldStop() {
        if !request.isAtomic { try writer.commit() } else { writer.rollback() }
        throw RecorderError(.failed, stoppedMessage(writer))
      }
    }
    if let error = pipeline.outcome.error { throw try unreadable(error, writer) }
    return read >= already
  }

  private func stoppedMessage(_ writer: RunWriter) -> String {
    request.isAtomic
      ? "\(request.path): stopped; nothing was recorded"
      : "\(request.path): stopped after \(writer.committed) committed records; the same command "
        + "goes on from there"
  }

  /// The input broke. What was read before is kept only if some of it was committed already.
  private func unreadable(
    _ error: RecorderError, _ writer: RunWriter
  ) throws -> RecorderError {
    guard writer.committed > 0 else { return error.inFile(request.path) }
    try writer.commit()
    return RecorderError(
      error.kind,
      "\(error.inFile(request.path)); \(writer.committed) records before it are kept in the unfinished import "
        + "\(writer.importID ?? 0)")
  }

  private func finish(
    _ pipeline: ImportPipeline, _ writer: RunWriter, _ digest: StreamDigest
  ) throws -> ImportReport {
    let outcome = pipeline.outcome
    let preparer = outcome.preparer
    let sha256 = digest.hexadecimal
    if !request.again, writer.committed == 0,
      let known = try recorder.knownImport(
        sha256: sha256, request, bound, store, events)
    {
      writer.rollback()
      return known
    }
    var limits = bound.plan.ruleSet.limits
    if let maximum = request.maximumRejected { limits.append(Limit(.rejected, max: maximum)) }
    let passed = limits.compactMap { $0.violation(preparer.counts) }
    if request.isAtomic, let first = passed.first {
      writer.rollback()
      throw RecorderError(
        .failed, "\(request.path): nothing was recorded, a limit was passed: \(first)")
    }
    let rules = preparer.ruleCounts(skipped: outcome.stream.skipped)
    let malformed = preparer.faults.values.reduce(0, +)
    let head = try writer.finish(
      RunEnd(
        counts: preparer.counts, rules: rules, limits: passed,
        finishedAt: recorder.clock().description),
      import: ImportEnd(
        sha256: sha256, size: digest.size, malformed: malformed,
        blankLines: outcome.stream.notes.blankLines),
      lastBlock: outcome.hasher.count > 0 ? outcome.hasher.digest : nil)
    events.committed(preparer.counts.records)
    for note in lateColumnNotes(outcome.stream)
      + preparer.faultNotes(file: request.path, in: request.localization)
    {
      events.note(note)
    }
    for limit in passed { events.note("\(request.path): a limit was passed: \(limit)") }
    return ImportReport(
      importID: writer.importID, run: writer.run, file: request.path, form: bound.form.name,
      formVersion: bound.form.number, rules: bound.rules.name, rulesVersion: bound.rules.number,
      source: request.source, sha256: sha256, counts: preparer.counts,
      byRule: bound.plan.failures(rules), isAlreadyImported: false, passedLimits: passed,
      unknownColumns: outcome.stream.mapping.unknownColumns,
      missingFields: outcome.stream.mapping.missingFields.map(\.name), head: head)
  }

  /// Columns of a file without a header are known at its end only.
  private func lateColumnNotes(_ stream: RecordStream) -> [String] {
    guard !stream.isDelimited else { return [] }
    return stream.mapping.notes(stream.notes.format).map { "\(request.path): \($0)" }
  }

  private func runClock(_ unfinished: UnfinishedImport?) throws(RecorderError) -> Instant {
    guard let unfinished else { return recorder.clock() }
    let bytes = Array(unfinished.now.utf8)
    guard let now = Instant(iso8601: bytes.span) else {
      throw RecorderError(.failed, "the clock of import \(unfinished.importID) is damaged")
    }
    return now
  }

  private func openStream(
    now: Instant, _ digest: StreamDigest, _ cut: BatchCut
  ) throws(RecorderError) -> RecordStream {
    let key = try explaining { try store.hashKey() }
    let conditions = RunState.Conditions(
      now: now, given: request.given, source: request.source ?? "", scenario: request.scenario,
      hashKey: key, files: try bound.plan.access(to: request.files), spill: SpillFile())
    do {
      let reader = try RecordInput.open(
        request.path, options: try request.input.readerOptions(bound.plan.form), digest)
      let stream = try RecordStream(
        ReadAheadReader(reader, cut), bound.plan, conditions, map: request.input.map)
      try loadStoredKeys(into: stream)
      return stream
    } catch {
      throw RecorderError(error).inFile(request.path)
    }
  }

  /// What `exists` compares with: what stood accepted before this import; what came in since an
  /// unfinished one began does not count for the rest of it.
  private func references(
    _ unfinished: UnfinishedImport?
  ) throws(RecorderError) -> [StoredReferenceKeys] {
    try explaining {
      let first = try unfinished.flatMap { try store.firstSubmission(ofImport: $0.importID) }
      return try bound.plan.references(in: store, before: first, hashKey: try store.hashKey())
    }
  }

  /// What `unique: ever` compares with: the keys that stood accepted before this import.
  private func loadStoredKeys(into stream: RecordStream) throws(RecorderError) {
    for position in bound.plan.everUniquePositions {
      try explaining {
        try store.uniqueKeys(form: bound.form.name, rule: bound.plan.rules[position].id) {
          stream.addStoredKey($0, rule: position)
        }
      }
    }
  }
}
