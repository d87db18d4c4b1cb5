public import FormRecorder
public import FormRules
import FormStore

extension Recorder {
  /// Creates an audit as a single HTML page with plots and samples. The page makes no network
  /// requests.
  ///
  /// Reads every error once, about a million per second. Tables are limited to their first or last
  /// 200 lines, which the page states. Samples are shown for the first 40 rules, with the whole
  /// texts of up to 40 cells each, so the size of the page grows with `samples`.
  ///
  /// - Parameters:
  ///   - top: The maximum number of lines of each kind, at least 0.
  ///   - samples: The maximum number of sample records per rule, at least 0. Their sensitive fields
  ///     are masked.
  ///   - onlyOpen: Whether only open failures are counted.
  /// - Throws: `RecorderError`, as `audit` does.
  public func auditPage(
    _ selection: SubmissionSelection, top: Int? = nil, samples: Int, onlyOpen: Bool = false,
    in localization: Localization = .english
  ) throws(RecorderError) -> String {
    var details = AuditDetails()
    (details.samples, details.isOnlyOpen) = (samples, onlyOpen)
    return try auditPage(selection, details, top: top, in: localization, links: [])
  }

  /// Creates an audit with pairs of rules and the trend.
  ///
  /// - Parameter links: The title and address of related pages.
  package func auditPage(
    _ selection: SubmissionSelection, _ details: AuditDetails, top: Int? = nil,
    in localization: Localization, links: [(title: String, address: String)]
  ) throws(RecorderError) -> String {
    try require(top, in: 0...(.max), "top")
    try require(details.samples, in: 0...(.max), "samples")
    return try withStore { store in
      let verdicts = try verdicts(
        selection, onlyOpen: details.isOnlyOpen, in: localization, of: store)
      var details = details
      (details.hasPairs, details.hasTrend) = (true, true)
      let report = try verdicts.report(details, top: top, of: store)
      var reader = try AuditSamples(store, verdicts.segments, in: localization)
      var shown: [[AuditSample]] = []
      for rule in report.byRule.prefix(AuditPage.maximumSampledRules) {
        shown.append(try (rule.samples ?? []).reversed().compactMap { try reader.sample($0) })
      }
      return AuditPage(
        report: report, selection: selection, samples: shown,
        madeAt: try settings.now().description,
        localization: localization, links: links
      ).html.text
    }
  }
}
