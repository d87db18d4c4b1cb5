public import FormRecorder
public import FormRules
import FormStore

extension Recorder {
  /// Creates an audit as a single HTML page with plots and samples. The page makes no network
  /// requests.
  ///
  /// Reads every error once, about a million per second. The page stays below 2 MB: long lists are
  /// limited to their first or last lines, which the page states.
  ///
  /// - Parameters:
  ///   - top: The maximum number of lines of each kind.
  ///   - samples: The maximum number of sample records per rule. Their sensitive fields are masked.
  ///   - onlyOpen: Whether only open failures are counted.
  public func auditPage(
    _ selection: SubmissionSelection, top: Int? = nil, samples: Int, onlyOpen: Bool = false,
    in localization: Localization = .english
  ) throws(RecorderError) -> String {
    try auditPage(
      selection, top: top, samples: samples, onlyOpen: onlyOpen, in: localization, links: [])
  }

  /// - Parameter links: The title and address of related pages.
  package func auditPage(
    _ selection: SubmissionSelection, top: Int? = nil, samples: Int, onlyOpen: Bool = false,
    in localization: Localization, links: [(title: String, address: String)]
  ) throws(RecorderError) -> String {
    try reading { store in
      let verdicts = try verdicts(selection, onlyOpen: onlyOpen, in: localization, of: store)
      var details = AuditDetails()
      details.samples = samples
      details.hasPairs = true
      details.hasTrend = true
      details.isOnlyOpen = onlyOpen
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
