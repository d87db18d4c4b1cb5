import FormProfile
import FormStore

extension Recorder {
  /// Profiles the stored submissions of a form whose verdicts are current.
  ///
  /// Reads the submissions once. Masks the values of sensitive fields unless `showsSensitive` is
  /// true.
  ///
  /// - Parameters:
  ///   - selection: The submissions. It must name a form.
  ///   - comparesColumns: Whether to compare columns record by record, which finds dependencies.
  package func profile(
    _ selection: SubmissionSelection, showsSensitive: Bool = false, comparesColumns: Bool = true,
    progress: (Int) -> Void = { _ in }
  ) throws(RecorderError) -> TableProfile {
    try withStore { store in
      let records = try StoredRecords(selection, store)
      let masks =
        showsSensitive ? nil : try ColumnMasks(form: records.form, judgedUnder: [], of: store)
      let statistics = TableStatistics(keepsPositions: comparesColumns)
      var masked: Set<String> = []
      var faults: [String: (count: Int, line: Int)] = [:]
      var importID: Int64 = 0
      try records.forEachBatch { batch in
        if batch.importID != importID {
          importID = batch.importID
          statistics.beginFile("import \(importID)")
          statistics.setHeader(batch.names)
          for (name, isMasked) in zip(batch.names, masks?.masks(batch.columns) ?? [])
          where isMasked { masked.insert(name) }
        }
        let parsed = batch.parsed
        statistics.add(parsed.records)
        for (row, id) in parsed.rows.ids.enumerated() {
          guard let fault = parsed.faults[id] else { continue }
          let known = faults[fault.code]
          faults[fault.code] = (
            (known?.count ?? 0) + 1, known?.line ?? Int(parsed.rows.lines[row])
          )
        }
        progress(statistics.records)
      }
      statistics.finish()
      var profile = TableProfile(
        statistics, malformed: faults.map { ($0.key, $0.value.count, $0.value.line) })
      for index in profile.analysis.columns.indices
      where masked.contains(profile.analysis.columns[index].name) {
        profile.analysis.columns[index].isMasked = true
      }
      return profile
    }
  }
}
