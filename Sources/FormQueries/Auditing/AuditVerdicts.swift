package import FormStore

/// The current verdicts that an audit counts.
package struct AuditVerdicts {
  var counts: [VerdictCounts]
  package var segments: [VerdictSegment]
  /// A counter without counts.
  var counter: AuditCounter

  package func report(
    _ details: AuditDetails, top: Int?, of store: Store
  ) throws -> AuditReport {
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
