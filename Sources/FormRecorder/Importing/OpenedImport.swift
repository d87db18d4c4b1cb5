import FormInput
import FormRules
import FormStore

/// An import, or a dry run of one, whose input is open, with everything that its records are judged
/// by and compared with: if rules compare them with counts over all records, the records are
/// counted. None of them has been stored yet, unless the import is resumed.
struct OpenedImport {
  let bound: BoundImport
  /// The run's clock.
  let clock: RunClock
  /// The last event when the import began.
  let knownEvent: Int64
  let limits: ImportLimits
  let setup: JudgingSetup
  /// The configuration of the run, with the counts.
  let configuration: RunState.Configuration
  /// The stored keys for `unique: ever` rules.
  let claims: StoredClaims?
  let digest = StreamDigest()
  let judge: InputJudge

  var plan: Plan { bound.plan }
  /// Whether remote services are requested.
  var requestsServices: Bool { setup.services != nil }
  /// Whether the whole input is committed in one transaction. This is the case if the request is
  /// atomic, or if only the end of the input shows whether it is refused, for a mask, an unknown
  /// key or a missing one. The second reason does not apply with remote services, because no lock
  /// may be held while they are requested. An atomic request with remote services is refused.
  var commitsAtEnd: Bool {
    let mapping = judge.input.mapping
    return bound.request.isAtomic || !requestsServices && bound.request.storesExports
      || !requestsServices && !judge.input.hasColumns
        && (mapping.unknown == .refuse || !mapping.requiredColumns.isEmpty
          || plan.refusesMissingColumns)
  }

  /// Opens the input and reports the notes that are known before the first record is judged.
  ///
  /// - Parameters:
  ///   - dryRunContent: What earlier files of a dry run would store, if there are several.
  ///   - boundaries: The positions at which batches end.
  ///   - knownEvent: The last event when a resumed import began.
  init(
    _ bound: BoundImport, at clock: RunClock, after dryRunContent: DryRunContent? = nil,
    boundaries: BatchBoundaries, knownEvent: Int64? = nil
  ) throws(RecorderError) {
    let (plan, store, settings) = (bound.plan, bound.store, bound.recorder.settings)
    let event = try mappingErrors { try knownEvent ?? store?.lastEvent() ?? 0 }
    self.bound = bound
    self.clock = clock
    self.knownEvent = event
    limits = try ImportLimits(bound, through: event, after: dryRunContent)
    setup = try JudgingSetup(
      plan, in: store, files: bound.request.files.orDefault(of: settings),
      services: settings.services?.answers(for: plan))
    if setup.services != nil, bound.request.isAtomic {
      throw RecorderError(
        .usage, "an atomic import cannot request services, because it would block other writers",
        .importNonatomically)
    }
    var configuration = setup.configuration(of: bound.request, at: clock)
    if store == nil, let dryRunContent { configuration.hashKey = dryRunContent.hashKey }
    let opener = try InputOpener(bound)
    try opener.count(into: &configuration, bound.callbacks)
    self.configuration = configuration
    let keys = DeliveredKeys(opener, under: configuration)
    claims = try StoredClaims(bound, delivering: keys, after: dryRunContent)
    judge = try opener.makeJudge(configuration, digest, boundaries: boundaries)
    try dryRunContent?.add(to: judge, of: plan) { claim throws(RecorderError) in
      try claim.recordKey.map(keys.contains) ?? false
    }
    if let dryRunContent {
      judge.add(try dryRunContent.references(of: setup, through: event))
    } else {
      judge.add(try setup.references(through: event))
    }
    noteOpening()
  }

  private func noteOpening() {
    let (request, note) = (bound.request, bound.callbacks.note)
    let leftOut = plan.exclusionNotes(
      files: request.files, hasStore: bound.store != nil,
      services: bound.recorder.settings.services)
    for line in leftOut { note(line) }
    for line in judge.input.openingNotes { note(line.inFile(request.path)) }
  }
}

extension InputOpener {
  /// Counts the records, if rules need that.
  fileprivate func count(
    into configuration: inout RunState.Configuration, _ callbacks: ImportCallbacks
  ) throws(RecorderError) {
    try mappingErrors {
      try configuration.countRecords(for: plan, mayQuote: plan.mayQuote) {
        try count($0) { judge in
          callbacks.progress(
            WorkProgress(
              judge.input.recordsBefore + judge.input.records.records.count, fraction: nil))
          if callbacks.shouldStop() {
            throw RecorderError(.stopped, "stopped while it was read the first time").inFile(path)
          }
        }
      }
    }
  }
}

extension JudgingSetup {
  /// The configuration of an import.
  func configuration(of request: ImportRequest, at clock: RunClock) -> RunState.Configuration {
    configuration(
      at: clock, parameters: request.parameters, source: request.source,
      scenario: request.scenario)
  }
}

extension StoredClaims {
  /// The keys that the records of an import are compared with, read through a connection of their
  /// own. Nil if there is no stored form, or no rule `unique: ever`.
  ///
  /// - Parameters:
  ///   - keys: The keys of the records, which supersede the submissions that have them.
  ///   - dryRunContent: What earlier files of a dry run would store, if there are several.
  fileprivate convenience init?(
    _ bound: BoundImport, delivering keys: DeliveredKeys, after dryRunContent: DryRunContent?
  ) throws(RecorderError) {
    guard let form = bound.versions?.form.definitionID, !bound.plan.storeComparingPositions.isEmpty
    else { return nil }
    self.init(
      bound.plan, formID: form,
      in: try bound.recorder.storeForReading(),
      except: .deliveries { [delivered = dryRunContent?.delivered[bound.plan.form.name]] key in
        try delivered?.contains(key) == true || keys.contains(key)
      })
  }
}
