import FormRules
import FormStore

/// The walk over the records of an input that an import and its dry run share: opened, judged, counted,
/// and reported on.
struct ImportWalk {
  let plan: Plan
  /// The run's clock.
  let now: Instant
  let setup: JudgingSetup
  let digest = StreamDigest()
  let stream: JudgingSession
  /// The last event when the import began.
  let knownEvent: Int64
  /// What `unique: ever` compares with.
  let claims: StoredClaims?
  /// Whether services are asked.
  var asks: Bool { setup.services != nil }
  /// Whether all of the input is committed at once: because it was asked for, or because its last record
  /// may have a key that the form refuses. The latter gives way to services, during whose answers nothing
  /// may be locked.
  var isAtomic: Bool {
    request.isAtomic || !asks && !stream.isDelimited && stream.mapping.unknown == .refuse
  }

  private let request: ImportRequest
  private let events: ImportEvents

  /// Opens the input, and says what there is to know before its first record is read.
  ///
  /// - Parameters:
  ///   - form: the stored form's number; nil when there is none.
  ///   - store: nil when nothing is stored yet.
  ///   - now: the run's clock.
  ///   - cut: where batches end.
  ///   - knownEvent: the last event when it began, of an import that is resumed.
  ///   - isHeldUp: whether others wait for the store while the input is read, so that a stream is read to
  ///     its end before.
  init(
    _ recorder: Recorder, _ request: ImportRequest, _ plan: Plan, form: Int64?, in store: Store?,
    at now: Instant, _ events: ImportEvents, cut: BatchCut = BatchCut(), knownEvent: Int64? = nil,
    isHeldUp: Bool = false
  ) throws(RecorderError) {
    self.request = request
    self.plan = plan
    self.now = now
    self.events = events
    self.knownEvent = try explaining { try knownEvent ?? store?.lastEvent() ?? 0 }
    setup = try JudgingSetup(
      plan, in: store, files: request.files, services: recorder.remoteMemory(of: plan))
    claims = try form.flatMap { form throws(RecorderError) in
      try StoredClaims(plan, form: form, database: recorder.database)
    }
    stream = try Self.open(
      request, setup, at: now, digest, cut, spools: claims != nil && isHeldUp,
      asksFirst: setup.services != nil && claims != nil)
    stream.add(try setup.references(through: self.knownEvent))
    let leftOut = plan.leftOutNotes(
      files: request.files, hasStore: store != nil, services: setup.services)
    for line in leftOut { events.note(line) }
    for line in stream.openingNotes { events.note("\(request.path): \(line)") }
  }

  /// Opens the input of a request.
  static func open(
    _ request: ImportRequest, _ setup: JudgingSetup, at now: Instant, _ digest: StreamDigest,
    _ cut: BatchCut = BatchCut(), spools: Bool = false, asksFirst: Bool = false
  ) throws(RecorderError) -> JudgingSession {
    do {
      let reader = try RecordInput.open(
        request.path, options: try request.input.readerOptions(setup.plan.form), digest,
        spools: spools)
      return try JudgingSession(
        ReadAheadReader(reader, cut), setup.plan,
        setup.conditions(
          now: now, parameters: request.parameters, source: request.source,
          scenario: request.scenario),
        map: request.input.map, asksFirst: asksFirst)
    } catch {
      throw RecorderError(error).inFile(request.path)
    }
  }

  /// What the walk came to, when the pipeline is at its end; nothing of it stands in the store yet.
  func report(_ outcome: ImportPipeline.Outcome) -> ImportReport {
    var limits = plan.ruleSet.limits
    if let maximum = request.maximumRejected { limits.append(Limit(.rejected, max: maximum)) }
    let counts = outcome.preparer.counts
    let rules = outcome.preparer.ruleCounts(outcome.stream.skips)
    return ImportReport(
      importID: nil, run: nil, file: request.path, form: plan.form.name, formVersion: nil,
      rules: plan.ruleSet.name, rulesVersion: nil, source: request.source,
      by: request.by, reason: request.reason, sha256: digest.hexadecimal, counts: counts,
      byRule: plan.failures(rules),
      skipped: plan.skips(rules), isAlreadyImported: false,
      passedLimits: limits.compactMap { $0.violation(counts) },
      unknownColumns: outcome.stream.mapping.unknownColumns,
      missingFields: outcome.stream.mapping.missingFields.map(\.name), head: nil)
  }

  /// Says what the user should know of the input besides the counts.
  func noteFindings(_ outcome: ImportPipeline.Outcome, _ report: ImportReport) {
    for line in outcome.stream.closingNotes { events.note("\(request.path): \(line)") }
    for line in outcome.preparer.faultNotes(file: request.path, in: request.localization) {
      events.note(line)
    }
    if report.records == 0 {
      events.note(
        "\(request.path): has \(outcome.stream.isDelimited ? "a header and " : "")no records")
    }
    for limit in report.passedLimits { events.note("\(request.path): limit exceeded: \(limit)") }
  }
}
