package import FormRules
import FormStore

extension Recorder {
  /// Corrects the rejected records of an import by the repairs of its source, and counts them in
  /// its report. If the process is killed before that, repeating the import does it.
  ///
  /// A repair changes only fields that a failure or warning concerns. The version of the source is
  /// that of the import.
  func repair(
    _ report: inout ImportReport, _ request: ImportRequest, plan: Plan, in store: Store
  ) throws(RecorderError) {
    guard let importID = report.importID,
      let version = try sourceVersion(ofImport: importID, request, in: store),
      let source = version.source.form(named: plan.form.name), !source.repairs.isEmpty
    else { return }
    let patches = try mappingErrors {
      try repairs(ofImport: importID, source.repairs, plan, in: store)
    }
    report.repairs = .init(source: version.title)
    guard !patches.isEmpty else { return }
    let correction = CorrectionRequest(
      patches, after: request, ofForm: report.form,
      reason: "repaired as source \(version.title) defines")
    let counts = try importCorrections(correction).corrections
    report.repairs?.records = counts?.rows ?? 0
    report.repairs?.closed = counts?.closed ?? 0
  }

  /// The version of the source that an import used, which is older than that of the request if the
  /// import was known.
  private func sourceVersion(
    ofImport importID: Int64, _ request: ImportRequest, in store: Store
  ) throws(RecorderError) -> SourceVersion? {
    guard let current = request.sourceVersion,
      let title = try mappingErrors({ try store.option("source", ofImport: importID) })
    else { return nil }
    if title == current.title { return current }
    guard let reference = VersionReference(title),
      let stored = try mappingErrors({
        try store.version(of: .source, named: reference.name, number: reference.number)
      })
    else { return nil }
    return SourceVersion(source: try stored.source(), number: stored.number)
  }

  /// The repairs as patches, by submission.
  private func repairs(
    ofImport importID: Int64, _ repairs: [Repair], _ plan: Plan, in store: Store
  ) throws -> [SubmissionPatch] {
    let open = try store.openSubmissions(ofImport: importID)
    if open.isEmpty { return [] }
    var edits: [Int64: [String: String]] = [:]
    for repair in repairs {
      var request = RepairRequest(
        form: plan.form.name, .submissions(open), field: repair.field, edits: edits)
      request.repair = repair.change
      request.showsSensitive = true
      for (_, texts) in try RepairedCells(request, plan, in: store).repairs() {
        for (submission, text) in texts { edits[submission, default: [:]][repair.field] = text }
      }
    }
    return edits.sorted { $0.key < $1.key }.map { SubmissionPatch($0.key, $0.value) }
  }
}

extension ImportReport {
  /// The records that repairs of the source corrected.
  public struct Repairs: Sendable, Equatable {
    /// The source and its version, such as `north@3`.
    public var source: String
    /// The number of records with a repair.
    public var records = 0
    /// The number of these records that are accepted now.
    public var closed = 0

    package var json: JSON {
      .object([
        "source": .string(source), "records": .integer(records), "closed": .integer(closed),
      ])
    }
  }
}
