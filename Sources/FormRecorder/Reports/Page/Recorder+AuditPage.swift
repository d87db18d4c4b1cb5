public import FormRules
import FormStore

extension Recorder {
  /// An audit as one HTML page with plots and samples, which asks no network for anything.
  ///
  /// Reads every error once, at about a million a second. The page stays below 2 MB however much there
  /// is: of long lists the first or last lines stand in it, and it says so.
  ///
  /// - Parameters:
  ///   - top: at most so many lines of each kind.
  ///   - samples: at most so many records a rule; sensitive fields are masked in them.
  ///   - onlyOpen: whether only open failures are counted.
  public func auditPage(
    _ selection: SubmissionSelection, top: Int? = nil, samples: Int, onlyOpen: Bool = false,
    in localization: Localization = .english
  ) throws(RecorderError) -> String {
    let store = try storeForReading()
    return try explaining {
      let (counts, segments, audit) = try self.counts(
        selection, onlyOpen: onlyOpen, in: localization, of: store)
      var tally = audit
      tally.hasTrend = true
      for counts in counts { tally.add(counts) }
      var details = AuditDetails()
      details.samples = samples
      details.hasPairs = true
      tally.add(
        try store.failureDetails(
          segments, samples: samples, paired: tally.pairedRules(of: counts), onlyOpen: onlyOpen),
        details)
      let report = tally.finished(top: top)
      var reader = try AuditSamples(store, segments, in: localization)
      var shown: [[AuditSample]] = []
      for rule in report.byRule.prefix(AuditPage.maximumSampledRules) {
        shown.append(try (rule.samples ?? []).reversed().compactMap { try reader.sample($0) })
      }
      return AuditPage(
        report: report, selection: selection, samples: shown, madeAt: clock().description,
        localization: localization
      ).html
    }
  }

  /// Writes a page into a file, which gets its name when it is whole.
  ///
  /// - Parameter replacing: whether a file of that name may be replaced; never the database, nor a
  ///   file that was imported.
  package func write(
    page: String, to path: String, replacing: Bool
  ) throws(RecorderError) {
    let store = try storeForReading()
    try explaining {
      let file = try OutputFile(path: path, replacing: replacing, protecting: store)
      try file.write(Array(page.utf8))
      try file.seal()
      try file.publish()
    }
  }
}
