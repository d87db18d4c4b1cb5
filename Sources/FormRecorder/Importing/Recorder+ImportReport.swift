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
      report.isAlreadyImported = false
      return report
    }
  }

  /// The report of a finished import, read from the store.
  package func report(
    of known: ImportSummary, file: String, in store: Store
  ) throws(RecorderError) -> ImportReport {
    try mappingErrors {
      let counts = try store.ruleCounts(ofImport: known.importID)
      return ImportReport(
        importID: known.importID, runID: known.runID, file: file, form: known.form,
        formVersion: known.formVersion, rules: known.rules, rulesVersion: known.rulesVersion,
        source: known.source, by: known.attribution.by, reason: known.attribution.reason,
        sha256: known.sha256 ?? "", counts: known.counts,
        byRule: counts.filter { $0.failures > 0 }.map {
          $0.rule.failures(code: $0.code, $0.failures)
        },
        skipped: counts.flatMap { $0.rule.skips($0.skips) },
        isAlreadyImported: true, exceededLimits: known.limits, head: known.head,
        // A correction is no delivery.
        deliveries: known.kind == .correction
          ? nil : try store.deliveryCounts(ofImport: known.importID),
        externalRun: known.externalRun)
    }
  }
}
