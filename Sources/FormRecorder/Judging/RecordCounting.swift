import FormRules
import FormStore

extension RunState.Conditions {
  /// Counts the records of a run before they are judged, for the rules that compare each record with
  /// counts over all of them. Does nothing if there are no such rules.
  ///
  /// - Parameters:
  ///   - unevaluated: The positions of rules that are not evaluated.
  ///   - mayQuote: Whether errors may contain the values of a field, by its position; nil if they
  ///     must not contain any.
  ///   - pass: Counts all records under the given conditions. It is called once or, to collect
  ///     the values that errors contain, twice.
  mutating func countRecords(
    for plan: Plan, without unevaluated: Set<Int> = [], mayQuote: ((Int) -> Bool)?,
    _ pass: (RunState.Conditions) throws -> Void
  ) throws {
    let counted = plan.makeCounts(self, without: unevaluated) { mayQuote?($0) ?? false }
    guard let counted else { return }
    self.counted = counted
    repeat { try pass(self) } while counted.endPass()
    if let error = counted.error { throw RecorderError(.refused, error.message) }
  }
}

extension Plan {
  /// - Throws: If a rule compares each record with all records, which are not available.
  func requireNoCounts(for what: String) throws(RecorderError) {
    guard let position = countingPositions.first else { return }
    throw RecorderError(
      .refused,
      "rule '\(rules[position].id)' (\(rules[position].ruleName)) compares each record with all records "
        + "of its file, so \(what) cannot be evaluated; remove the rule, or check or import the "
        + "whole file")
  }
}

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

  /// Counts the current records of an import: corrected ones in their last version.
  ///
  /// - Parameter replaced: The submissions that corrections replace whose records are counted
  ///   separately, and the submissions of these corrections.
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
    for span in spans { replaced.formUnion(try store.corrections(span).flatMap { [$0.0, $0.1] }) }
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
