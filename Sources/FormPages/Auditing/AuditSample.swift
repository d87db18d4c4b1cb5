import FormBytes
import FormInput
import FormRecorder
import FormRules
import FormStore

/// A submission as shown on a page, with sensitive fields masked.
struct AuditSample {
  let id: Int64
  let importID: Int64
  let line: Int
  let fileName: String?
  let source: String?
  let cells: [SubmissionHistory.NamedCell]
  let raw: String?
  let errors: [ReportedError]
}

/// Reads sample submissions. The messages of each plan are created once.
struct AuditSamples {
  private let store: Store
  private let segments: [VerdictSegment]
  private let descriptions: [Int64: PlanDescription]
  private var known: [Int64: AuditSample] = [:]
  /// Column masks by form.
  private let masks: [String: ColumnMasks]

  init(_ store: Store, _ segments: [VerdictSegment], in localization: Localization) throws {
    self.store = store
    self.segments = segments
    descriptions = try PlanDescription.ofPlans(segments.map(\.planID), in: localization, of: store)
    masks = try ColumnMasks.byForm(judgedUnder: descriptions.values.map(\.form), of: store)
  }

  /// A submission with its current verdict, or nil if there is none.
  mutating func sample(_ id: Int64) throws -> AuditSample? {
    if let sample = known[id] { return sample }
    guard let segment = segment(of: id), let descriptions = descriptions[segment.planID],
      let submission = try store.submission(id)
    else { return nil }
    let columns = DisplayColumns(
      submission.columns, masks[descriptions.form.name] ?? .none, namedBy: descriptions.form)
    let sample = AuditSample(
      id: id, importID: submission.importID, line: submission.line,
      fileName: submission.origin.fileName, source: submission.origin.source,
      cells: try submission.shownCells(columns),
      raw: submission.shownRaw(columns),
      errors: try store.errors(runID: segment.runID, id...id).map { descriptions.reported($0) })
    known[id] = sample
    return sample
  }

  /// A binary search, because there may be a hundred thousand segments.
  private func segment(of id: Int64) -> VerdictSegment? {
    let index = segments.firstIndex(endingNotBefore: id)
    return index < segments.count && segments[index].ids.contains(id) ? segments[index] : nil
  }
}
