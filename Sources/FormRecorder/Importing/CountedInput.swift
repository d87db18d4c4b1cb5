import FormInput
import FormRules

/// An input that is ready to be judged: if rules compare its records with counts over all of them,
/// the records are counted. Nothing has been stored yet.
struct CountedInput {
  /// The conditions of the run, with the counts.
  let conditions: RunState.Conditions
  /// The keys of the records.
  let keys: DeliveredKeys
  private let reading: InputReading

  /// - Parameter conditions: The conditions of the run, without counts.
  init(
    _ bound: BoundImport, under conditions: RunState.Conditions
  ) throws(RecorderError) {
    let plan = bound.plan
    var reading = try InputReading(bound.request, under: plan)
    let mayReread = !plan.countingRulePositions.isEmpty || !plan.storeComparingPositions.isEmpty
    if mayReread || bound.request.copy != nil {
      reading.rereadable = try RereadableInput(bound.request.readPath)
    }
    var conditions = conditions
    try reading.count(into: &conditions, bound.events)
    self.conditions = conditions
    self.reading = reading
    var keyConditions = RunState.Conditions(
      now: conditions.clock.instant, parameters: conditions.parameters,
      hashKey: conditions.hashKey)
    keyConditions.clock = conditions.clock
    keys = DeliveredKeys { [reading, keyConditions] () throws(RecorderError) in
      try reading.session(keyConditions, for: .readingKeys)
    }
  }

  /// Opens the input for judging.
  func session(
    _ digest: StreamDigest, _ boundaries: BatchBoundaries
  ) throws(RecorderError) -> InputSession {
    try reading.session(conditions, digest, boundaries: boundaries)
  }
}

extension InputReading {
  /// The input of a request. An export is refused unless its records are stored as new ones.
  init(_ request: ImportRequest, under plan: Plan) throws(RecorderError) {
    try self.init(
      request.path, request.input, under: plan, exports: request.storesExports ? .store : .refuse)
  }

  /// Counts the records, if rules need that.
  fileprivate func count(
    into conditions: inout RunState.Conditions, _ events: ImportEvents
  ) throws(RecorderError) {
    try mappingErrors {
      try conditions.countRecords(for: plan, mayQuote: plan.mayQuote) {
        try count($0) { session in
          events.progress(
            WorkProgress(
              session.input.recordsBefore + session.input.records.records.count, fraction: nil))
          if events.shouldStop() {
            throw RecorderError(.stopped, "stopped while it was read the first time").inFile(path)
          }
        }
      }
    }
  }
}
