package import FormRules
import FormStore

extension Recorder {
  /// Corrects the rejected records of an import by the repairs of its source, and counts them in
  /// its report. If the process is killed before that, repeating the import does it.
  ///
  /// A repair changes only fields that a failure or warning concerns. The version of the source is
  /// that of the import.
  func repair(
    _ report: inout ImportReport, _ request: ImportRequest, _ plan: Plan, in store: Store
  ) throws(RecorderError) {
    guard let importID = report.importID,
      let version = try sourceVersion(ofImport: importID, request, in: store),
      let source = version.source.form(named: plan.form.name), !source.repairs.isEmpty
    else { return }
    let rows = try mappingErrors {
      try repairedRows(ofImport: importID, source.repairs, plan, in: store)
    }
    report.repairs = .init(source: version.title)
    guard !rows.isEmpty else { return }
    let fields = Set(source.repairs.map(\.field)).sorted()
    let correction = CorrectionRequest(
      patching: fields, rows, after: request, ofForm: report.form,
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

  /// The rows of a correction request with a text for each repaired field.
  private func repairedRows(
    ofImport importID: Int64, _ repairs: [Repair], _ plan: Plan, in store: Store
  ) throws -> [(submission: Int64, texts: [String])] {
    let openFields = OpenFields(plan, store)
    let fields = Set(repairs.map(\.field)).sorted()
    let types = plan.form.fields.reduce(into: [:]) { $0[$1.name] = $1.type }
    var rows: [(submission: Int64, texts: [String])] = []
    for submission in try store.openSubmissions(ofImport: importID) {
      // All cells of a record that could not be parsed are open, but none is reliable.
      guard let open = try openFields.fields(of: submission) else { continue }
      let before = try store.cellTexts(of: submission)
      var after = before
      for repair in repairs where open.contains(repair.field) {
        guard let type = types[repair.field], let text = after[repair.field],
          let repaired = repair.repaired(text, as: type)
        else { continue }
        after[repair.field] = repaired
      }
      if after != before { rows.append((submission, fields.map { after[$0] ?? "" })) }
    }
    return rows
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
