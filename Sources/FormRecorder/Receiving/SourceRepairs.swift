import FormRules
import FormStore

/// The corrections of the rejected records of an import, or of some submissions, that its source
/// prescribed when it was imported. A repair changes only fields that a failure or warning
/// concerns.
struct SourceRepairs {
  private let source: String
  private let form: String
  private let patches: [SubmissionPatch]

  /// Returns nil if the import has no source, or its source no repairs.
  ///
  /// - Parameters:
  ///   - current: The version of the source in a request, which is newer if the import was known.
  ///   - submissions: The submissions, or nil for all.
  init?(
    ofImport importID: Int64, _ current: SourceVersion? = nil, among submissions: Set<Int64>? = nil,
    under plan: Plan, in store: Store
  ) throws {
    guard let version = try SourceVersion(ofImport: importID, current, in: store),
      let repairs = version.source.form(named: plan.form.name)?.repairs, !repairs.isEmpty
    else { return nil }
    source = version.title
    form = plan.form.name
    var open = try store.openSubmissions(ofImport: importID)
    if let submissions {
      let chains = try store.correctionChains(open)
      open.removeAll { chains[$0].map { submissions.contains($0.root) } != true }
    }
    patches = try open.isEmpty ? [] : Self.patches(of: open, by: repairs, under: plan, in: store)
  }

  private static func patches(
    of submissions: [Int64], by repairs: [Repair], under plan: Plan, in store: Store
  ) throws -> [SubmissionPatch] {
    var edits: [Int64: [String: String]] = [:]
    for repair in repairs {
      var request = RepairRequest(
        form: plan.form.name, .submissions(submissions), field: repair.field, edits: edits)
      request.repair = repair.change
      (request.showsSensitive, request.usesOtherRecords) = (true, true)
      for (_, texts) in try RepairedCells(request, plan, in: store).repairs() {
        for (submission, text) in texts { edits[submission, default: [:]][repair.field] = text }
      }
    }
    return edits.sorted { $0.key < $1.key }.map { SubmissionPatch($0.key, $0.value) }
  }

  /// Stores the corrections.
  ///
  /// - Parameter request: A request with the rules, the operator and the files.
  func store(
    _ recorder: Recorder, after request: ImportRequest
  ) throws(RecorderError) -> ImportReport.Repairs {
    var report = ImportReport.Repairs(source: source)
    guard !patches.isEmpty else { return report }
    let correction = CorrectionRequest(
      patches, after: request, ofForm: form, reason: "repaired as source \(source) defines")
    let counts = try recorder.importCorrections(correction).corrections
    (report.records, report.closed) = (counts?.rows ?? 0, counts?.closed ?? 0)
    return report
  }
}

extension ImportReport {
  /// The records that repairs of the source corrected.
  public struct Repairs: Sendable, Equatable, Encodable {
    /// The source and its version, such as `north@3`.
    public var source: String
    /// The number of records with a repair.
    public var records = 0
    /// The number of these records that are accepted now.
    public var closed = 0
  }
}
