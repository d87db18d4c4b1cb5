import FormInput
import FormRules
import FormStore

/// An opened import that is written: its records are read from the beginning of the input, judged
/// and stored. Records of an unfinished import that are already stored are judged too, but only
/// compared with the stored ones.
struct RunningImport {
  let operation: ImportOperation
  /// The file, or nil for a stream.
  let file: InputFile?
  /// The import that is resumed, if any.
  let unfinished: UnfinishedImport?
  let boundaries: BatchBoundaries
  let opened: OpenedImport
  let pipeline: ImportPipeline
  let writer: ImportWriter

  var request: ImportRequest { operation.request }
  var callbacks: ImportCallbacks { operation.bound.callbacks }

  /// Opens the input.
  ///
  /// - Parameters:
  ///   - file: The file, or nil for a stream.
  ///   - fingerprint: The file's reserved fingerprint, or nil for a stream.
  ///   - unfinished: The import that is resumed, if any.
  init(
    _ operation: ImportOperation, file: InputFile? = nil, fingerprint: FileFingerprint? = nil,
    resuming unfinished: UnfinishedImport? = nil
  ) throws(RecorderError) {
    self.operation = operation
    self.file = file
    self.unfinished = unfinished
    let (request, bound) = (operation.request, operation.bound)
    boundaries = BatchBoundaries(
      rules: bound.plan.rules.count, chunk: request.chunk, ends: unfinished?.ends ?? [])
    opened = try OpenedImport(
      bound, at: try operation.clock(resuming: unfinished), boundaries: boundaries,
      knownEvent: unfinished?.run.knownEvent)
    writer = operation.writer(
      of: opened, file: file, fingerprint: fingerprint, resuming: unfinished)
    let prefix = try unfinished.map { unfinished throws(RecorderError) in
      try StoredPrefix(unfinished, of: bound.plan, recorder: operation.recorder)
    }
    pipeline = ImportPipeline(
      request.path, opened.judge, boundaries: boundaries, prefix: prefix, claims: opened.claims)
  }

  /// Writes all batches and finishes the import. An error leaves no open transaction.
  func run() throws(RecorderError) -> ImportReport {
    do {
      try writeBatches()
      try requireUnchangedFile(afterReading: opened.digest.size)
      return try finish()
    } catch {
      writer.rollback()
      throw RecorderError(error)
    }
  }
}

extension ImportOperation {
  fileprivate func writer(
    of opened: OpenedImport, file: InputFile?, fingerprint: FileFingerprint?,
    resuming unfinished: UnfinishedImport?
  ) -> ImportWriter {
    var start = RunStart(
      kind: .import, bound: versions, attribution: request.attribution,
      program: recorder.settings.program, startedAt: startedAt)
    (start.now, start.knownEvent) = (opened.clock.description, opened.knownEvent)
    (start.parameters, start.scenario) = (request.parameters.sortedJSON, request.scenario)
    var importStart = ImportStart(
      file == nil ? .stream : .file, of: request.path, opened.judge.input.detected,
      columns: opened.judge.input.mapping.storedColumns)
    importStart.fingerprint = fingerprint
    importStart.path = file?.canonicalPath
    importStart.allowsReimport = request.allowsReimport
    (importStart.source, importStart.batchLabel) = (request.source, request.batchLabel)
    importStart.options = configuration.options
    importStart.clock = { [clock = recorder.settings.clock] in clock().roundedDown }
    return ImportWriter(store, start, importStart: importStart, resuming: unfinished)
  }

  /// The clock of the run. A resumed import keeps its clock.
  fileprivate func clock(resuming unfinished: UnfinishedImport?) throws(RecorderError) -> RunClock {
    guard let unfinished else {
      let now = try recorder.settings.now(request.now)
      return try request.clock(bound.plan.form, at: now).requireTimestamp()
    }
    guard let clock = RunClock(text: unfinished.run.now) else {
      throw RecorderError.damaged("the clock of import \(unfinished.importID) is damaged")
    }
    return clock
  }
}
