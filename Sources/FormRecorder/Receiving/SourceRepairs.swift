import FormRules
import FormStore

/// The corrections of the rejected records of an import, or of some submissions, that its source
/// prescribed when it was imported. A repair changes only fields that a failure or warning
/// concerns, and that still have the delivered text: a corrected text is what somebody wanted.
struct SourceRepairs {
  private let source: String
  private let form: String
  private let patches: [SubmissionPatch]

  /// Returns nil if the import has no source, or its source no repairs.
  ///
  /// - Parameters:
  ///   - current: The version of the source in a request, which is newer if the import was known.
  ///   - submissions: The submissions, or nil for all of which no correction was retracted at the
  ///     request of an operator.
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
    } else {
      let retracted = try store.retractedByRequest(among: open)
      open.removeAll(where: retracted.contains)
    }
    if open.isEmpty {
      patches = []
      return
    }
    let corrected = try Self.correctedFields(
      of: Set(store.latestCorrections(ofImport: importID, before: .max)).intersection(open),
      plan.form, in: store)
    patches = try Self.patches(of: open, by: repairs, under: plan, in: store) {
      corrected[$0]?.contains($1) != true
    }
  }

  /// The fields whose texts are no longer those that were delivered, by correction.
  private static func correctedFields(
    of corrections: Set<Int64>, _ form: Form, in store: Store
  ) throws -> [Int64: Set<String>] {
    let names = form.fields.map(\.name)
    return try store.correctionChains(corrections).reduce(into: [:]) { fields, chain in
      let (id, root) = (chain.key, chain.value.root)
      guard let delivered = try store.cellTexts(of: root, form),
        let current = try store.cellTexts(of: id, form)
      else { return }
      fields[id] = Set(names.filter { current[$0] != delivered[$0] })
    }
  }

  /// - Parameter isDelivered: Returns whether a field of a submission has the delivered text.
  private static func patches(
    of submissions: [Int64], by repairs: [Repair], under plan: Plan, in store: Store,
    where isDelivered: (Int64, String) -> Bool
  ) throws -> [SubmissionPatch] {
    var edits: [Int64: [String: String]] = [:]
    for repair in repairs {
      var request = RepairRequest(
        form: plan.form.name, .submissions(submissions), field: repair.field, edits: edits)
      request.repair = repair.change
      (request.showsSensitive, request.usesOtherRecords) = (true, true)
      for (_, texts) in try RepairedCells(request, plan, in: store).repairs() {
        for (submission, text) in texts where isDelivered(submission, repair.field) {
          edits[submission, default: [:]][repair.field] = text
        }
      }
    }
    return edits.sorted { $0.key < $1.key }.map { SubmissionPatch($0.key, $0.value) }
  }

  /// Stores the corrections.
  ///
  /// - Parameter request: A request with the rules, the operator and the files.
  /// - Returns: The report, and the corrections that were refused.
  func store(
    _ recorder: Recorder, after request: ImportRequest
  ) throws(RecorderError) -> (ImportReport.Repairs, refused: [CorrectionCounts.Refused]) {
    var report = ImportReport.Repairs(source: source)
    guard !patches.isEmpty else { return (report, []) }
    let correction = CorrectionRequest(
      patches, after: request, ofForm: form, reason: "repaired as source \(source) defines")
    let counts = try recorder.importCorrections(correction).corrections
    (report.records, report.closed) = (counts?.rows ?? 0, counts?.closed ?? 0)
    return (report, counts?.refused ?? [])
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
