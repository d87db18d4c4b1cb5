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
    guard let importID = report.importID, let current = request.sourceVersion,
      let version = try sourceVersion(ofImport: importID, current, in: store)
    else { return }
    report.repairs = try repair(importID, by: version, after: request, plan: plan, in: store)
  }

  /// Corrects the rejected records of an import, or those of some submissions, by the repairs that
  /// its source defined when it was imported.
  ///
  /// - Parameters:
  ///   - request: A request with the rules, the operator and the files.
  ///   - submissions: The submissions, or nil for all.
  /// - Returns: The counts, or nil if the source has no repairs.
  func repair(
    _ importID: Int64, by version: SourceVersion, after request: ImportRequest,
    _ submissions: Set<Int64>? = nil, plan: Plan, in store: Store
  ) throws(RecorderError) -> ImportReport.Repairs? {
    guard let source = version.source.form(named: plan.form.name), !source.repairs.isEmpty else {
      return nil
    }
    let patches = try mappingErrors {
      try repairs(ofImport: importID, submissions, source.repairs, plan, in: store)
    }
    var report = ImportReport.Repairs(source: version.title)
    guard !patches.isEmpty else { return report }
    let correction = CorrectionRequest(
      patches, after: request, ofForm: plan.form.name,
      reason: "repaired as source \(version.title) defines")
    let counts = try importCorrections(correction).corrections
    (report.records, report.closed) = (counts?.rows ?? 0, counts?.closed ?? 0)
    return report
  }

  /// The version of the source that an import used, or nil if it used none.
  ///
  /// - Parameter current: The version of a request, which is newer if the import was known.
  func sourceVersion(
    ofImport importID: Int64, _ current: SourceVersion? = nil, in store: Store
  ) throws(RecorderError) -> SourceVersion? {
    try mappingErrors {
      guard let title = try store.option("source", ofImport: importID) else { return nil }
      if let current, title == current.title { return current }
      guard let reference = VersionReference(title),
        let stored = try store.version(
          of: .source, named: reference.name, number: reference.number)
      else { return nil }
      return SourceVersion(source: try stored.source(), number: stored.number)
    }
  }

  /// The repairs as patches, by submission.
  private func repairs(
    ofImport importID: Int64, _ submissions: Set<Int64>?, _ repairs: [Repair], _ plan: Plan,
    in store: Store
  ) throws -> [SubmissionPatch] {
    var open = try store.openSubmissions(ofImport: importID)
    if let submissions {
      let chains = try store.correctionChains(open)
      open.removeAll { chains[$0].map { submissions.contains($0.root) } != true }
    }
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
