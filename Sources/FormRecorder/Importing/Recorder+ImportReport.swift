import FormRules
package import FormStore

extension Recorder {
  /// The report of an import.
  ///
  /// - Throws: `RecorderError` with reason `missing` if there is no such import.
  public func importReport(_ number: Int64) throws(RecorderError) -> ImportReport {
    try withStore { store in
      guard let summary = try store.importSummary(number) else {
        throw StoreError.unknownImport(number)
      }
      var report = try report(
        of: summary, file: summary.fileName ?? summary.kind.rawValue, in: store)
      (report.state, report.isAlreadyImported) = (summary.state, false)
      return report
    }
  }

  /// The report of a finished import, read from the store.
  package func report(
    of known: ImportSummary, file: String, in store: Store
  ) throws(RecorderError) -> ImportReport {
    try mappingErrors {
      let counts = try store.ruleCounts(ofImport: known.importID)
      var report = ImportReport(
        file: file, sha256: known.sha256 ?? "", form: (known.form, known.formVersion),
        rules: (known.rules, known.rulesVersion), known.attribution)
      (report.importID, report.runID, report.head) = (known.importID, known.runID, known.head)
      (report.source, report.counts) = (known.source, known.counts)
      report.byRule = counts.filter { $0.failures > 0 }.map {
        $0.rule.failures(code: $0.code, $0.failures)
      }
      report.skipped = counts.flatMap { $0.rule.skips($0.skips) }
      (report.isAlreadyImported, report.exceededLimits) = (true, known.limits)
      // A correction is no delivery.
      if known.kind != .correction {
        report.deliveries = try store.deliveryCounts(ofImport: known.importID)
      }
      report.externalRun = known.externalRun
      return report
    }
  }
}
