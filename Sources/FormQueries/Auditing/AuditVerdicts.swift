package import FormStore

/// The current verdicts that an audit counts.
package struct AuditVerdicts {
  var counts: [VerdictCounts]
  package var segments: [VerdictSegment]
  /// A counter without counts.
  var counter: AuditCounter

  /// - Throws: `RecorderError` if a maximum number is negative.
  package func report(
    _ details: AuditDetails, top: Int?, of store: Store
  ) throws -> AuditReport {
    try require(top, in: 0...(.max), "top")
    try require(details.samples, in: 0...(.max), "samples")
    var counter = counter
    counter.hasTrend = details.hasTrend
    for counts in counts { counter.add(counts) }
    if details.samples > 0 || details.hasPairs {
      let paired = details.hasPairs ? counter.pairedRules(of: counts) : [:]
      counter.add(
        try store.failureDetails(
          segments, samples: details.samples, paired: paired, onlyOpen: details.isOnlyOpen),
        details)
    }
    return counter.finished(top: top)
  }
}
