import FormInput
import FormRules

/// How an input is read: its path, its format, and what its columns mean.
struct InputReading {
  let plan: Plan
  let path: String
  let input: InputOptions
  var exports = MappedInput.ExportHandling.note
  /// The input, if it is read more than once.
  var rereadable: RereadableInput?

  /// Opens the input.
  ///
  /// - Throws: `RecorderError` with the path.
  func session(
    _ conditions: RunState.Conditions, for purpose: JudgingSession.Purpose = .judging,
    _ digest: StreamDigest? = nil, boundaries: BatchBoundaries = BatchBoundaries()
  ) throws(RecorderError) -> InputSession {
    do {
      let reader = try RecordInput.open(
        rereadable?.path ?? path, origin: path, options: input.readerOptions(plan.form), digest)
      return try InputSession(
        MappedInput(
          ReadAheadReader(reader, boundaries), for: plan.form, map: input.assignments,
          decimals: input.decimals, exports: exports,
          after: (input.part?.firstRecord ?? 1) - 1),
        plan, conditions: conditions, for: purpose)
    } catch {
      throw RecorderError(error).inFile(path)
    }
  }

  /// Adds all records to the counts of the conditions.
  ///
  /// - Parameter body: Called after each batch.
  /// - Throws: `RecorderError` with the path, also for the errors of the body.
  func count(
    _ conditions: RunState.Conditions, _ body: (InputSession) throws -> Void = { _ in }
  ) throws(RecorderError) {
    let session = try session(conditions, for: .counting)
    do {
      while try session.count() { try body(session) }
    } catch {
      throw RecorderError(error).inFile(path)
    }
  }
}
