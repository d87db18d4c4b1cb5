import FormRules
import FormStore

/// Counts stored records.
struct StoredCounting {
  let plan: Plan
  let store: Store
  /// The conditions with the counts to add to.
  let conditions: RunState.Conditions

  /// Counts the records of an import as they were received.
  func count(import importID: Int64) throws {
    for span in try store.spans(ofImport: importID) { try count(span, of: importID) { _ in true } }
  }

  /// Counts the current records of an import. For a corrected record, its last correction counts.
  ///
  /// - Parameter replaced: Submissions that are not counted, because the caller counts the
  ///   corrections that replace them.
  func count(currentOf importID: Int64, replaced: Set<Int64>) throws {
    for span in try store.spans(ofImport: importID) {
      let corrected = Set(try store.corrections(span).map(\.corrects))
      try count(span, of: importID) { !corrected.contains($0) && !replaced.contains($0) }
    }
    for latest in try store.latestCorrections(ofImport: importID) where !replaced.contains(latest) {
      guard let submission = try store.submission(latest) else { continue }
      try count(latest...latest, of: submission.importID) { _ in true }
    }
  }

  /// Counts stored corrections and the other current records of the import that they correct.
  func count(corrections importID: Int64, of corrected: Int64) throws {
    let spans = try store.spans(ofImport: importID)
    // The chains of these corrections, in both directions, are represented by the corrections.
    var replaced = Set(try store.corrections(inChainsOf: spans).map(\.submission))
    for span in spans {
      replaced.formUnion(try store.corrections(span).flatMap { [$0.submission, $0.corrects] })
    }
    try count(currentOf: corrected, replaced: replaced)
    try count(import: importID)
  }

  private func count(
    _ ids: ClosedRange<Int64>, of importID: Int64, where isCounted: (Int64) -> Bool
  ) throws {
    let session = try StoredJudgingSession(
      plan, conditions, columns: try store.columns(ofImport: importID), isCounting: true)
    var parsed = ParsedBatch()
    var rest: ClosedRange? = ids
    while try parsed.read(&rest, from: store, where: isCounted) { try session.count(parsed) }
  }
}
