import FormRules
import FormStore

extension Recorder {
  /// Imports a file that `export` wrote and people mended. Each record with changed cells becomes a
  /// correction of the submission that it names, or of the last correction of that, is judged by the
  /// current rules with the parameters of the original, and closes the failure when it is accepted.
  ///
  /// What was masked and left alone means the original. Rules `unique` see the import that the
  /// submission came with, without the submission; limits don't apply. The same file again finds
  /// nothing changed. Nobody else writes meanwhile; services are asked before.
  ///
  /// - Returns: what was recorded. If changes look unintended, such as columns that were sorted
  ///   apart, the report is refused, has the findings, and nothing is stored.
  /// - Throws: when the file cannot be read, has no column `_submission`, or names no known submission;
  ///   nothing is stored then.
  public func importCorrections(
    _ request: CorrectionRequest, _ events: ImportEvents = ImportEvents()
  ) throws(RecorderError) -> ImportReport {
    guard hasDatabase else { throw RecorderError(StoreError.missing(path: database)) }
    // Read before anybody is kept waiting: it may be a pipe that takes its time.
    let source = try CorrectionSource(request.path, request.input)
    let store = try request.isDryRun ? storeForReading() : storeForWriting(request.attribution)
    return try explaining {
      var answers: RemoteMemory?
      for _ in 0..<Self.askingAttempts {
        try store.lock?.take(wait: wait)
        // What is decided of the last group rests on the same look as the first.
        store.lock?.isKept = true
        func release() {
          store.lock?.isKept = false
          store.lock?.release()
        }
        defer { release() }
        var correction = try Correction(self, request, source, store, events, answers)
        if let report = try correction.run() { return report }
        // Nothing is locked while services are asked.
        release()
        answers = correction.services
        try correction.inquire(asking: true)
      }
      throw RecorderError(
        .failed, reason: .busy,
        "\(request.path): what it corrects was changed while services were asked; import it again")
    }
  }
}
