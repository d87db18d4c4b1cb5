import FormRules
import FormStore

extension Recorder {
  /// Judges stored submissions again under a version of a rule set and compares the result with the
  /// current verdicts.
  ///
  /// Unless it is a dry run, the replay is recorded as a run, and its verdicts become current.
  /// Rules that the last run also evaluated are not evaluated again if nothing that they depend on
  /// has changed; their errors are reused (see `VerdictReuse`). If another replay ends in the
  /// meantime, or an import is discarded, retracted or reinstated or its records are purged, this
  /// replay starts again, because what it compared with is outdated.
  ///
  /// - Parameters:
  ///   - progress: Called periodically with the number of submissions read so far.
  ///   - shouldStop: Called between batches. Returning true ends the replay without recording
  ///     anything.
  /// - Throws: `RecorderError`, with the reason `stopped` if `shouldStop` ended the replay.
  public func replay(
    _ request: ReplayRequest, progress: (WorkProgress) -> Void = { _ in },
    shouldStop: () -> Bool = { false }
  ) throws(RecorderError) -> ReplayReport {
    try replay(
      request, in: storeAccess(request.attribution, isDryRun: request.isDryRun),
      progress: progress, shouldStop: shouldStop)
  }

  /// Judges stored submissions again over an open connection. See `replay(_:progress:shouldStop:)`.
  func replay(
    _ request: ReplayRequest, in access: StoreAccess, progress: (WorkProgress) -> Void,
    shouldStop: () -> Bool
  ) throws(RecorderError) -> ReplayReport {
    let store = access.store
    // Answers are kept, so that a failed attempt's requests are not repeated.
    var answers: ServiceAnswers?
    for attempt in 0..<3 {
      let bound = try bind(form: request.form, rules: request.rules, in: store)
      answers = answers ?? replayAnswers(for: bound.plan)
      let sends = answers?.canSend == true && bound.plan.needsServices
      let report = try mappingErrors {
        // The last attempt holds the lock, so that it succeeds, except while services are
        // requested. So does one under staged definitions, which are stored only if it succeeds.
        let isAlone = (attempt == 2 || store.hasStagedDefinitions) && !sends
        let start = try replayStart(request, bound)
        let output = try access.writable.map {
          try ReplayOutput($0, start, services: answers, isAlone: isAlone)
        }
        do {
          let setup = try JudgingSetup(
            bound.plan, in: store, files: request.files.orDefault(of: settings), services: answers)
          let scope = try ReplayScope(request, bound, in: store, program: settings.program)
          var replay = try Replay(self, scope, setup, output: output)
          return try replay.run(progress, shouldStop)
        } catch {
          output?.rollback()
          throw error
        }
      }
      if let report { return report }
      if attempt == 2, sends {
        throw RecorderError(
          .busy(process: nil),
          "another process changed the database during service requests; replay again")
      }
    }
    throw RecorderError.damaged("the database changed while it was locked")
  }

  private func replayStart(
    _ request: ReplayRequest, _ bound: BoundVersions
  ) throws(RecorderError) -> RunStart {
    var start = RunStart(
      kind: .replay, bound: bound, attribution: request.attribution, program: settings.program,
      startedAt: try settings.now().description)
    start.now = try request.requiredClock(bound.plan.form)?.description
    start.parameters = request.parametersJSON
    return start
  }

  /// The answers of services for a replay, or nil if no rule needs any. Without services there are
  /// only recorded ones.
  func replayAnswers(for plan: Plan) -> ServiceAnswers? {
    plan.needsServices ? settings.services?.answers(for: plan) ?? ServiceAnswers(send: nil) : nil
  }
}
