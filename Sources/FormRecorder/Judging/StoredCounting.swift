import FormRules
import FormStore

/// Counts stored records.
struct StoredCounting {
  let plan: Plan
  let store: Store
  /// The configuration with the counts to add to.
  let configuration: RunState.Configuration

  /// Counts the records of an import as they were received.
  func count(import importID: Int64) throws {
    for span in try store.spans(ofImport: importID) { try count(span, of: importID) { _ in true } }
  }

  /// Counts the current records of an import. For a corrected record, its last correction counts.
  ///
  /// - Parameters:
  ///   - replaced: Submissions that are not counted, because the caller counts the corrections that
  ///     replace them.
  ///   - limit: The first submission that is ignored.
  func count(
    currentOf importID: Int64, replaced: Set<Int64>, before limit: Int64 = .max
  ) throws {
    try store.forEachCurrentPart(
      ofImport: importID, without: replaced, before: limit
    ) { try count($0, of: $1, where: $2) }
  }

  /// Counts records that a dry run would store.
  func count(_ unstored: UnstoredRecords) throws {
    let judge = try StoredRecordJudge(
      plan, configuration, columns: unstored.columns, for: .counting)
    try judge.count(unstored.parsed)
  }

  /// Counts stored corrections and the other records of the import that they correct, as they were
  /// when the corrections were judged.
  func count(corrections importID: Int64, of corrected: Int64) throws {
    let spans = try store.spans(ofImport: importID)
    let replaced = Set(try spans.flatMap { try store.corrections($0).map(\.corrects) })
    try count(currentOf: corrected, replaced: replaced, before: spans.first?.lowerBound ?? .max)
    try count(import: importID)
  }

  private func count(
    _ ids: ClosedRange<Int64>, of importID: Int64, where isCounted: (Int64) -> Bool
  ) throws {
    let judge = try StoredRecordJudge(
      plan, configuration, columns: try store.columns(ofImport: importID), for: .counting)
    var parsed = ParsedBatch()
    var rest: ClosedRange? = ids
    while try parsed.read(&rest, from: store, where: isCounted) { try judge.count(parsed) }
  }
}
